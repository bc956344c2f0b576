import Foundation
import Journey

@testable import Timetable

/// Where the tests find the repository and the shared feeds beside it.
enum Fixtures {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let demoNetwork = root.appending(path: "Prompts/demo-network")

  /// A real feed; nil where the shared data is not at hand.
  static func sharedFeed(_ name: String) -> String? {
    let path = root.appending(path: "../shared/data/gtfs/\(name)").standardizedFileURL.path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  static let hasBART = sharedFeed("bart-2023.zip") != nil
  static let hasZip = ["/usr/bin/zip", "/bin/zip"].contains { FileManager.default.isExecutableFile(atPath: $0) }

  static func demo() throws -> TimetableStore {
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: demoNetwork.path, name: "demo", isDemonstration: true, progress: nil)
    return store
  }
}

/// A folder that is removed with the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// A small feed whose files a test changes before it is written.
struct SmallFeed {
  /// Three stops in a row, one trip a day in Vienna.
  var files: [String: String] = [
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\na,A,https://example.org,Europe/Vienna\n",
    "stops.txt": """
    stop_id,stop_name,stop_lat,stop_lon
    a,Alpha,48.30,14.30
    b,Beta,48.31,14.30
    c,Gamma,48.33,14.30

    """,
    "routes.txt": "route_id,route_short_name,route_type\nr,1,3\n",
    "calendar.txt": """
    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    daily,1,1,1,1,1,1,1,20260101,20261231

    """,
    "trips.txt": "route_id,service_id,trip_id\nr,daily,t\n",
    "stop_times.txt": """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    t,08:00:00,08:00:00,a,1
    t,08:10:00,08:11:00,b,2
    t,08:20:00,08:20:00,c,3

    """,
  ]

  subscript(_ file: String) -> String {
    get { files[file] ?? "" }
    set { files[file] = newValue }
  }

  /// Writes the feed into a folder of its own.
  func write(to folder: URL) throws -> String {
    let feed = folder.appending(path: "small-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: feed.appending(path: name)) }
    return feed.path
  }

  /// A timetable of this feed alone.
  func imported() throws -> (TimetableStore, ImportReport) {
    let folder = try TemporaryFolder()
    let store = try TimetableStore.inMemory()
    return (
      store, try store.importFeed(at: try write(to: folder.url), name: "small", now: instant("2026-06-01T12:00:00Z"))
    )
  }
}

/// Reads `2026-03-29T00:30:00+01:00`.
func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

extension Ride {
  /// The departure in UTC, as text that a test can be read by.
  var departureText: String { departure.map { $0.formatted(.iso8601) } ?? "unknown" }
}
