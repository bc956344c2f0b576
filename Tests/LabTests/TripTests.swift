import Foundation
import Journey
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

  /// What an order takes for known, so that it does not look for it again.
  @Test(
    "of HART that leave between the first and the last of those that arrive as late do so as well, and no others",
    .enabled(if: FileManager.default.fileExists(atPath: hart.path), "needs ../shared/data/gtfs/hart-2018.zip"))
  func arrivingAsLate() throws {
    let feed = try FeedUnderTest(Self.hart.path)
    var random = SplitMix(seed: 7)
    var (sameDay, later, never) = (0, 0, 0)
    // On a Saturday, after which much goes on Monday only, and on the last day of the timetable.
    let trips = try ["2018-06-02", "2018-10-20"].flatMap { day in
      try RandomTrips(feed.store, count: 14, stops: 2...2, seed: 9, day: day).all
    }
    for trip in trips {
      let travel = try feed.store.travel(among: trip.stops.map(\.place))
      func arrival(_ instant: Date) -> Date? { travel.arrivals(from: 0, toEach: [1], departing: instant)[0] }
      let at = trip.start.addingTimeInterval(Double(random.below(20 * 3600)))
      let found = arrival(at)
      let like = travel.departures(from: 0, to: 1, like: at, arriving: found, notBefore: trip.start)
      #expect(like.contains(at))
      let inside = (0..<3).map { _ in
        like.lowerBound.addingTimeInterval(
          Double(random.below(Int(like.upperBound.timeIntervalSince(like.lowerBound)) + 1)))
      }
      for instant in inside + [like.lowerBound, like.upperBound] {
        #expect(arrival(instant) == found, "trip \(trip.name) at \(instant)")
      }
      if like.lowerBound > trip.start {
        #expect(arrival(like.lowerBound.addingTimeInterval(-1)) != found, "trip \(trip.name)")
      }
      if let found {
        #expect(arrival(like.upperBound.addingTimeInterval(1)) != found, "trip \(trip.name)")
        if found.timeIntervalSince(at) > 86_400 { later += 1 } else { sameDay += 1 }
      } else {
        never += 1
      }
    }
    #expect(sameDay > 5 && later > 0 && never > 0, "\(sameDay) the same day, \(later) later, \(never) never")
  }
}
