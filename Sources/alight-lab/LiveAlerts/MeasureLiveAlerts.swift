import ArgumentParser
import Foundation
import Journey

/// Counts what live feeds, right and wrong ones, do to last calls.
struct MeasureLiveAlerts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-live-alerts",
    abstract: "Count what live feeds, right and wrong ones, do to last calls on simulated rides.",
    discussion: """
      Each ride runs as late as chance has it, and is followed with every kind of reception and of feed. right: a last call \
      came after the doors of the stop before had closed, and 10 s or 60 % of the leg before arrival. first: the first one did. \
      early, late and never are of the first one. lost: none came before the arrival. later: the first call came later than on the same \
      ride without a feed, and by how many seconds at most.

      Example: alight-lab measure-live-alerts --count 500 --timetable hart.sqlite --at 2026-11-26T20:00:00Z
      """)

  @Flag(help: "List the rides whose first call came later than without a feed.") var list = false
  @OptionGroup var options: RideOptions

  func run() async throws {
    let rides = try rides()
    print(Self.row("position", "feed", ["rides", "right", "first", "early", "late", "never", "lost", "later", "by"]))
    for reception in LateRide.Reception.allCases {
      var plain: [LateVerdict?] = []
      for feed in LateRide.Feed.allCases {
        let verdicts = await OnAllCores.map(rides.count) { rides[$0].verdict(reception, feed) }
        if feed == .none { plain = verdicts }
        print(Self.row(reception.rawValue, feed.rawValue, cells(verdicts, plain)))
        for (number, (one, other)) in zip(verdicts, plain).enumerated() where list {
          guard let one, let other, let called = one.calledAt, let before = other.calledAt, called > before + 1 else {
            continue
          }
          print("  \(number) \(rides[number].interval): \(one) instead of \(other)")
        }
      }
    }
  }

  private func rides() throws -> [LateRide] {
    let source = try options.source()
    var random = SplitMix(seed: options.seed)
    let intervals: [Interval] = [
      .stops(1), .stops(2), .duration(seconds: 180), .duration(seconds: 300), .distance(metres: 500),
    ]
    var rides: [LateRide] = []
    for _ in 0..<50 * options.count where rides.count < options.count {
      guard let ride = try source.ride(using: &random), ride.stops.count > 2 else { continue }
      let interval = intervals[rides.count % intervals.count].within(ride)
      if let late = LateRide(ride, interval, seed: random.next() >> 8) { rides.append(late) }
    }
    return rides
  }

  private func cells(_ verdicts: [LateVerdict?], _ plain: [LateVerdict?]) -> [String] {
    let known = verdicts.compactMap(\.self)
    let later = zip(verdicts, plain).compactMap { one, other -> Double? in
      guard let one = one?.calledAt, let other = other?.calledAt, one > other + 1 else { return nil }
      return one - other
    }
    func count(_ name: String) -> String { String(known.count { $0.first.name == name }) }
    return [
      String(known.count), String(known.count(where: \.isRight)), count("right"), count("early"), count("late"),
      count("never"), String(known.count(where: \.isLost)), String(later.count), String(Int(later.max() ?? 0)),
    ]
  }

  private static func row(_ position: String, _ feed: String, _ cells: [String]) -> String {
    position.padding(toLength: 10, withPad: " ", startingAt: 0)
      + feed.padding(toLength: 12, withPad: " ", startingAt: 0)
      + cells.map { String(repeating: " ", count: max(1, 8 - $0.count)) + $0 }.joined()
  }
}
