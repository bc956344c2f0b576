import Alerts
import Foundation
import Journey
import Testing

@testable import Fleet

/// A ride of half an hour over eleven stops, 2 km apart, due north.
private enum LongRide {
  static let stops = 11
  static let apart = 2000.0

  static func reminder(_ interval: Interval) throws -> Reminder {
    let calls = (0..<stops).map { index -> RideStop in
      let time = NorthRide.start + Double(index) * 180
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: NorthRide.position(Double(index) * apart)), arrival: time,
        departure: time, metres: Double(index) * apart)
    }
    let typed = Provenance(method: .typed)
    var draft = Draft(id: UUID(), createdAt: NorthRide.start)
    draft.from = Answer(calls[0].stop, typed)
    draft.to = Answer(calls[stops - 1].stop, typed)
    draft.mode = Answer(interval.mode, typed)
    draft.interval = Answer(interval, typed)
    draft.ride = Ride(
      tripID: "t", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: calls,
      shape: [calls[0].stop.position, calls[stops - 1].stop.position])
    return try #require(Reminder(draft, createdAt: NorthRide.start))
  }
}

@Suite("How long a phone may stay silent") struct QuietPeriodTests {
  /// Where a vehicle is at each second that drives as it likes, faster and slower and not at all, and never faster than `fastest`.
  private func drive(_ chance: inout SplitMix) -> [Double] {
    var (metres, speed, places) = (0.0, 0.0, [Double](repeating: 0, count: 60))
    let most = Double.random(in: 8...QuietPeriod.fastest, using: &chance)
    while metres < Double(LongRide.stops - 1) * LongRide.apart, places.count < 7200 {
      let wish = Bool.random(using: &chance) ? most : Double.random(in: 0...most, using: &chance)
      for _ in 0..<Int.random(in: 5...60, using: &chance) {
        speed += min(3, max(-4, wish - speed))
        metres += max(0, speed)
        places.append(metres)
      }
    }
    return places + [Double](repeating: metres, count: 120)
  }

  private struct Outcome {
    var calls: [Int: Double] = [:]
    var fixes = 0
  }

  private func follow(_ reminder: Reminder, _ places: [Double], isQuiet: Bool) throws -> Outcome {
    let rider = try #require(RiderID("rider"))
    var shard = RiderShard()
    shard.follow(reminder, of: rider, told: [], at: NorthRide.start - 60)
    var outcome = Outcome()
    var next = -Double.infinity
    for (place, metres) in places.enumerated() {
      let second = Double(place) - 60
      var alerts = shard.tick(at: NorthRide.start + second)
      if second >= next {
        let fix = Fix(
          at: NorthRide.start + second, position: NorthRide.position(metres + 0.4 * sin(1.7 * second)), accuracy: 5)
        alerts += shard.take(fix, of: rider, at: fix.at)
        outcome.fixes += 1
        next = second + (isQuiet ? shard.quiet(of: rider, accuracy: 5, at: fix.at) ?? 1 : 1)
      }
      for alert in alerts where alert.alert.event == .alert {
        outcome.calls[alert.alert.level ?? 0, default: second] = min(
          outcome.calls[alert.alert.level ?? 0] ?? second, second)
      }
    }
    return outcome
  }

  /// Seconds by which levels come later for a phone that is silent as long as it may, by level, and how many fixes it sent of all.
  private func late(_ interval: Interval) throws -> (late: [Int: Double], share: Double) {
    var chance = SplitMix(seed: 7)
    let reminder = try LongRide.reminder(interval)
    var (late, quietFixes, allFixes) = ([Int: Double](), 0, 0)
    for _ in 0..<60 {
      let places = drive(&chance)
      let (each, quiet) = (
        try follow(reminder, places, isQuiet: false), try follow(reminder, places, isQuiet: true)
      )
      for (level, second) in each.calls {
        // A level says all that those below it would have said.
        let own = quiet.calls.filter { $0.key >= level }.values.min() ?? .infinity
        late[level] = max(late[level] ?? 0, own - second)
      }
      (quietFixes, allFixes) = (quietFixes + quiet.fixes, allFixes + each.fixes)
    }
    return (late, Double(quietFixes) / Double(allFixes))
  }

  @Test("By distance no level comes later, however a vehicle drives, with a fifth of the fixes")
  func byDistance() throws {
    let (late, share) = try late(.distance(metres: 1500))
    #expect(late.count == 3 && late.values.allSatisfy { $0 <= 2 }, "\(late)")
    #expect(share < 0.2, "\(share)")
  }

  @Test("By stops the last call comes no later, however a vehicle drives, with half of the fixes")
  func byStops() throws {
    let (late, share) = try late(.stops(2))
    #expect(try #require(late[3]) <= 2, "\(late)")
    // A vehicle twice as fast as its timetable passes a stop between two of them: whoever is to get ready hears it that much later.
    #expect(late.values.allSatisfy { $0 <= 20 }, "\(late)")
    #expect(share < 0.5, "\(share)")
  }
}
