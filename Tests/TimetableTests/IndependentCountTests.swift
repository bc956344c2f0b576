import Foundation
import Testing

@testable import Timetable

@Suite("What an import counts") struct IndependentCountTests {
  private static let python = "/usr/bin/python3"
  private static let hasPython = FileManager.default.isExecutableFile(atPath: python)
  private static let feeds = ["bart-2023.zip", "cdmx-frequencies.zip", "hart-2018.zip", "ryobi-jp.zip"]

  /// What a reader counts that has nothing in common with ours (see count_feed.py).
  private func independentCount(of feed: String) throws -> [String: Int] {
    let process = Process()
    process.executableURL = URL(filePath: Self.python)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Independent/count_feed.py")
    process.arguments = [script.path, feed]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try JSONDecoder().decode([String: Int].self, from: text)
  }

  private func compare(_ feed: String) throws {
    let report = try TimetableStore.inMemory().importFeed(at: feed, name: "feed")
    let counts = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(report.counts)) as? [String: Int])
    let independent = try independentCount(of: feed)
    #expect(independent.count == 8)
    for (name, count) in independent { #expect(counts[name] == count, "\(name)") }
  }

  @Test("of the demonstration network is what an independent reader counts", .enabled(if: hasPython, "needs python3"))
  func demo() throws { try compare(Fixtures.demoNetwork.path) }

  @Test(
    "of a real feed is what an independent reader counts",
    .enabled(
      if: hasPython && feeds.allSatisfy { Fixtures.sharedFeed($0) != nil }, "needs python3 and the shared feeds"),
    arguments: feeds)
  func real(_ feed: String) throws { try compare(try #require(Fixtures.sharedFeed(feed))) }
}
