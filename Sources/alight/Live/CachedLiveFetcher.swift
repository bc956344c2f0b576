import BuiltFiles
import Foundation
import Live

/// Keeps what feeds sent, so that a command that is run again does not ask a server more often than the feed is made.
struct CachedLiveFetcher: LiveFetcher {
  private let fetcher: any LiveFetcher
  private let folder: URL
  private let now: @Sendable () -> Date

  /// - Parameter folder: Of what can be got again; it need not exist.
  init(_ fetcher: any LiveFetcher, folder: URL, now: @escaping @Sendable () -> Date = { Date() }) {
    (self.fetcher, self.folder, self.now) = (fetcher, folder, now)
  }

  private struct Note: Codable {
    var at: Date
    var stamp: LiveStamp?
  }

  func fetch(_ feed: LiveFeed, since stamp: LiveStamp?) async throws(LiveFetchError) -> LiveFetched {
    // A file is as near as its copy; whoever has a state of their own asks for what is newer.
    guard feed.isAddress, stamp == nil else { return try await fetcher.fetch(feed, since: stamp) }
    let (body, note) = files(feed)
    let known = FileManager.default.contents(atPath: note.path).flatMap {
      try? JSONDecoder().decode(Note.self, from: $0)
    }
    let kept = known == nil ? nil : FileManager.default.contents(atPath: body.path)
    if let known, let kept, (0..<feed.every).contains(now().timeIntervalSince(known.at)) {
      return .fresh(kept, known.stamp)
    }
    let fetched = try await fetcher.fetch(feed, since: kept == nil ? nil : known?.stamp)
    switch fetched {
    case .fresh(let data, let stamp):
      keep(data, Note(at: now(), stamp: stamp), body, note)
      return fetched
    case .unchanged:
      guard let kept else { return fetched }
      keep(nil, Note(at: now(), stamp: known?.stamp), body, note)
      return .fresh(kept, known?.stamp)
    }
  }

  private func files(_ feed: LiveFeed) -> (body: URL, note: URL) {
    let name = "\(feed.timetable)-\(Digest(feed.location))"
    return (folder.appending(path: name + ".pb"), folder.appending(path: name + ".json"))
  }

  /// What cannot be kept is asked for again.
  private func keep(_ data: Data?, _ note: Note, _ body: URL, _ file: URL) {
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // The note goes first and comes last: beside it lies nothing but what it speaks of.
    if let data {
      try? FileManager.default.removeItem(at: file)
      guard (try? data.write(to: body, options: .atomic)) != nil else { return }
    }
    try? JSONEncoder().encode(note).write(to: file, options: .atomic)
  }
}
