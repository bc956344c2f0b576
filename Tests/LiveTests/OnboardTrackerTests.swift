import Alerts
import Foundation
import Journey
import Testing
import Timetable

@testable import Live

@Suite struct OnboardTrackerTests {
  private static let north: [(Double, Double)] = [(0, 0), (0, 6000)]
  private static let south: [(Double, Double)] = [(0, 6000), (0, 0)]
  /// Shares its first two kilometres with `north`.
  private static let east: [(Double, Double)] = [(0, 0), (0, 2000), (4000, 2000)]

  private static func runs(_ line: String, _ direction: Int, _ corners: [(Double, Double)]) -> (RunWay, [Run]) {
    let way = Town.way(corners)
    return (way, (0..<4).map { Town.run(line, direction: direction, way, at: Town.eight + 1200 * Double($0)) })
  }

  private static let town = FewRuns([runs("1", 0, north), runs("1", 1, south), runs("2", 0, east)])

  private func beliefs(_ fixes: [Fix], _ source: any RunSource = town) throws -> [OnboardBelief] {
    var tracker = OnboardTracker(source)
    return try fixes.compactMap { try tracker.add($0) }
  }

  @Test("A rider on the bus is told its line, run, next stop and lateness")
  func rider() throws {
    let fixes = Town.fixes(Self.north, from: Town.eight + 1320, speed: 6.5, seconds: 600)
    let last = try #require(try beliefs(fixes).last)
    #expect(last.state == .sure)
    #expect(last.run?.line == "1")
    #expect(last.run?.direction == 0)
    #expect(last.run?.id.start == Town.eight + 1200)
    // 3900 m come after 585 s by the timetable, and took 600 s beside the two minutes that it set off late.
    #expect(abs((last.delay ?? 0) - 135) < 20)
    #expect(last.next?.stopID == "0/4000")
  }

  @Test("Where two lines take one street, none is certain until they part")
  func parting() throws {
    let fixes = Town.fixes(Self.east, from: Town.eight, speed: 6.5, seconds: 600)
    let beliefs = try beliefs(fixes)
    let before = beliefs[9]
    #expect(before.state == .likely)
    #expect(Set(before.candidates.prefix(2).map(\.run.line)) == ["1", "2"])
    let last = try #require(beliefs.last)
    #expect(last.state == .sure)
    #expect(last.run?.line == "2")
  }

  @Test("Who goes the other way is on the bus of the other direction")
  func direction() throws {
    let fixes = Town.fixes(Self.south, from: Town.eight + 30, speed: 6.5, seconds: 480)
    let last = try #require(try beliefs(fixes).last)
    #expect(last.run?.direction == 1)
    #expect(last.state == .sure)
  }

  @Test("Who walks along the line is on no bus")
  func walker() throws {
    let fixes = Town.fixes(Self.north, from: Town.eight, speed: 1.3, seconds: 1500)
    #expect(try beliefs(fixes).allSatisfy { $0.state == .unknown })
  }

  @Test("Who drives when nothing runs is on no bus")
  func driver() throws {
    let fixes = Town.fixes(Self.north, from: Town.eight - 3 * 3600, speed: 9, seconds: 600)
    #expect(try beliefs(fixes).allSatisfy { $0.state == .unknown && $0.candidates.isEmpty })
  }

  @Test("A receiver that reports each second is judged as one that reports twice a minute")
  func everySecond() throws {
    let slow = Town.fixes(Self.north, from: Town.eight + 1320, speed: 6.5, seconds: 600)
    let quick = zip(slow, slow.dropFirst()).flatMap { one, two in
      (0..<30).map { second -> Fix in
        let seconds = Double(second)
        return Fix(
          at: one.at + seconds, position: one.position.toward(two.position, share: seconds / 30), accuracy: 15)
      }
    }
    let beliefs = try beliefs(quick)
    #expect(beliefs.count == 20 * 2)
    #expect(beliefs.last?.run?.id.start == Town.eight + 1200)
  }

  @Test("Fixes that are rough, old, or off the earth change nothing")
  func useless() throws {
    var tracker = OnboardTracker(Self.town)
    let good = Town.fixes(Self.north, from: Town.eight, speed: 6.5, seconds: 90)
    for fix in good { _ = try tracker.add(fix) }
    var rough = good[3]
    (rough.at, rough.accuracy) = (rough.at + 30, 900)
    #expect(try tracker.add(rough) == nil)
    #expect(try tracker.add(good[1]) == nil)
    let nowhere = Fix(at: good[3].at + 60, position: Position(latitude: .nan, longitude: 0))
    #expect(try tracker.add(nowhere) == nil)
  }
}
