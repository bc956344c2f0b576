import Alerts
import Foundation
import Journey

/// Where live feeds are asked what they say of rides that are followed.
public protocol LiveReports: Sendable {
  /// Seconds between two questions.
  var every: TimeInterval { get }

  /// What is said now: one answer for each ride, nil where nothing is said of it.
  /// - Parameter rides: those that are followed, and those after their changes.
  func reports(on rides: [ReportedRide], at now: Date) async -> [LiveReport?]
}

/// A ride of which it is asked what feeds say.
public struct ReportedRide: Sendable, Hashable {
  public var ride: Ride
  /// The run that the rider sits in instead: of that it is asked, in seconds after the timetable of the ride.
  public var caught: CaughtRun?

  public init(_ ride: Ride, caught: CaughtRun? = nil) { (self.ride, self.caught) = (ride, caught) }

  /// The trip that the rider sits in; nil where no timetable has it.
  public var trip: AboardTrip? {
    if let caught { return caught.trip }
    guard let id = ride.tripID, let feed = ride.stops.first?.stop.gtfs?.feed else { return nil }
    return AboardTrip(feed: feed, tripID: id, serviceDay: ride.serviceDay)
  }
}

/// Live feeds are asked while rides are followed, and waited for by no alert.
extension AlertRunner {
  /// Asks again when it is time, and one question at a time: a feed that hangs holds nothing up.
  func askFeeds(_ input: AlertInput) {
    guard case .tick(let now) = input else { return }
    tickedAt = now
    guard let live, askingFeeds == nil, askedFeedsAt.map({ abs(now.timeIntervalSince($0)) >= live.every }) ?? true
    else { return }
    let rides = watches.values.filter { $0.reminder.visit == nil && !$0.state.latches.isOver }
      .flatMap { watch in
        (watch.state.leg..<watch.reminder.legs.count).map {
          (
            id: watch.reminder.id, leg: $0,
            asked: ReportedRide(
              watch.reminder.leg($0).ride, caught: $0 == watch.state.leg ? watch.state.caught : nil)
          )
        }
      }
      .filter { $0.asked.ride.tripID != nil }
    guard !rides.isEmpty else { return }
    askedFeedsAt = now
    askingFeeds = Task {
      let reports = await live.reports(on: rides.map(\.asked), at: now)
      await take(zip(rides, reports).map { ($0.id, $0.leg, $0.asked.caught, $1) })
    }
  }

  /// Passes what the feeds say to the rides that they speak of.
  private func take(_ reports: [(id: UUID, leg: Int, caught: CaughtRun?, report: LiveReport?)]) async {
    askingFeeds = nil
    // A fix may be of a phone whose clock is fast: what a feed says belongs to the machine's time.
    guard let now = tickedAt, !Task.isCancelled else { return }
    let steps = reports.compactMap { id, leg, caught, report -> Step? in
      guard let watch = watches[id] else { return nil }
      if watch.state.leg == leg {
        // Meanwhile the rider may have turned out to sit in another vehicle than the one that was asked about.
        return watch.state.caught == caught ? advance(id, .live(now, report)) : nil
      }
      guard watch.state.leg < leg, var later = report else { return nil }
      later.leg = leg
      return advance(id, .live(now, later))
    }
    await follow(steps, .live(now, nil))
  }
}
