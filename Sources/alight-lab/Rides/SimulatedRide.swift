import Alerts
import Foundation
import Journey

/// A train ride by chance along a real line: what recordings lack. The same ride, kind and seed give the same case.
struct SimulatedRide {
  /// What happens on the way.
  enum Kind: String, CaseIterable, Encodable {
    /// Nothing but chance: running times, dwell, signals, a few minutes of delay.
    case plain
    /// One to three stretches of 20 s to 5 min without a fix.
    case tunnel
    /// Stations on the way are passed without stopping, and the timetable leaves them out.
    case express
    /// The train stands for 2 to 15 minutes more somewhere.
    case delayed
    /// The line comes back on its own way and passes every station twice; the destination is on the way back.
    case circular
    /// The train goes the other way from the boarding stop: no last call is due.
    case wrongWay = "wrong-way"
  }

  let kind: Kind
  /// The whole run of the train.
  private let run: [RideStop]
  private let way: Way
  /// Where the rider boards and wants to get off, as places in `run`.
  private let boarding: Int
  private let destination: Int
  /// Places in `run` where the train stops; always with both ends.
  private let served: [Int]
  private let ride: Ride

  /// Nil where the ride is too short for its kind.
  init?(_ ride: Ride, kind: Kind, using random: inout SplitMix) {
    guard ride.stops.count >= (kind == .express || kind == .wrongWay ? 6 : 4), ride.departure != nil else { return nil }
    let ride = kind == .circular ? ride.andBack : ride
    self.kind = kind
    self.ride = ride
    run = ride.stops
    way = Way(ride)
    let last = run.count - 1
    switch kind {
    case .wrongWay:
      boarding = 2 + Int(random.uniform() * Double(last - 4))
      destination = min(last, boarding + 2 + Int(random.uniform() * 4))
      served = Array(0...last)
    case .circular:
      boarding = Int(random.uniform() * Double(last / 2 - 1))
      destination = last / 2 + 1 + Int(random.uniform() * Double(last / 2 - 1))
      served = Array(0...last)
    case .express:
      boarding = 0
      destination = last - 1
      var kept = (1..<last - 1).filter { _ in random.uniform() < 0.5 }
      if kept.isEmpty { kept = [last - 2] }
      served = [0] + kept + [last - 1, last]
    case .plain, .tunnel, .delayed:
      boarding = 0
      destination = last - 1
      served = Array(0...last)
    }
  }

  /// The ride as the rider's phone reports it, and what really happened.
  func made(id: String, using random: inout SplitMix) -> RideCase? {
    let calls = self.calls
    guard let home = calls.firstIndex(where: { $0.stop == boarding }) else { return nil }
    let onward = kind == .wrongWay ? reversed(calls, from: home) : Array(calls[home...])
    let begin = onward[0].call.departure - 60 - 120 * random.uniform()
    let late = min(600, -60 * log(1 - random.uniform()))
    let middle = 1 + Int(random.uniform() * Double(max(1, onward.count - 2)))
    let extra = 120 + 780 * random.uniform()
    let motion = TrainMotion(
      onward.map(\.call), start: begin, late: late, standstill: kind == .delayed ? (middle, extra) : nil,
      using: &random)
    var reception = TrainReception(using: &random)
    let end = onward.firstIndex { $0.stop == destination }.map { motion.left[$0] } ?? motion.left[motion.left.count - 1]
    if kind == .tunnel { reception.tunnels = tunnels(from: motion.left[0], to: end, using: &random) }
    let fixes = reception.fixes(motion, on: place, using: &random)
    guard fixes.count > 60 else { return nil }
    return written(id, calls, fixes, begin, truth(onward.map(\.stop), motion))
  }

  private var calls: [(stop: Int, call: TrainMotion.Call)] {
    served.compactMap { index in
      let stop = run[index]
      guard let arrival = stop.arrival ?? stop.departure, let departure = stop.departure ?? stop.arrival else {
        return nil
      }
      return (
        index,
        TrainMotion.Call(
          metres: stop.metres, arrival: arrival.timeIntervalSinceReferenceDate,
          departure: departure.timeIntervalSinceReferenceDate)
      )
    }
  }

