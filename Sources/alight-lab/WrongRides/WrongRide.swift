import Alerts
import Foundation
import Journey
import Live
import Rehearsal
import Timetable

/// A rider who wanted one ride and sits in some vehicle that leaves near by.
struct WrongRide: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case right, earlier, later
    case otherLine = "other line"
    case opposite
    case alsoThere = "also there"
  }

  let kind: Kind
  let planned: Ride
  let boarded: Ride

  /// Seconds between two fixes of a phone, and how far they are off.
  private static let every = 5
  private static let noise = 8.0

  /// What was told first of being astray, and the stops that were passed by then; and whether the last call came right.
  struct Verdict: Sendable {
    var told: Alert.Event?
    var seconds: Double?
    var stops: Int?
    var call: LastCallVerdict?
    /// The run that the rider was told to be on.
    var run: String?
    /// Whether the run that was taken over first is the one that the rider sits in, and seconds since it left; nil where none was.
    var over: (isRight: Bool, seconds: Double)?
  }

  /// - Parameter source: Of the vehicles for the check beside the engine; nil for the engine alone.
  func verdict(_ source: RunFinder?, seed: UInt64) throws -> Verdict {
    var verdict = Verdict()
    guard let interval = Interval(canonical: "stops:1"),
      let plan = AlertPlan(
        ride: planned, levels: Level.expand(interval, over: planned), timetable: .ofTheDay, knowsBoarding: true),
      let leaves = boarded.departure
    else { return verdict }
    var (state, called) = (AlertState(), Double?.none)
    var check = source.flatMap { VehicleCheck(planned, among: $0) }
    for fix in fixes(seed) {
      var events: [(Alert.Event, Date)] = []
      for input in [AlertInput.tick(fix.at), .fix(fix)] {
        for case .deliver(let alert) in AlertEngine.advance(plan, &state, input) {
          if [.wrongWay, .wrongLine, .offRoute].contains(alert.event) { events.append((alert.event, alert.at)) }
          if alert.event == .alert, alert.level == 3 || alert.event == .missed, called == nil {
            called = alert.at.timeIntervalSinceReferenceDate
          }
        }
      }
      // As the runner does: nobody is warned who was called.
      if AlertEngine.isStillToCall(state), let finding = try check?.add(fix) {
        switch finding {
        case .planned: break
        case .other(let run):
          if verdict.over == nil {
            let isRight = run.trip.tripID == boarded.tripID && run.trip.serviceDay == boarded.serviceDay
            verdict.over = (isRight, fix.at.timeIntervalSince(leaves))
          }
        case .elsewhere(let run, let isOpposite):
          verdict.run = verdict.run ?? "\(run.line) \(run.id.tripID)"
          events.append((isOpposite ? .wrongWay : .wrongLine, fix.at))
        }
      }
      if verdict.told == nil, let (event, at) = events.first {
        (verdict.told, verdict.seconds) = (event, at.timeIntervalSince(leaves))
        verdict.stops = boarded.stops.dropFirst().count { $0.arrival ?? .distantFuture <= at }
      }
    }
    verdict.call = call(called)
    return verdict
  }

  /// What the phone of the rider reports.
  func fixes(_ seed: UInt64) -> [Fix] {
    var random = SplitMix(seed: seed)
    var wandering = WanderingError(deviation: 1, using: &random)
    let all = SyntheticRide(boarded).fixes(since: boarded.departure?.addingTimeInterval(-120))
    return all.enumerated().compactMap { number, fix in
      let error = wandering.next(using: &random)
      guard number % Self.every == 0 else { return nil }
      var sent = fix
      sent.position = fix.position.moved(north: Self.noise * error.north, east: Self.noise * error.east)
      sent.accuracy = Self.noise
      return sent
    }
  }

  /// Nil where the vehicle does not come to the destination.
  private func call(_ called: Double?) -> LastCallVerdict? {
    guard let goal = planned.stops.last?.stop.id, boarded.stops.count > 1, boarded.stops.last?.stop.id == goal,
      let leaves = SyntheticRide(boarded).call(at: boarded.stops.count - 2)?.leaves,
      let arrives = SyntheticRide(boarded).call(at: boarded.stops.count - 1)?.arrives
    else { return nil }
    return LastCallVerdict(
      call: called, leavesBefore: leaves.timeIntervalSinceReferenceDate,
      arrival: arrives.timeIntervalSinceReferenceDate)
  }
}

/// Finds the vehicles that a rider may sit in by mistake.
struct WrongVehicles {
  private let store: TimetableStore
  private let finder: RunFinder
  /// Metres from the stop where the rider waits, and seconds round the time of the ride.
  private static let reach = 120.0
  private static let patience = 900.0

  init(_ store: TimetableStore) throws { (self.store, finder) = (store, try RunFinder(store)) }

  /// What leaves near by, one of each kind at most, the ride itself with it.
  func rides(instead planned: Ride) throws -> [WrongRide] {
    guard let from = planned.stops.first?.stop, let to = planned.stops.last?.stop, let departs = planned.departure
    else {
      return []
    }
    var found: [WrongRide.Kind: Ride] = [.right: planned]
    let choice = try store.rides(from: from.id, to: to.id, at: departs, before: 1, after: 1)
    for ride in choice.rides where ride.line == planned.line && !ride.shape.isEmpty {
      guard let leaves = ride.departure, abs(leaves.timeIntervalSince(departs)) <= 2700 else { continue }
      if leaves < departs { found[.earlier] = ride }
      if leaves > departs, found[.later] == nil { found[.later] = ride }
    }
    for number in finder.ways(near: from.position).sorted() {
      let way = try finder.way(number)
      guard let call = way.calls.dropLast(2).firstIndex(where: { $0.position.metres(to: from.position) <= Self.reach })
      else { continue }
      let comes = way.calls[(call + 1)...].contains { $0.position.metres(to: to.position) <= 200 }
      for run in try finder.runs(of: number, around: departs) {
        guard abs(run.departures[call].timeIntervalSince(departs)) <= Self.patience else { continue }
        let isOwnLine = run.line == planned.line
        let kind: WrongRide.Kind = comes ? .alsoThere : isOwnLine ? .opposite : .otherLine
        if comes, isOwnLine { continue }
        if found[kind] == nil, let ride = Self.ride(way, run, from: call) { found[kind] = ride }
      }
    }
    return found.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      WrongRide(kind: $0.key, planned: planned, boarded: $0.value)
    }
  }

  /// A run from a call to its end.
  private static func ride(_ way: RunWay, _ run: Run, from call: Int) -> Ride? {
    let begin = way.calls[call].metres
    let stops = way.calls.indices.dropFirst(call).map { place in
      let at = way.calls[place]
      return RideStop(
        stop: Stop(
          name: at.name, position: at.position,
          gtfs: Stop.GTFSReference(feed: way.feed, stopID: at.stopID, parentStation: nil), zone: nil),
        arrival: run.arrivals[place], departure: run.departures[place], metres: at.metres - begin)
    }
    var (metres, shape) = (0.0, [way.calls[call].position])
    for (start, end) in zip(way.line, way.line.dropFirst()) {
      metres += start.metres(to: end)
      if metres > begin { shape.append(end) }
    }
    guard shape.count > 1 else { return nil }
    return Ride(
      tripID: run.id.tripID, line: run.line, headsign: run.headsign, serviceDay: run.id.serviceDay, zone: way.zone,
      stops: stops, shape: shape)
  }

  var source: RunFinder { finder }
}
