import Foundation

/// The live feeds of a rider, in a file of theirs alone: it may hold keys.
public struct LiveFeedList: Sendable {
  public private(set) var feeds: [LiveFeed]
  private let file: URL

  private struct Contents: Codable {
    var schema = "alight.live-feeds/1"
    var feeds: [LiveFeed]
  }

  /// Reads the list; there is none at first.
  /// - Throws: `LiveFeedListError.damaged`
  public init(_ file: URL) throws(LiveFeedListError) {
    self.file = file
    guard FileManager.default.fileExists(atPath: file.path) else {
      feeds = []
      return
    }
    guard let data = FileManager.default.contents(atPath: file.path),
      let contents = try? JSONDecoder().decode(Contents.self, from: data)
    else { throw .damaged(path: file.path) }
    feeds = contents.feeds
  }

  /// Adds one, or changes the one of the same timetable and location.
  /// - Returns: Whether it is a new one.
  /// - Throws: `LiveFeedListError.unwritable`; then nothing has changed.
  public mutating func set(_ feed: LiveFeed) throws(LiveFeedListError) -> Bool {
    let place = feeds.firstIndex { $0.timetable == feed.timetable && $0.location == feed.location }
    var changed = feeds
    if let place { changed[place] = feed } else { changed.append(feed) }
    try write(changed)
    return place == nil
  }

  /// Takes away those of a timetable, or of a location.
  /// - Throws: `LiveFeedListError.unwritable`; then nothing has changed.
  public mutating func remove(_ name: String) throws(LiveFeedListError) -> [LiveFeed] {
    let gone = feeds.filter { $0.timetable == name || $0.location == name || $0.shown == name }
    if !gone.isEmpty { try write(feeds.filter { !gone.contains($0) }) }
    return gone
  }

  private mutating func write(_ feeds: [LiveFeed]) throws(LiveFeedListError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let part = file.appendingPathExtension("part")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let data = try encoder.encode(Contents(feeds: feeds)) + Data("\n".utf8)
      try? FileManager.default.removeItem(at: part)
      // Closed to others before anything is in it.
      guard FileManager.default.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteNoPermission) }
      try data.write(to: part)
      guard rename(part.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try? FileManager.default.removeItem(at: part)
      throw .unwritable(path: file.path, cause: (error as NSError).localizedDescription)
    }
    self.feeds = feeds
  }
}

/// What is wrong with the file of live feeds.
public enum LiveFeedListError: Error, Hashable, CustomStringConvertible {
  case damaged(path: String)
  case unwritable(path: String, cause: String)

  public var description: String {
    switch self {
    case .damaged(let path): "\(path) is no list of live feeds: mend it, or remove it and add the feeds again"
    case .unwritable(let path, let cause): "\(path) cannot be written: \(cause)"
    }
  }
}
