import Foundation
import Testing

@testable import Timetable

@Suite("Of 300 feeds with one defect each") struct BrokenFeedTableTests {
  private static let python = "/usr/bin/python3"
  private static let hasPython = FileManager.default.isExecutableFile(atPath: python)

  /// What must become of a feed, by what riders would see of its defect.
  private enum Outcome: String {
    /// It is not read, for the rule that the table names.
    case refused
    /// The notice that the table names tells of what is left out, or of a doubt.
    case told
    /// That notice tells of what is made good.
    case repaired
    /// Riders see no difference, and nothing is said.
    case same
  }

  /// A row of the table that `broken_feeds.py` writes beside the feeds.
  private struct BrokenFeed {
    var folder: String
    var file: String
    var defect: String
    var outcome: Outcome
    var notice: String

    init(_ line: Substring) throws {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 6, "\(line)")
      (folder, file, defect, notice) = (fields[0], fields[2], fields[3], fields[5])
      outcome = try #require(Outcome(rawValue: fields[4]), "\(line)")
    }
  }

  private func writeFeeds(to root: URL) throws -> [BrokenFeed] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Independent/broken_feeds.py")
    try run(Self.python, [script.path, root.path], in: Fixtures.root)
    let table = try String(contentsOf: root.appending(path: "table.tsv"), encoding: .utf8)
    return try table.split(separator: "\n").dropFirst().map(BrokenFeed.init)
  }

  /// The rides on two lines, round an instant.
  private func rides(of store: TimetableStore, at instant: Date) throws -> [RideChoice] {
    try [("feed:w", "feed:n"), ("feed:h2", "feed:o")].map { try store.rides(from: $0.0, to: $0.1, at: instant) }
  }

  @Test("each is refused, repaired, told of or the same, as riders need it", .enabled(if: hasPython, "needs python3"))
  func table() throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appending(path: "feeds")
    let feeds = try writeFeeds(to: root)
    #expect(feeds.count == 300)
    let now = Date()
    let store = try TimetableStore.inMemory()
    #expect(try store.importFeed(at: root.appending(path: "good").path, name: "feed").notices == [])
    let good = try rides(of: store, at: now)
    #expect(good.allSatisfy { $0.chosen != nil })
    for feed in feeds {
      if let flaw = flaw(of: feed, in: root, good, at: now) {
        Issue.record("\(feed.folder), \(feed.file), \(feed.defect): must be \(feed.outcome) \(feed.notice); \(flaw)")
      }
    }
  }

  /// What has become of a feed where that is not what must; nil where it is.
  /// - Parameter good: The rides of the good feed.
  private func flaw(of feed: BrokenFeed, in root: URL, _ good: [RideChoice], at instant: Date) -> String? {
    let folder = root.appending(path: feed.folder)
    let path = feed.file == "feed.zip" ? folder.appending(path: feed.file) : folder
    do {
      let store = try TimetableStore.inMemory()
      let notices = try store.importFeed(at: path.path, name: "feed").notices
      let notice = notices.first { $0.rule == feed.notice }
      let isAsItMust =
        switch feed.outcome {
        case .refused: false
        case .told: notice != nil
        case .repaired: notice?.action == .repaired
        case .same: try notices.isEmpty && rides(of: store, at: instant) == good
        }
      let told = notices.map { "\($0.action.rawValue) \($0.rule)" }.joined(separator: ", ")
      return isAsItMust ? nil : "it is read with \(told.isEmpty ? "no notice" : told)"
    } catch let error as TimetableError {
      guard feed.outcome == .refused, error.refusal?.rule == feed.notice else { return "it is refused: \(error)" }
      return error.description.contains(feed.file) ? nil : "it is refused without the file: \(error)"
    } catch {
      return "it fails: \(error)"
    }
  }
}
