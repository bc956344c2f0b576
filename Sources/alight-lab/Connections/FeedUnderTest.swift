import Foundation
import Timetable

/// A feed imported as Alight reads it, in a folder of its own that is gone with it, and read plainly as well, to compare both.
final class FeedUnderTest {
  let store: TimetableStore
  private let folder: URL
  private let feed: String

  /// - Parameter feed: A GTFS zip file or folder.
  /// - Throws: errors of the import.
  init(_ feed: String) throws {
    self.feed = feed
    folder = FileManager.default.temporaryDirectory.appending(path: "alight-feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try TimetableStore(path: folder.appending(path: "timetable.sqlite").path)
    try store.importFeed(at: feed, name: "feed")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The feed's own files, read in the plainest way.
  func plain() throws -> PlainFeed { try PlainFeed(folder: CheckConnections.unpacked(feed, in: folder)) }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
