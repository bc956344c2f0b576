import Foundation
import Journey
import Testing

@testable import alight_lab

@Suite("Connections")
struct ConnectionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let bart = root.deletingLastPathComponent().appending(path: "shared/data/gtfs/bart-2023.zip")

  @Test(
    "of the demonstration network are those of a plain search and leave as late as they can, when the clocks change too",
    arguments: [nil, "2027-03-28", "2026-10-25"])
  func demonstration(day: String?) throws {
    let feed = try FeedUnderTest(Self.root.appending(path: "Prompts/demo-network").path)
    let check = try ConnectionCheck(
      feed.store, feed.plain(), ConnectionQuestions(feed.store, count: 120, seed: 3, day: day))
    #expect(check.differences == [])
    #expect(check.answered > 100 && check.arriving > 100)
    #expect((check.byChanges[1] ?? 0) > 10, "the questions need changes: \(check.byChanges)")
  }

  @Test(
    "of BART are those of a plain search, on weekdays and Sundays",
    .enabled(if: FileManager.default.fileExists(atPath: bart.path), "needs ../shared/data/gtfs/bart-2023.zip"),
    arguments: ["2023-06-14", "2023-06-11"])
  func real(day: String) throws {
    let feed = try FeedUnderTest(Self.bart.path)
    let check = try ConnectionCheck(
      feed.store, feed.plain(), ConnectionQuestions(feed.store, count: 16, seed: 5, day: day))
    #expect(check.differences == [])
    #expect(check.answered == 16 && check.arriving > 10)
  }
}
