import Foundation
import Timetable

/// A timetable of a few trips a day in Vienna, imported as "small" from files that are as short as they can be.
enum SmallTimetable {
  /// - Parameter files: Those in which it differs from others: stops, routes, trips and their times, and what else there is.
  static func store(_ files: [String: String]) throws -> TimetableStore {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let common = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\na,A,https://example.org,Europe/Vienna\n",
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260101,20261231

      """,
    ]
    for (name, text) in common.merging(files, uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: folder.path, name: "small")
    return store
  }

  static let seven = ISO8601DateFormatter().date(from: "2026-12-01T07:00:00+01:00")?.timeIntervalSince1970 ?? 0
}