  /// The way back to the beginning, in the times of the way there. Metres count up from the boarding stop.
  private func reversed(_ calls: [(stop: Int, call: TrainMotion.Call)], from home: Int) -> [(
    stop: Int, call: TrainMotion.Call
  )] {
    let start = calls[home].call
    return calls[...home].reversed().map { stop, call in
      let gone = start.departure - call.departure
      return (
        stop,
        TrainMotion.Call(
          metres: start.metres - call.metres, arrival: start.departure + gone - 20, departure: start.departure + gone)
      )
    }
  }

  private func place(_ metres: Double) -> Position {
    way.position(at: kind == .wrongWay ? run[boarding].metres - metres : metres)
  }

  private func tunnels(from start: Double, to end: Double, using random: inout SplitMix) -> [ClosedRange<Double>] {
    (0..<1 + Int(random.uniform() * 3)).map { _ in
      let seconds = 20 + 280 * random.uniform()
      let entry = start + random.uniform() * max(1, end - start - seconds)
      return entry...entry + seconds
    }
  }

  private func truth(_ stops: [Int], _ motion: TrainMotion) -> RideCase.Truth {
    guard kind != .wrongWay, let last = stops.firstIndex(of: destination), last > 0 else { return RideCase.Truth() }
    let before = run[stops[last - 1]].metres
    let since = { (place: Double) in motion.reached(place).map { $0 - motion.start } }
    return RideCase.Truth(
      penultimate_reached_t: since(before - 35), penultimate_passed_t: since(before + 10),
      penultimate_left_t: since(before + 40), destination_reached_t: since(run[destination].metres - 35))
  }

  private func written(
    _ id: String, _ calls: [(stop: Int, call: TrainMotion.Call)], _ fixes: [RideCase.CaseFix], _ begin: Double,
    _ truth: RideCase.Truth
  ) -> RideCase? {
    let planned = calls.filter { (boarding...destination).contains($0.stop) }
    // Some lines call twice at one station, which tells nothing about the stop before.
    let legs = zip(planned, planned.dropFirst()).map { run[$1.stop].metres - run[$0.stop].metres }
    guard planned.count > 2, legs.allSatisfy({ $0 > 200 }) else { return nil }
    let origin = run[boarding].metres
    // A recording counts from a whole second.
    let start = begin.rounded(.down)
    let stops = planned.suffix(2).map { index, _ in
      let stop = run[index].stop
      return RideCase.CaseStop(
        id: stop.name, name: stop.name, lat: stop.position.latitude, lon: stop.position.longitude)
    }
    let line = planned.map { index, call in
      let stop = run[index].stop
      return RideCase.Line.LineStop(
        id: stop.name, name: stop.name, lat: stop.position.latitude, lon: stop.position.longitude,
        along_m: run[index].metres - origin, arrival: RideCase.clock(call.arrival - start),
        departure: RideCase.clock(call.departure - start))
    }
    return RideCase(
      id: id, kind: kind.rawValue,
      start_epoch_ms: Date(timeIntervalSinceReferenceDate: start).timeIntervalSince1970 * 1000, stops: stops,
      fixes: fixes,
      shape: RideCase.Shape(
        points: way.cut(from: origin, to: run[destination].metres),
        penultimate_m: run[planned[planned.count - 2].stop].metres - origin,
        destination_m: run[destination].metres - origin),
      line: RideCase.Line(stops: line), truth: truth)
  }
}

extension Ride {
  /// The ride to its end and back to its beginning, as a line that turns in a loop at its terminus.
  fileprivate var andBack: Ride {
    guard let turn = stops.last, let end = turn.arrival ?? turn.departure else { return self }
    var whole = self
    whole.stops[stops.count - 1].departure = end.addingTimeInterval(120)
    for stop in stops.dropLast().reversed() {
      guard let leaving = stop.departure ?? stop.arrival, let arriving = stop.arrival ?? stop.departure else {
        continue
      }
      var back = stop
      back.metres = 2 * turn.metres - stop.metres
      back.arrival = end.addingTimeInterval(120 + end.timeIntervalSince(leaving))
      back.departure = end.addingTimeInterval(120 + end.timeIntervalSince(arriving))
      whole.stops.append(back)
    }
    whole.shape += shape.reversed().dropFirst()
    return whole
  }
}
