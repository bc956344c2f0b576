import Foundation
import Testing
import Timetable

@testable import alight_lab

@Suite("Trips")
struct TripTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let feeds = root.deletingLastPathComponent().appending(path: "shared/data/gtfs")
  private static let bart = feeds.appending(path: "bart-2023.zip")
  private static let hart = feeds.appending(path: "hart-2018.zip")

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
    "of BART are those of a plain search, and their order the best of all",
    .enabled(if: FileManager.default.fileExists(atPath: bart.path), "needs ../shared/data/gtfs/bart-2023.zip"))
  func real() throws {
    let feed = try FeedUnderTest(Self.bart.path)
    var check = TripCheck(feed.store, try feed.plain())
    try check.plan(RandomTrips(feed.store, count: 6, stops: 3...4, seed: 5, day: "2023-06-14").all)
    try check.order(RandomTrips(feed.store, count: 12, stops: 5...6, seed: 6, day: "2023-06-14").all)
    #expect(check.differences == [] && check.rows > 15 && check.ordered == 12)
  }

  /// What is shown to choose from is made of what was found by more than one search: none of them may lose the soonest.
  @Test(
    "of HART have the soonest connection among those that are shown",
    .enabled(if: FileManager.default.fileExists(atPath: hart.path), "needs ../shared/data/gtfs/hart-2018.zip"))
  func soonest() throws {
    let feed = try FeedUnderTest(Self.hart.path)
    var compared = 0
    for trip in try RandomTrips(feed.store, count: 100, stops: 3...6, seed: 1).all {
      let travel = try feed.store.travel(among: trip.stops.map(\.place))
      for stop in trip.stops.indices.dropFirst() {
        let soonest = travel.arrivals(from: stop - 1, toEach: [stop], departing: trip.start)[0]
        let shown = try travel.connections(from: stop - 1, to: stop, departing: trip.start).map(\.arrival).min()
        #expect(soonest == shown, "trip \(trip.name), stop \(stop + 1)")
        compared += 1
      }
    }
    #expect(compared > 300)
  }
}
