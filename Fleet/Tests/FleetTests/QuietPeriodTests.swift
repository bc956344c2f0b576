import Alerts
import Foundation
import Journey
import Testing

@testable import Fleet

/// A ride of half an hour over eleven stops, 2 km apart, due north.
private enum LongRide {
  static let stops = 11
  static let apart = 2000.0

  static func reminder(_ interval: Interval, hasShape: Bool = true) throws -> Reminder {
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
      shape: hasShape ? [calls[0].stop.position, calls[stops - 1].stop.position] : [])
    return try #require(Reminder(draft, createdAt: NorthRide.start))
  }
}

@Suite("How long a phone may stay silent") struct QuietPeriodTests {
  /// Where a vehicle is at each second that drives as it likes, faster and slower and not at all, and never faster than `fastest`.
  private func drive(_ chance: inout SplitMix) -> [Double] {
    var (metres, speed, places) = (0.0, 0.0, [Double](repeating: 0, count: 60))
    let most = Double.random(in: 8...56, using: &chance)
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
        next = second + (isQuiet ? shard.quieten(rider, at: fix.at) ?? 1 : 1)
      }
      for alert in alerts where alert.alert.event == .alert {
        outcome.calls[alert.alert.level ?? 0, default: second] = min(
          outcome.calls[alert.alert.level ?? 0] ?? second, second)
      }
    }
    return outcome
  }

  /// What becomes of riders whose phones are silent for as long as they may.
  private struct Comparison {
    /// Seconds by which levels come later than for a phone that speaks each second, by level.
    var late: [Int: Double] = [:]
    /// How many fixes it sends of all.
    var share = 0.0
  }

  private func compare(_ interval: Interval, hasShape: Bool = true, seed: UInt64 = 7) throws -> Comparison {
    var chance = SplitMix(seed: seed)
    let reminder = try LongRide.reminder(interval, hasShape: hasShape)
    var (comparison, quietFixes, allFixes) = (Comparison(), 0, 0)
    for _ in 0..<60 {
      let places = drive(&chance)
      let each = try follow(reminder, places, isQuiet: false)
      let quiet = try follow(reminder, places, isQuiet: true)
      for (level, second) in each.calls {
        // A level says all that those below it would have said.
        let own = quiet.calls.filter { $0.key >= level }.values.min() ?? .infinity
        comparison.late[level] = max(comparison.late[level] ?? 0, own - second)
      }
      (quietFixes, allFixes) = (quietFixes + quiet.fixes, allFixes + each.fixes)
    }
    comparison.share = Double(quietFixes) / Double(allFixes)
    return comparison
  }

  @Test(
    "However a vehicle drives, no level comes later, with a seventh of the fixes",
    arguments: [Interval.distance(metres: 1500), .stops(2), .duration(seconds: 120)])
  func onALine(_ interval: Interval) throws {
    let comparison = try compare(interval)
    #expect(comparison.late.count == 3 && comparison.late.values.allSatisfy { $0 <= 3 }, "\(comparison)")
    #expect(comparison.share < 0.15, "\(comparison)")
  }

  @Test(
    "Nor where the timetable has no line between its stops, with a fifth of the fixes",
    arguments: [Interval.distance(metres: 1500), .stops(2), .duration(seconds: 120)])
  func betweenStops(_ interval: Interval) throws {
    let comparison = try compare(interval, hasShape: false)
    #expect(comparison.late.count == 3 && comparison.late.values.allSatisfy { $0 <= 3 }, "\(comparison)")
    #expect(comparison.share < 0.2, "\(comparison)")
  }
}
