import Foundation
import GRDB

extension TimetableStore {
  /// Reads a GTFS zip or folder into the timetable. A feed of the same name is replaced, in one transaction: until that
  /// commits, and when it fails, the old one stands.
  /// - Parameters:
  ///   - path: a zip file, or a folder with the feed's text files.
  ///   - name: what the feed's stops are known under (`name:stop_id`); made from the file's name where nil.
  ///   - now: By this a feed whose days are over, or have not begun, is told.
  ///   - progress: told a few times a second.
  /// - Throws: `TimetableError` that names the file, the line, the cause and the next step.
  @discardableResult
  public func importFeed(
    at path: String, name: String? = nil, now: Date = Date(), progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) throws -> ImportReport {
    try importFeed(at: path, name: name, isDemonstration: false, now: now, progress: progress)
  }

  @discardableResult
  func importFeed(
    at path: String, name: String?, isDemonstration: Bool, now: Date = Date(),
    progress: (@Sendable (ImportProgress) -> Void)?
  ) throws -> ImportReport {
    let clock = ContinuousClock()
    let start = clock.now
    let name = try name.map(Self.checked) ?? Self.name(from: path)
    let files = try FeedFiles(path: path)
    var (report, replaced) = try TimetableError.telling(self.path) {
      try database.write { database in
        try database.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [name])
        let replaced = database.changesCount > 0
        var reading = try FeedReading(files, database, now: now, progress: progress)
        try reading.readAll(name: name, isDemonstration: isDemonstration)
        return (ImportReport(feed: name, source: path, counts: reading.counts, notices: reading.log.notices), replaced)
      }
    }
    report.replaced = replaced
    let took = (clock.now - start).components
    report.seconds = Double(took.seconds) + Double(took.attoseconds) / 1e18
    return report
  }

  /// A name that can stand before the colon in a stop's id.
  private static func checked(_ name: String) throws -> String {
    guard (1...40).contains(name.utf8.count), name.utf8.allSatisfy(isAllowed) else {
      throw TimetableError.badName(name)
    }
    return name
  }

  /// `BART 2023.zip` becomes `bart-2023`.
  private static func name(from path: String) -> String {
    let file = URL(filePath: path).standardizedFileURL.deletingPathExtension().lastPathComponent.lowercased()
    let name = String(decoding: file.utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "-") }.prefix(40), as: UTF8.self)
    return name.isEmpty ? "feed" : name
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
