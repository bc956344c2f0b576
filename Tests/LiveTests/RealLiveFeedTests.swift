#if Realtime
import Foundation
import Testing
import Timetable

@testable import Live

/// Where the shared feeds lie.
private enum LiveData {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "../shared/data/gtfs-rt").standardizedFileURL
  static let isThere = FileManager.default.fileExists(atPath: folder.path)
}

/// Feeds of real operators, and one file for each defect, where they lie beside the checkout.
@Suite(.enabled(if: LiveData.isThere, "needs ../shared/data/gtfs-rt"))
struct RealLiveFeedTests {
  private static func reader(_ zip: String) throws -> LiveReader {
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: LiveData.folder.appending(path: zip).path, name: "it", progress: nil)
    return try LiveReader(store, feed: "it")
  }

  private struct Independent: Decodable {
    struct Call: Decodable, Equatable {
      var isSkipped: Bool
      var arrival: Double?
      var departure: Double?

      init(_ call: LiveTrip.Call) {
        (isSkipped, arrival, departure) = (call.isSkipped, call.arrivalDelay?.rounded(), call.departureDelay?.rounded())
      }

      init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        isSkipped = try fields.decode(Bool.self)
        arrival = try fields.decodeIfPresent(Double.self)
        departure = try fields.decodeIfPresent(Double.self)
      }
    }

    var cancelled: Bool
    var calls: [Call]
  }

  @Test(
    "Every delay, skip and cancellation is what an independent reading finds",
    arguments: [
      ("ct.zip", "ct-trip-updates.pb", 1_699_405_550.0, 19), ("bart-rt.zip", "bart-trip-updates.pb", 1_565_199_930, 64),
    ])
  func independent(zip: String, feed: String, now: Double, count: Int) throws {
    let script = Process()
    script.executableURL = URL(filePath: "/usr/bin/env")
    script.arguments = [
      "python3", LiveData.root.appending(path: "Tests/LiveTests/Independent/live_times.py").path,
      LiveData.folder.appending(path: zip).path, LiveData.folder.appending(path: feed).path,
    ]
    let pipe = Pipe()
    script.standardOutput = pipe
    try script.run()
    let expected = try JSONDecoder().decode(
      [String: Independent].self, from: pipe.fileHandleForReading.readToEnd() ?? Data())
    script.waitUntilExit()
    let snapshot = try Self.reader(zip).snapshot(
      Data(contentsOf: LiveData.folder.appending(path: feed)), now: Date(timeIntervalSince1970: now))
    let found = Dictionary(uniqueKeysWithValues: snapshot.trips.values.map { ($0.id.tripID, $0) })
    #expect(found.count == count)
    #expect(Set(found.keys) == Set(expected.keys))
    for (id, trip) in found {
      #expect((trip.state == .cancelled) == expected[id]?.cancelled, "\(id)")
      #expect(trip.calls.map(Independent.Call.init) == expected[id]?.calls, "\(id)")
    }
  }

  @Test("Each file with one defect is found by its rule, and costs no more than that")
  func defects() throws {
    let reader = try Self.reader("ct.zip")
    let files = try FileManager.default.contentsOfDirectory(
      at: LiveData.folder.appending(path: "errors"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "pb" }
    #expect(files.count == 32)
    for file in files {
      let name = file.lastPathComponent
      let rule = String(name.prefix(4))
      let snapshot = try reader.snapshot(Data(contentsOf: file), now: Date(timeIntervalSince1970: 1_699_405_810))
      #expect(snapshot.findings.contains { $0.rule == rule }, "\(name)")
      switch rule {
      case "E002", "E003", "E026": #expect(snapshot.trips.isEmpty && snapshot.vehicles.isEmpty, "\(name)")
      case "E029": #expect(snapshot.vehicles.map(\.isOnLine) == [false], "\(name)")
      case "E001" where name.contains("header"): #expect(snapshot.madeAt == nil, "\(name)")
      default: #expect(snapshot.trips.count + snapshot.vehicles.count == 1, "\(name)")
      }
    }
  }

  @Test("A feed with nothing to say is no error, and what is no feed is one")
  func nothingAndNone() throws {
    let reader = try Self.reader("ct.zip")
    let now = Date(timeIntervalSince1970: 1_699_405_550)
    let empty = try reader.snapshot(Data(contentsOf: LiveData.folder.appending(path: "ct-service-alerts.pb")), now: now)
    #expect(empty.alerts.isEmpty && empty.findings.isEmpty)
    #expect(throws: LiveError.self) {
      try reader.snapshot(Data(contentsOf: LiveData.folder.appending(path: "invalid.pb")), now: now)
    }
  }
}
#endif
