import Foundation
import Journey
import Rehearsal
import Testing

@testable import Alerts

/// Buses as a fleet reports them, a position every half minute, taken for somebody who drives past places and stops at some.
@Suite("A reminder of a place on drives with a position every half minute")
struct FleetVisitTests {
  private struct Drive: Decodable {
    struct Point: Decodable {
      var t: Double
      var lat: Double
      var lon: Double
      var speed: Double?
    }

    var id: String
    var positions: String
    var fixes: [Point]
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data/avl")
  private static let start = Date(timeIntervalSince1970: 1_800_003_600)

  /// The drives by satellite, as positions moved onto their line never stand still by themselves.
  private static func drives() throws -> [(id: String, fixes: [Fix])] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let drives = try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map {
      try JSONDecoder().decode(Drive.self, from: Data(contentsOf: $0))
    }
    return drives.filter { $0.positions == "gps" }.map { drive in
      let fixes = drive.fixes.map {
        Fix(at: start + $0.t, position: Position(latitude: $0.lat, longitude: $0.lon), accuracy: 15, speed: $0.speed)
      }
      return (drive.id, fixes)
    }
  }

  /// What is told of a place on a drive.
  private func told(_ place: Position, _ fixes: [Fix]) throws -> [Date] {
    let stop = Stop(name: "place", position: place, radius: 100)
    var draft = Draft(id: UUID(), createdAt: Self.start)
    draft.visit = Visit(.arriving, places: [stop])
    let flag = Provenance(method: .flag)
    draft.to = Answer(stop, flag)
    draft.mode = Answer(.distance, flag)
    draft.interval = Answer(.distance(metres: 100), flag)
    draft.ride = Ride(approaching: stop, arrival: nil, day: "2027-01-15", zone: "America/New_York")
    let reminder = try #require(Reminder(draft, createdAt: Self.start))
    var rider = Rider(try #require(AlertPlan(reminder)))
    for moment in RideReplay(fixes) { rider.take(moment.input) }
    return rider.told.filter { $0.event == .alert }.map(\.at)
  }

  private static func metresASecond(_ one: Fix, _ other: Fix) -> Double {
    one.position.metres(to: other.position) / max(1, other.at.timeIntervalSince(one.at))
  }

  @Test(
    "what is driven past is not told, and where somebody stops is, once",
    .enabled(if: FileManager.default.fileExists(atPath: folder.path), "needs ../shared/data/avl"))
  func drives() throws {
    var (passed, falseAlarms, stayed, missed) = (0, 0, 0, 0)
    var delays: [Double] = []
    for (id, fixes) in try Self.drives() {
      for index in fixes.indices.dropFirst(2).dropLast(2) {
        let place = fixes[index].position
        let near = fixes.filter { $0.position.metres(to: place) <= 150 }
        let isDriven =
          Self.metresASecond(fixes[index - 1], fixes[index]) > 5
          && Self.metresASecond(fixes[index], fixes[index + 1]) > 5
        if near.count == 1, isDriven {
          passed += 1
          let alarms = try told(place, fixes)
          falseAlarms += alarms.count
          if !alarms.isEmpty { print("passed and told: \(id) \(index)") }
        }
        // Two minutes and more in one place, where it has not been before.
        let stay = fixes[index...].prefix { $0.position.metres(to: place) <= 40 }
        let isFirst = fixes[..<index].allSatisfy { $0.position.metres(to: place) > 100 }
        guard let last = stay.last, last.at.timeIntervalSince(fixes[index].at) >= 120, isFirst else { continue }
        stayed += 1
        let alarms = try told(place, fixes)
        #expect(alarms.count <= 1, "\(id) \(index)")
        guard let first = alarms.first else {
          missed += 1
          continue
        }
        // Two positions may be those of a red light.
        #expect(first <= stay.prefix(3).last?.at ?? .distantPast, "\(id) \(index)")
        delays.append(first.timeIntervalSince(fixes[index].at))
      }
    }
    delays.sort()
    print(
      "drives with a position every half minute: \(passed) places passed, \(falseAlarms) told; \(stayed) stopped at, \(missed) not told, the others \(delays.map { Int($0) }) s after the first position there"
    )
    #expect(passed > 100 && falseAlarms == 0)
    #expect(stayed > 0 && missed == 0)
  }
}
