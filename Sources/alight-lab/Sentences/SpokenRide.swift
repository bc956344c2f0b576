import Alerts
import Foundation
import Journey
import Timetable
import Rehearsal

/// A ride with all that the engine is told on it, to hear what it says and hold that against the truth.
struct SpokenRide: Sendable {
  struct Moment: Sendable {
    /// By the clock of the journey.
    var second: Double
    var input: AlertInput
  }

  /// What kind of ride it is, for the count.
  var kind: String
  var name: String
  var reminder: Reminder
  var plan: AlertPlan
  var moments: [Moment]
  var journey: TrueRide

  /// A hard ride in one of its modes.
  init?(_ hard: HardRide, _ interval: Interval, name: String) {
    guard let plan = hard.plan(interval) else { return nil }
    self.init(
      "hard", name, hard.ride, interval, plan, hard.moments.map { Moment(second: $0.second, input: $0.input) },
      hard.journey)
  }

  /// A case of a recorded or simulated ride.
  init?(_ ride: RecordedRide, kind: String, interval: Interval, journey: TrueRide, boards: Bool) {
    // Recordings know the places of their stops, and people want to hear names.
    var named = ride.ride
    for stop in named.stops.indices where named.stops[stop].stop.name.isEmpty {
      named.stops[stop].stop.name = "Stop \(stop)"
    }
    let levels = Level.expand(interval, over: named)
    guard
      let plan = AlertPlan(
        ride: named, levels: levels, timetable: boards ? .ofTheDay : .paceOnly, knowsBoarding: boards)
    else { return nil }
    let moments = RideReplay(ride.fixes).map {
      Moment(second: $0.input.at.timeIntervalSince(ride.start), input: $0.input)
    }
    self.init(kind, ride.id, named, interval, plan, moments, journey)
  }

  /// A ride that keeps its timetable but for a delay, as `alight simulate` makes it.
  init?(_ ride: Ride, _ interval: Interval, delay: Double, tunnel: Double, noise: Double, lost: Double, seed: UInt64) {
    guard let departure = ride.departure,
      let plan = AlertPlan(
        ride: ride, levels: Level.expand(interval, over: ride), timetable: .ofTheDay, knowsBoarding: true)
    else { return nil }
    var random = SplitMix(seed: seed)
    let held = Int(random.uniform() * Double(ride.stops.count - 1))
    let motion = SyntheticRide(ride.delayed(by: delay, from: held))
    let start = departure.addingTimeInterval(-60)
    let truth = motion.fixes(since: start)
    guard !truth.isEmpty, let before = motion.call(at: ride.stops.count - 2) else { return nil }
    let dark =
      tunnel > 0 ? before.leaves.addingTimeInterval(-tunnel / 2)...before.leaves.addingTimeInterval(tunnel / 2) : nil
    let received = SyntheticReception(noise: noise, lost: lost, tunnel: dark, seed: random.next()).received(truth)
    let calls = ride.stops.map { stop -> TrueRide.Call? in
      let place = stop.metres
      guard let reached = truth.firstIndex(where: { motion.metres(at: $0.at) >= place - 35 }) else { return nil }
      let left = truth.firstIndex { motion.metres(at: $0.at) > place + 1 }
      return TrueRide.Call(reached: Double(reached), left: left.map(Double.init) ?? .infinity)
    }
    let moments = zip(truth, received).enumerated().map { second, fixes in
      Moment(second: Double(second), input: fixes.1.map { .fix($0) } ?? .tick(fixes.0.at))
    }
    self.init(
      "simulated", "\(ride.line) \(seed) delay \(Int(delay)) tunnel \(Int(tunnel)) noise \(Int(noise)) lost \(lost)",
      ride,
      interval, plan, moments, TrueRide(points: truth.map { motion.position(at: $0.at) }, start: 0, calls: calls))
  }

  private init?(
    _ kind: String, _ name: String, _ ride: Ride, _ interval: Interval, _ plan: AlertPlan, _ moments: [Moment],
    _ journey: TrueRide
  ) {
    guard let reminder = CrashRides.reminder(ride, interval, at: ride.departure ?? Date(timeIntervalSince1970: 0))
    else {
      return nil
    }
    self.kind = kind
    self.name = "\(name) \(interval.canonical)"
    self.reminder = reminder
    self.plan = plan
    self.moments = moments
    self.journey = journey
  }

  /// What is told on it, with the accuracy of the newest position.
  func told() -> [(second: Double, alert: Alert, accuracy: Double)] {
    var state = AlertState()
    var (told, accuracy): ([(Double, Alert, Double)], Double) = ([], 0)
    for moment in moments {
      if case .fix(let fix) = moment.input { accuracy = fix.accuracy ?? AlertPolicy.standard.assumedAccuracy }
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) {
        told.append((moment.second, alert, accuracy))
      }
    }
    return told
  }
}
