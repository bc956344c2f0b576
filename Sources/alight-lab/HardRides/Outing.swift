import Alerts
import Foundation
import Journey

/// A hard ride in the making: a kind draws the line, drives it and spoils what the phone reports.
struct Outing {
  /// Second 0 of the true clock.
  static let epoch = Date(timeIntervalSince1970: 1_781_506_800)
  /// The second of the planned departure.
  static let departure = 7200.0

  var random: SplitMix
  let line: MadeUpLine
  /// Indices of the line's stops.
  let boarding: Int
  let destination: Int
  /// The stops that the timetable names; nil for all.
  var knownStops: [Int]?
  var track: Track
  var reception: Reception
  var leap: ClockLeap?
  var truth = HardRide.Truth()
  private(set) var calls = Calls()
  var timetable = AlertPlan.Timetable.ofTheDay
  var knowsBoarding = true
  /// Which of the kind's variants it is.
  var note = ""
  /// By how many days the timetable is of another time.
  private var daysOff = 0.0

  /// - Parameter before: Seconds before the planned departure at which the phone is first heard of; nil for by chance.
  init(_ line: MadeUpLine, from boarding: Int, to destination: Int, before: Double? = nil, using random: SplitMix) {
    var random = random
    self.line = line
    self.boarding = boarding
    self.destination = destination
    let waiting = line.places[boarding].moved(north: 5 * random.normal(), east: 5 * random.normal())
    track = Track(at: waiting, start: (line.departures[boarding] - (before ?? 40 + 200 * random.uniform())).rounded())
    reception = Reception(using: &random)
    self.random = random
  }

  /// A line by chance and a ride on the middle of it.
  static func plain(
    _ vehicle: Vehicle? = nil, stops: ClosedRange<Int> = 5...12, isInMinutes: Bool? = nil,
    using random: inout SplitMix
  ) -> Outing {
    let count = stops.lowerBound + random.below(stops.count)
    let vehicle = vehicle ?? .any(using: &random)
    let line = MadeUpLine(
      stops: count + 2, vehicle: vehicle, departure: departure, isInMinutes: isInMinutes, using: &random)
    return Outing(line, from: 0, to: count - 1, using: random)
  }

  /// The stop of the ride before the destination.
  var before: Int { (knownStops ?? Array(line.metres.indices)).last { $0 < destination } ?? destination - 1 }

  /// The timetable is of another day, and nobody knows where the rider has boarded.
  mutating func isUnderWay() {
    timetable = .paceOnly
    knowsBoarding = false
    daysOff = -Double(1 + random.below(6)) - random.uniform()
    note += (note.isEmpty ? "" : ", ") + "pace only"
  }

  // MARK: Driving

  /// Waits for the vehicle, rides on it to the destination and a stop farther, or gets off there.
  mutating func drive(_ trip: Trip = Trip()) {
    board(trip)
    ride(trip, from: boarding, to: trip.end ?? min(destination, line.metres.count - 1))
    arrive()
    if trip.end == nil { leave(trip) }
  }

  /// Waits at the boarding stop and gets in.
  mutating func board(_ trip: Trip) {
    let late = trip.late ?? -50 * log(1 - random.uniform())
    let leaves = max(track.clock + 15, line.departures[boarding] + late)
    let (way, metres) = (trip.driven?.way ?? line.way, trip.driven?.metres ?? line.metres)
    track.stand(until: leaves - 14)
    track.walk(to: way.position(at: metres[boarding]))
    track.stand(until: leaves)
    calls.left[boarding] = track.clock
  }

  /// From stop to stop, the last included.
  mutating func ride(_ trip: Trip, from first: Int, to last: Int) {
    let pace = (trip.speed ?? line.speed) * exp(0.06 * random.normal())
    var from = first
    while from < last {
      let to = (from + 1...last).first { !trip.skips.contains($0) } ?? last
      leg(trip, from: from, to: to, speed: pace * exp(0.05 * random.normal()))
      from = to
      if to < last || to != destination { dwell(at: to, trip) }
    }
  }

  private mutating func leg(_ trip: Trip, from: Int, to: Int, speed: Double) {
    let (way, metres) = (trip.driven?.way ?? line.way, trip.driven?.metres ?? line.metres)
    var halts = trip.jams.filter { (from..<to).contains($0.leg) }.map { jam in
      (metres[jam.leg] + jam.share * (metres[jam.leg + 1] - metres[jam.leg]), jam.seconds)
    }
    let lights = line.vehicle.lights
    for index in from..<to
    where !trip.keepsTime && random.uniform() < lights.share && metres[index + 1] - metres[index] > 120 {
      let share = 0.2 + 0.6 * random.uniform()
      halts.append(
        (metres[index] + share * (metres[index + 1] - metres[index]), lights.seconds.any(using: &random)))
    }
    let passed = (from + 1..<to).map { metres[$0] }
    let near = max(metres[from] + 1, metres[to] - 35)
    var place = metres[from]
    for (halt, seconds) in halts.sorted(by: { $0.0 < $1.0 }) + [(metres[to], 0)] where halt > place + 5 || seconds == 0
    {
      let noted = passed.filter { $0 > place && $0 <= halt } + (near > place && near <= halt ? [near] : [])
      let times = track.drive(
        way, from: place, to: halt, speed: speed, acceleration: line.vehicle.acceleration, noting: noted)
      for (along, time) in zip(noted, times) {
        if along == near {
          calls.reached[to] = time
        } else if let index = metres.firstIndex(of: along) {
          (calls.reached[index], calls.left[index]) = (time, time)
        }
      }
      if seconds > 0 { track.stand(for: seconds) }
      place = halt
    }
    calls.stood[to] = track.clock
    calls.left[to] = track.clock
  }

