import Alerts
import Devices
import Dialogue
import Following
import Foundation
import Journey
import Live
import Synchronization
import Timetable

/// What live feeds say of the rides that are followed, and where their vehicles are.
final class FollowedLive: LiveReports {
  let every: TimeInterval
  private let poller: LivePoller
  private let timetable: TimetableStore
  private let talk: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    /// What was told of each feed.
    var told: [LiveFeed: String] = [:]
    var instead: [Run.ID: LiveNews.Instead] = [:]
    /// Who is told where the vehicle is.
    var listener: (@Sendable (PositionReport) -> Void)?
    var isVehicleKnown = false
    /// What was said last.
    var view = LiveView.empty
    var changes = RunChanges()
  }

  /// Nil where no feed was added for a timetable that is there.
  /// - Throws: `CommandFailure` (65) where the list of feeds or the timetable is damaged.
  static func make(_ data: DataOptions, _ output: Output) throws -> FollowedLive? {
    let live = try LiveData()
    return live.list.feeds.isEmpty ? nil : try FollowedLive(live, data.timetableInUse()) { output.talk($0) }
  }

  /// The same of a timetable that is open.
  static func make(_ timetable: TimetableStore, _ output: Output) throws -> FollowedLive? {
    let live = try LiveData()
    return live.list.feeds.isEmpty ? nil : try FollowedLive(live, timetable) { output.talk($0) }
  }

  private init?(_ data: LiveData, _ timetable: TimetableStore, talk: @escaping @Sendable (String) -> Void) throws {
    guard let poller = try data.poller(timetable) else { return nil }
    (self.poller, self.timetable, self.talk) = (poller, timetable, talk)
    every = data.list.feeds.map(\.every).min() ?? 30
  }

  func reports(on rides: [ReportedRide], at now: Date) async -> [LiveReport?] {
    let board = await look(at: now)
    tellVehicle(rides, board, at: now)
    return rides.map { asked in
      asked.caught.map { report($0, on: asked.ride, board) } ?? report(asked.ride, board, at: now)
    }
  }

  private func look(at now: Date) async -> LiveBoard {
    await poller.look(at: now)
    for status in await poller.statuses { tell(status, at: now) }
    let board = await poller.board(at: now)
    let changes = board.changes
    state.withLock { state in
      // The same changes need no other network.
      if state.changes == changes {
        state.view.board = board
      } else {
        (state.view, state.changes) = (LiveView(board, timetable), changes)
      }
    }
    return board
  }

  /// A feed that cannot be used is told when that begins.
  private func tell(_ status: LivePoller.Status, at now: Date) {
    let problem = LiveData.problem(status, at: now)
    let isNews = state.withLock { state in
      let kind = status.failure ?? (problem == nil ? nil : "old")
      defer { state.told[status.feed] = kind }
      return state.told[status.feed] != kind
    }
    if isNews, let problem { talk(problem) }
  }

  private func report(_ ride: Ride, _ board: LiveBoard, at now: Date) -> LiveReport? {
    guard let trip = board.trip(of: ride), let madeAt = board.madeAt[trip.id.feed] else { return nil }
    let calls = ride.stops.indices.map { place in
      board.call(of: ride, at: place).map {
        LiveReport.Call(arrival: $0.arrivalDelay, departure: $0.departureDelay, isSkipped: $0.isSkipped)
      } ?? LiveReport.Call()
    }
    let isCancelled = trip.state == .cancelled
    return LiveReport(
      madeAt: madeAt, isCancelled: isCancelled, calls: calls,
      behind: calls.last?.isSkipped == true ? behind(place(ofEnd: ride, in: trip), in: trip) : nil,
      instead: isCancelled ? instead(of: ride, trip.id, board, at: now) : nil)
  }

  /// Of a run that the rider sits in instead, late by the timetable of the ride. That it is cancelled is not true: they sit in it.
  private func report(_ run: CaughtRun, on ride: Ride, _ board: LiveBoard) -> LiveReport? {
    guard let trip = board.trip(of: run), trip.state != .cancelled, let madeAt = board.madeAt[run.trip.feed] else {
      return nil
    }
    var (places, next) = ([Int?](), 0)
    for stop in ride.stops {
      let place = trip.calls[next...].firstIndex { $0.stopID == stop.stop.gtfs?.stopID }
      places.append(place)
      next = place.map { $0 + 1 } ?? next
    }
    let calls = zip(ride.stops, places).map { stop, place -> LiveReport.Call in
      guard let call = place.map({ trip.calls[$0] }) else {
        // Where it does not stop nobody is sent to; the rider's own stop it may call at by another platform.
        return LiveReport.Call(isSkipped: stop != ride.stops.last)
      }
      return LiveReport.Call(
        arrival: Self.seconds(call.arrival, after: stop.arrival),
        departure: Self.seconds(call.departure, after: stop.departure), isSkipped: call.isSkipped)
    }
    return LiveReport(
      madeAt: madeAt, calls: calls,
      behind: calls.last?.isSkipped == true ? behind(places.last ?? nil, in: trip) : nil)
  }

  private static func seconds(_ instant: Date?, after planned: Date?) -> Double? {
    instant.flatMap { instant in planned.map { instant.timeIntervalSince($0) } }
  }

  private func place(ofEnd ride: Ride, in trip: LiveTrip) -> Int? {
    guard let end = ride.stops.last else { return nil }
    return trip.calls.firstIndex {
      $0.stopID == end.stop.gtfs?.stopID && $0.scheduledArrival == (end.arrival ?? end.departure)
    }
  }

  /// The name of the next stop behind the destination at which the vehicle stops.
  /// - Parameter place: Of the destination; nil where the trip does not call there.
  private func behind(_ place: Int?, in trip: LiveTrip) -> String? {
    guard let place, let next = trip.calls[(place + 1)...].first(where: { !$0.isSkipped }) else { return nil }
    return (try? timetable.stop(id: "\(trip.id.feed):\(next.stopID)"))?.name
  }

  /// The next ride without a change that takes the place of one that is cancelled.
  private func instead(of ride: Ride, _ id: Run.ID, _ board: LiveBoard, at now: Date) -> LiveNews.Instead? {
    if let known = state.withLock({ $0.instead[id] }), known.departure > now { return known }
    guard let from = ride.stops.first?.stop.id, let to = ride.stops.last?.stop.id else { return nil }
    // Sooner than by the ride that is cancelled nobody is there.
    let found = try? timetable.connections(from: from, to: to, departing: max(now, ride.departure ?? now), count: 8)
    let next = (found ?? []).lazy.compactMap { connection -> LiveNews.Instead? in
      guard connection.rides.count == 1, let other = connection.rides.first, other.stops.first?.stop.id == from,
        let departure = other.departure, other.tripID != ride.tripID || other.serviceDay != ride.serviceDay,
        board.trip(of: other)?.state != .cancelled
      else { return nil }
      return LiveNews.Instead(line: other.line, departure: departure)
    }.first
    state.withLock { $0.instead[id] = next }
    return next
  }
}

