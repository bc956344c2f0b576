import Foundation
import Journey
import Testing
import Timetable

@testable import alight_lab

@Suite("Connections")
struct ConnectionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let bart = root.deletingLastPathComponent().appending(path: "shared/data/gtfs/bart-2023.zip")

  private static func store(_ feed: URL) throws -> TimetableStore {
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: feed.path, name: "feed")
    return store
  }

  @Test(
    "of the demonstration network are those of a plain search and leave as late as they can, when the clocks change too",
    arguments: [nil, "2027-03-28", "2026-10-25"])
  func demonstration(day: String?) throws {
    let feed = Self.root.appending(path: "Prompts/demo-network")
    let store = try Self.store(feed)
    let check = try ConnectionCheck(
      store, PlainFeed(folder: feed), ConnectionQuestions(store, count: 120, seed: 3, day: day))
    #expect(check.differences == [])
    #expect(check.answered > 100 && check.arriving > 100)
    #expect((check.byChanges[1] ?? 0) > 10, "the questions need changes: \(check.byChanges)")
  }

  @Test(
    "of BART are those of a plain search, on weekdays and Sundays",
    .enabled(if: FileManager.default.fileExists(atPath: bart.path), "needs ../shared/data/gtfs/bart-2023.zip"),
    arguments: ["2023-06-14", "2023-06-11"])
  func real(day: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Self.store(Self.bart)
    let feed = try PlainFeed(folder: CheckConnections.unpacked(Self.bart.path, in: folder))
    let check = try ConnectionCheck(store, feed, ConnectionQuestions(store, count: 16, seed: 5, day: day))
    #expect(check.differences == [])
    #expect(check.answered == 16 && check.arriving > 10)
  }
}
