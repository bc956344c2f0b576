import Foundation
import Testing

@testable import alight_lab

@Suite("Trips")
struct TripTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let bart = root.deletingLastPathComponent().appending(path: "shared/data/gtfs/bart-2023.zip")

  @Test("of the demonstration network are those of a plain search, and their order the best of all")
  func demonstration() throws {
    let feed = try FeedUnderTest(Self.root.appending(path: "Prompts/demo-network").path)
    var check = TripCheck(feed.store, try feed.plain())
    try check.plan(RandomTrips(feed.store, count: 20, stops: 3...6, seed: 3).all)
    try check.order(RandomTrips(feed.store, count: 6, stops: 3...6, seed: 4).all)
    #expect(check.differences == [])
    #expect(check.rows > 60 && check.walked > 0 && check.missed > 0 && check.shorter > 2, "\(check.table)")
  }

  @Test(
    "of BART are those of a plain search",
    .enabled(if: FileManager.default.fileExists(atPath: bart.path), "needs ../shared/data/gtfs/bart-2023.zip"))
  func real() throws {
    let feed = try FeedUnderTest(Self.bart.path)
    var check = TripCheck(feed.store, try feed.plain())
    try check.plan(RandomTrips(feed.store, count: 6, stops: 3...4, seed: 5, day: "2023-06-14").all)
    #expect(check.differences == [] && check.rows > 15)
  }
}
