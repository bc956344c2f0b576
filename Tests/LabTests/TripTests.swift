import Foundation
import Testing
import Timetable

@testable import alight_lab

@Suite("Trips")
struct TripTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let bart = root.deletingLastPathComponent().appending(path: "shared/data/gtfs/bart-2023.zip")

  @Test("of the demonstration network are those of a plain search, and their order the best of all")
  func demonstration() throws {
    let feed = Self.root.appending(path: "Prompts/demo-network")
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: feed.path, name: "feed")
    var check = try TripCheck(store, PlainFeed(folder: feed))
    try check.plan(RandomTrips(store, count: 20, stops: 3...6, seed: 3).all)
    try check.order(RandomTrips(store, count: 6, stops: 3...6, seed: 4).all)
    #expect(check.differences == [])
    #expect(check.rows > 60 && check.walked > 0 && check.missed > 0 && check.shorter > 2, "\(check.table)")
  }

  @Test(
    "of BART are those of a plain search",
    .enabled(if: FileManager.default.fileExists(atPath: bart.path), "needs ../shared/data/gtfs/bart-2023.zip"))
  func real() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: Self.bart.path, name: "feed")
    var check = try TripCheck(store, PlainFeed(folder: CheckConnections.unpacked(Self.bart.path, in: folder)))
    try check.plan(RandomTrips(store, count: 6, stops: 3...4, seed: 5, day: "2023-06-14").all)
    #expect(check.differences == [] && check.rows > 15)
  }
}
