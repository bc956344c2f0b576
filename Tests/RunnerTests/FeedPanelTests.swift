import Alerts
import Foundation
import Journey
import Testing

@testable import Devices

/// Two or three sources that report each second, and what came of it.
private struct Panel {
  private(set) var panel: FeedPanel
  /// What was told, in order.
  private(set) var told: [String] = []
  /// Whose positions counted, by second.
  private(set) var leads: [Int: Int] = [:]
  private let names: [String]

  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  init(_ names: String..., ways: [AlertPlan] = []) {
    self.names = names
    panel = FeedPanel(names: names)
    panel.ways = ways
  }

  static func fix(
    _ second: Double, north: Double, east: Double = 0, accuracy: Double? = 8, speed: Double? = nil
  ) -> Fix {
    Fix(
      at: start.addingTimeInterval(second),
      position: Position(latitude: 48 + north / 111_195, longitude: 14 + east / 74_400), accuracy: accuracy,
      speed: speed)
  }

  mutating func say(_ seconds: ClosedRange<Int>, _ fixes: (Double) -> [Fix?]) {
    for second in seconds {
      for (feed, fix) in fixes(Double(second)).enumerated() {
        guard let fix else { continue }
        let now = Self.start.addingTimeInterval(Double(second))
        for outcome in panel.take(fix, of: feed, now: now, elapsed: Double(second)) {
          if case .use = outcome { leads[second] = feed }
          switch SourceNotice(outcome, names: names) {
          case .found(let feed): told.append("\(feed) found")
          case .lost(let feed, let cause): told.append("\(feed) lost: \(cause)")
          case .doubted(let feed, let cause): told.append("\(feed) doubted: \(cause)")
          case .remark(let feed, let remark): told.append("\(feed) \(remark.kind)")
          case .clockSet, nil: break
          }
        }
      }
    }
  }
}

@Suite("Sources that contradict each other", .tags(.alone))
struct FeedPanelTests {
  /// A receiver's errors: some metres, and never the same.
  private func jitter(_ second: Double) -> Double { 3 * sin(second * 1.7) }

  @Test("a source that froze loses the lead within half a minute, whatever accuracy it claims, and is told once")
  func frozen() {
    var panel = Panel("frozen", "good")
    panel.say(0...300) { second in
      let (way, frozen) = (second * 10, min(second, 60) * 10)
      return [
        Panel.fix(second, north: frozen, accuracy: 1), Panel.fix(second, north: way + jitter(second), accuracy: 12),
      ]
    }
    #expect(panel.leads[59] == 0, "as long as it is right the more accurate one leads")
    #expect((90...300).allSatisfy { panel.leads[$0] == 1 })
    let expected = [
      "frozen found", "good found", "frozen doubted: it stands still to the last digit while good moves",
    ]
    #expect(panel.told == expected)
  }

  @Test("a source that moves again with the others is believed again")
  func thawed() {
    var panel = Panel("frozen", "good")
    panel.say(0...200) { second in
      let isFrozen = (60...120).contains(second)
      return [
        Panel.fix(second, north: isFrozen ? 600 : second * 10, accuracy: 4),
        Panel.fix(second, north: second * 10 + jitter(second), accuracy: 12),
      ]
    }
    #expect(panel.leads[119] == 1 && panel.leads[200] == 0)
    #expect(panel.told.last == "frozen found" && panel.told.count == 4, "\(panel.told)")
  }

  @Test("a receiver that holds a standing position to the digit is right beside one that wanders")
  func standing() {
    var panel = Panel("holds", "wanders")
    panel.say(0...600) { second in
      let way = min(second, 100) * 8 + max(0, second - 400) * 8
      return [
        Panel.fix(second, north: way, accuracy: 5, speed: second > 100 && second < 400 ? 0 : 8),
        Panel.fix(second, north: way, east: 40 * sin(second / 30), accuracy: 20),
      ]
    }
    #expect(panel.told == ["holds found", "wanders found"])
    #expect(panel.leads.values.allSatisfy { $0 == 0 })
  }

