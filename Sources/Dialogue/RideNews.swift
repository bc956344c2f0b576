import Conversation
import Foundation
import Journey
import Timetable

/// What is known live of rides that a rider is told of.
public protocol RideNews: Sendable {
  /// Gets what is newest, and waits for it no longer than a rider does.
  func refresh(at now: Date) async

  /// What is known of each ride; nil where nothing is.
  /// - Parameter language: In which operators are quoted, where they have it.
  func news(of rides: [Ride], at now: Date, in language: String) -> [LiveNews?]

  /// The timetable with its connections searched for by what is known; nil where nothing is.
  func live(_ timetable: TimetableStore) -> TimetableStore?
}

extension Connections {
  /// With what is known live of the rides, and one that can be taken by it.
  /// - Parameter time: What was asked for: who wants to leave now can still catch a ride that is late, and who has to be there at a time
  ///   wants one that comes sooner in place of one that does not run or comes too late.
  func told(by live: any RideNews, at now: Date, in language: String, for time: RideTime) -> Connections {
    let all = rides + (onward ?? []).flatMap(\.self)
    var found = self
    let known = live.news(of: all, at: now, in: language)
    for (ride, news) in zip(all, known) {
      if let news { found.note(news, of: ride) }
    }
    guard known.contains(where: { $0?.isOfRun == true }) else { return found }
    switch time {
    case .departing(let instant) where abs(instant - now.timeIntervalSince1970) < Self.nowSeconds:
      found.chosen = rides.indices.first { found.canBeTaken($0, at: now) } ?? found.nextThatRuns
    case .departing: found.chosen = found.nextThatRuns
    case .arriving(let instant):
      let limit = Date(timeIntervalSince1970: instant)
      found.chosen = rides.indices.prefix(through: chosen).last { found.arrives($0, by: limit) } ?? found.nextThatRuns
    }
    return found
  }

  /// A time that is asked for as "now" is no further from it: what is said takes as long.
  private static let nowSeconds = 60.0

  /// The one that is chosen, or the first behind it whose first ride is not cancelled.
  private var nextThatRuns: Int {
    rides.indices.dropFirst(chosen).first { news(of: rides[$0])?.isCancelled != true } ?? chosen
  }

  /// Whether it runs and comes no later than an instant, for all that is known.
  private func arrives(_ place: Int, by limit: Date) -> Bool {
    let all = [rides[place]] + (onward.flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? [])
    guard let last = all.last,
      !all.contains(where: { news(of: $0)?.isCancelled == true || news(of: $0)?.skipped != nil })
    else { return false }
    return (news(of: last)?.arrival ?? last.arrival ?? .distantFuture) <= limit
  }

  private func canBeTaken(_ place: Int, at now: Date) -> Bool {
    let news = news(of: rides[place])
    guard news?.isCancelled != true, news?.skipped == nil else { return false }
    return (news?.departure ?? rides[place].departure ?? .distantPast) >= now
  }
}