  private mutating func dwell(at stop: Int, _ trip: Trip) {
    var leaves = track.clock + line.vehicle.dwellSeconds(using: &random)
    // Who is early waits at most stops.
    if trip.keepsTime {
      leaves = max(min(leaves, track.clock + 25), line.departures[stop])
    } else if random.uniform() < 0.6 {
      leaves = max(leaves, min(leaves + 120, line.departures[stop]))
    }
    track.stand(until: leaves + (trip.stands[stop] ?? 0))
    calls.left[stop] = track.clock
  }

  /// Writes down what the ride so far means to the rider.
  mutating func arrive() {
    truth.leavesBefore = calls.left[before]
    truth.arrival = calls.reached[destination]
  }

  /// The wheels turn at a stop.
  mutating func leaves(_ stop: Int) { calls.left[stop] = track.clock }

  /// The doors close at the destination. Half of the riders have got off, the others sleep on to the next stop.
  mutating func leave(_ trip: Trip) {
    track.stand(for: max(8, line.vehicle.dwellSeconds(using: &random)))
    truth.leaves = track.clock
    calls.left[destination] = track.clock
    if random.uniform() < 0.5, destination + 1 < line.metres.count {
      leg(trip, from: destination, to: destination + 1, speed: line.speed)
      track.stand(for: 60)
    } else {
      track.walk(to: line.places[destination].moved(north: 30 * random.normal(), east: 30 * random.normal()))
      track.stand(for: 120)
    }
  }

  // MARK: Moments

  /// A moment of the ride, at a share of the time between leaving the boarding stop and arriving.
  func moment(_ share: Double) -> Double {
    let (begin, end) = (calls.left[boarding] ?? track.start, calls.reached[destination] ?? track.clock)
    return begin + share * (end - begin)
  }

  /// The ride as the engine is told it.
  mutating func made(_ kind: String) -> HardRide {
    let ride = line.ride(
      from: boarding, to: destination, knownStops: knownStops,
      epoch: Self.epoch.addingTimeInterval((daysOff * 86400).rounded()))
    return HardRide(
      kind: kind, note: note, ride: ride, timetable: timetable, knowsBoarding: knowsBoarding, moments: moments(),
      truth: truth, epoch: Self.epoch, intervals: intervals(of: ride))
  }

  private mutating func moments() -> [HardRide.Moment] {
    let fixes = reception.fixes(of: track, using: &random)
    var moments: [HardRide.Moment] = []
    moments.reserveCapacity(track.points.count + fixes.count + 120)
    var next = 0
    var hasLeapt = false
    // The clock goes on after the ride, and until the timetable's is over.
    let end = max(track.clock + 90, line.arrivals[destination] + 120)
    for second in Int(track.start)...Int(end) {
      let now = Double(second)
      if let leap, leap.clock != .phone, now >= leap.at, !hasLeapt {
        hasLeapt = true
        if leap.clock == .machine {
          moments.append(
            HardRide.Moment(second: now, input: .clockSet(Self.epoch.addingTimeInterval(now + leap.by), by: leap.by)))
        }
      }
      while next < fixes.count, fixes[next].comes <= now {
        let fix = fixes[next]
        let taken = fix.taken + (leap.map { fix.taken >= $0.at ? $0.by : 0 } ?? 0)
        moments.append(
          HardRide.Moment(
            second: now,
            input: .fix(
              Fix(
                at: Self.epoch.addingTimeInterval(taken), position: fix.position, accuracy: fix.accuracy,
                speed: fix.speed))))
        next += 1
      }
      let shown = now + (hasLeapt ? leap?.by ?? 0 : 0)
      moments.append(HardRide.Moment(second: now, input: .tick(Self.epoch.addingTimeInterval(shown))))
    }
    return moments
  }

  /// What riders ask for: a few stops, minutes or hundreds of metres.
  private mutating func intervals(of ride: Ride) -> [Interval] {
    let metres = 100 * Double(3 + random.below(18))
    return [
      Interval.stops(1 + random.below(4)).within(ride),
      Interval.duration(seconds: 60 * Double(2 + random.below(9))).within(ride),
      // Where the line comes round to where it began, the straight line says nothing.
      .distance(metres: min(metres, max(300, (0.9 * ride.straightLine / 50).rounded(.down) * 50))),
    ]
  }
}

/// A clock that is set while the ride goes on.
struct ClockLeap {
  enum Clock {
    /// That of the machine, with all that is on it, which notices.
    case machine
    /// The same, and nobody notices.
    case unnoticed
    /// That which the fixes are stamped by, alone.
    case phone
  }

  /// Seconds of the true clock.
  var at: Double
  /// Seconds, below zero back.
  var by: Double
  var clock: Clock
}