  @Test("a source that leaps away and claims a metre is doubted; the one that stands at a light beside it is not")
  func leaps() {
    for leaper in 0...1 {
      var panel = Panel("a", "b")
      panel.say(0...200) { second in
        let good = Panel.fix(second, north: min(second, 50) * 10, accuracy: 12)
        let bad = Panel.fix(
          second, north: min(second, 50) * 10 + (second < 80 ? 0 : 4000 + second * 5), accuracy: 1)
        return leaper == 0 ? [bad, good] : [good, bad]
      }
      let name = leaper == 0 ? "a" : "b"
      #expect((95...200).allSatisfy { panel.leads[$0] == 1 - leaper })
      #expect(panel.told.filter { $0.contains("doubted") }.map { $0.prefix(9) } == ["\(name) doubted"])
    }
  }

  @Test("a source that says another speed than it moves with is doubted")
  func otherSpeed() {
    var panel = Panel("lies", "good")
    panel.say(0...120) { second in
      [
        // It moves to and fro, and says all the while that it drives.
        Panel.fix(second, north: 3 * sin(second), accuracy: 2, speed: 12),
        Panel.fix(second, north: second * 12, accuracy: 10, speed: 12),
      ]
    }
    #expect((60...120).allSatisfy { panel.leads[$0] == 1 })
    #expect(panel.told.contains("lies doubted: it does not move as it says, and good says another place"))
  }

  @Test("of two that drive, the one on the ride's way is believed; without a ride the first one is")
  func elsewhere() throws {
    let plan = try #require(SampleReminder.make(.stops(2)).flatMap { AlertPlan($0) })
    for isKnown in [true, false] {
      var panel = Panel("other", "mine", ways: isKnown ? [plan] : [])
      panel.say(0...120) { second in
        [
          Panel.fix(second, north: 0, east: 2000 + second * 9, accuracy: 4),
          Panel.fix(second, north: second * 7, accuracy: 10),
        ]
      }
      #expect((40...120).allSatisfy { panel.leads[$0] == (isKnown ? 1 : 0) })
      let cause =
        isKnown
        ? "other doubted: it is far from the ride's line, and mine is near it"
        : "mine doubted: it says another place than other, which was first"
      #expect(panel.told.filter { $0.contains("doubted") } == [cause])
    }
  }

  @Test("of three the two that agree are believed")
  func majority() {
    var panel = Panel("odd", "one", "two")
    panel.say(0...120) { second in
      [
        Panel.fix(second, north: second * 9, east: 3000, accuracy: 3), Panel.fix(second, north: second * 10),
        Panel.fix(second, north: second * 10 + jitter(second), accuracy: 12),
      ]
    }
    #expect((40...120).allSatisfy { panel.leads[$0] == 1 })
    #expect(panel.told.filter { $0.contains("doubted") } == ["odd doubted: one and another one say another place"])
  }

  @Test("a phone that reports twice in a minute agrees with a receiver that does each second")
  func sparse() {
    var panel = Panel("receiver", "phone")
    panel.say(0...600) { second in
      [
        Panel.fix(second, north: second * 20, accuracy: 10),
        Int(second) % 30 == 7 ? Panel.fix(second - 2, north: (second - 2) * 20, accuracy: 25) : nil,
      ]
    }
    #expect(panel.told == ["receiver found", "phone found"])
  }

  @Test("one source alone is passed on as it is: what a place that stands still means, the engine knows")
  func alone() {
    var panel = Panel("only")
    panel.say(0...900) { second in [Panel.fix(second, north: min(second, 100) * 10)] }
    #expect(panel.told == ["only found"])
    #expect(panel.leads.count == 901)
  }

  @Test("a doubted source that drives on is better than none, a minute after the other one has fallen silent")
  func last() {
    var panel = Panel("leapt", "good")
    panel.say(0...300) { second in
      [
        Panel.fix(second, north: second * 10 + (second < 60 ? 0 : 5000)),
        second < 120 ? Panel.fix(second, north: second * 10) : nil,
      ]
    }
    #expect((130...170).allSatisfy { panel.leads[$0] == nil })
    #expect((240...300).allSatisfy { panel.leads[$0] == 0 })
    #expect(panel.told.last == "leapt found")
  }