extension FollowedLive: RideNews {
  /// Looks at what is due; a feed that takes longer is there for the next question.
  func refresh(at now: Date) async {
    let (done, ends) = AsyncStream.makeStream(of: Void.self)
    Task {
      _ = await self.look(at: now)
      ends.yield()
    }
    Task {
      try? await Task.sleep(for: Self.patience)
      ends.yield()
    }
    for await _ in done { break }
  }

  /// What is newest of what is said.
  func view(at now: Date) async -> LiveView {
    await refresh(at: now)
    return state.withLock(\.view)
  }

  func news(of rides: [Ride], at now: Date, in language: String) -> [LiveNews?] {
    let board = state.withLock(\.view.board)
    let announcements = Announcements(board, timetable, language: language, at: now)
    return rides.map { ride in
      var news = LiveNews()
      // Without what is announced the ride is as good.
      let announced = (try? announcements.lines(of: [ride])) ?? []
      if !announced.isEmpty { news.announced = announced }
      guard let trip = board.trip(of: ride) else { return announced.isEmpty ? nil : news }
      if trip.state == .cancelled { news.isCancelled = true }
      let (first, last) = (board.call(of: ride, at: 0), board.call(of: ride, at: ride.stops.count - 1))
      if first?.isSkipped == true { news.skipped = 0 }
      if last?.isSkipped == true { news.skipped = ride.stops.count - 1 }
      (news.departure, news.arrival) = (first?.departure ?? ride.departure, last?.arrival ?? ride.arrival)
      // One that has left is not said to leave.
      if let departure = news.departure, departure < now { news.departure = nil }
      news.late = last?.arrivalDelay ?? first?.departureDelay
      return news
    }
  }

  func live(_ timetable: TimetableStore) -> TimetableStore? {
    state.withLock(\.view.timetable)?.walking(timetable.walking)
  }

  /// How long a question waits for a feed.
  private static let patience = Duration.seconds(3)
}

extension FollowedLive: PositionFeed {
  var name: String { "the live feed of the vehicle, so a call may be a stop early or late" }

  /// Where the vehicle is instead of the rider: as often as its feed says so.
  func follow(_ report: @escaping @Sendable (PositionReport) -> Void) async {
    state.withLock { $0.listener = report }
    await withTaskCancellationHandler {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    } onCancel: {
      state.withLock { $0.listener = nil }
    }
  }

  private func tellVehicle(_ rides: [ReportedRide], _ board: LiveBoard, at now: Date) {
    guard let listener = state.withLock({ $0.listener }) else { return }
    // Of several rides the one that ends first: two vehicles are no way.
    let ride = rides.min { ($0.ride.arrival ?? .distantFuture) < ($1.ride.arrival ?? .distantFuture) }
    let trip = ride.flatMap(\.trip)
    let vehicle = trip.flatMap { trip in board.vehicles.first { $0.run?.trip == trip } }
    let wasKnown = state.withLock { state in
      defer { state.isVehicleKnown = vehicle != nil }
      return state.isVehicleKnown
    }
    if let vehicle {
      listener(
        .fix(
          Fix(
            at: min(now, vehicle.measuredAt ?? vehicle.run.flatMap { board.madeAt[$0.feed] } ?? now),
            position: vehicle.position, accuracy: Self.accuracy, speed: vehicle.speed))
      )
    } else if wasKnown || ride != nil {
      listener(.lost(cause: "no live feed says where the vehicle of this ride is"))
    }
  }

  /// Metres by which what vehicles send is off.
  private static let accuracy = 30.0
}