  @Test("what cannot be is one position's fault, told once, and takes the lead from nobody")
  func impossible() {
    let places: [(Double, Double)] = [
      (91, 14), (-91, 14), (48, 181), (.nan, 14), (48, .infinity), (0, 0), (1e300, -1e300),
    ]
    var bad = places.map { Fix(at: Panel.start, position: Position(latitude: $0.0, longitude: $0.1), accuracy: 1) }
    for accuracy in [Double.nan, .infinity] { bad.append(Panel.fix(0, north: 0, accuracy: accuracy)) }
    for speed in [Double.nan, .infinity, 91, 1e300] { bad.append(Panel.fix(0, north: 0, speed: speed)) }
    for year in [-2_208_988_800.0, 253_402_300_799, 3_976_214_400 * 10, .infinity, .nan] {
      var fix = Panel.fix(0, north: 0, accuracy: 1)
      fix.at = Date(timeIntervalSince1970: year)
      bad.append(fix)
    }
    for fix in bad { #expect(fix.fault != nil, "\(fix)") }
    var panel = Panel("bad", "good")
    panel.say(0...99) { second in
      var odd = bad[Int(second) % bad.count]
      if FixFault.times.contains(odd.at.timeIntervalSince1970) { odd.at = Panel.start.addingTimeInterval(second) }
      return [odd, Panel.fix(second, north: second * 10, accuracy: 60)]
    }
    #expect((0...99).allSatisfy { panel.leads[$0] == 1 })
    #expect(panel.told.prefix(2) == ["bad impossible", "good found"])
    // It goes on for so long that it has no positions at all.
    #expect(panel.told.dropFirst(2).allSatisfy { $0.hasPrefix("bad lost: its positions cannot be") })
  }

  @Test("what stands for unknown is unknown")
  func unknown() {
    let fix = Panel.fix(0, north: 0, accuracy: 0, speed: -1)
    #expect(fix.withoutPretence.accuracy == nil && fix.withoutPretence.speed == nil && fix.fault == nil)
  }
}

@Suite("What waits for a runner")
struct MomentQueueTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("of a million positions at once the newest are kept, and neither a tick nor the setting of the clock is lost")
  func burst() async throws {
    let queue = MomentQueue()
    queue.put(.tick(start))
    queue.put(.clockSet(start, by: 60))
    for index in 0..<1_000_000 {
      queue.put(.fix(Fix(at: start.addingTimeInterval(Double(index)), position: SampleReminder.position(0))))
      if index == 500_000 { queue.put(.tick(start.addingTimeInterval(1))) }
    }
    #expect(queue.count == 67)
    queue.finish()
    var inputs: [AlertInput] = []
    while let input = try await queue.next() { inputs.append(input) }
    #expect(inputs.prefix(3) == [.tick(start), .clockSet(start, by: 60), .tick(start.addingTimeInterval(1))])
    #expect(inputs.last?.at == start.addingTimeInterval(999_999))
    #expect(inputs.count == 67)
  }

  @Test("is waited for, and a reader that is cancelled is let go")
  func waits() async throws {
    let queue = MomentQueue()
    let reader = Task { try await queue.next() }
    queue.put(.tick(start))
    #expect(try await reader.value == .tick(start))
    let idle = Task { try await queue.next() }
    idle.cancel()
    #expect(try await idle.value == nil)
  }
}

@Suite("Several recordings of one ride", .tags(.alone))
struct SeveralRecordingsTests {
  @Test("are judged as receivers are: a frozen one leads no longer, and no instant is lost")
  func judged() async throws {
    let (bad, good) = (0...200).reduce(into: ([Fix](), [Fix]())) { tracks, second in
      let seconds = Double(second)
      tracks.0.append(Panel.fix(seconds, north: min(seconds, 50) * 10, accuracy: 2))
      tracks.1.append(Panel.fix(seconds, north: seconds * 10, accuracy: 12))
    }
    let notices = Notices()
    let source = FixReplay([Recording(bad, name: "bad.gpx"), Recording(good, name: "good.gpx")]) { notice in
      notices.add(notice)
    }
    var (fixes, clock): ([Fix], Date) = ([], .distantPast)
    for try await input in source.moments() {
      #expect(input.at >= clock)
      clock = input.at
      if case .fix(let fix) = input { fixes.append(fix) }
    }
    #expect(clock == Panel.start.addingTimeInterval(200))
    #expect(fixes.suffix(100).allSatisfy { $0.accuracy == 12 })
    #expect(notices.all.contains { if case .doubted("bad.gpx", _) = $0 { true } else { false } })
  }

  private final class Notices: @unchecked Sendable {
    // Called by the source alone, one after the other.
    var all: [SourceNotice] = []
    func add(_ notice: SourceNotice) { all.append(notice) }
  }
}
