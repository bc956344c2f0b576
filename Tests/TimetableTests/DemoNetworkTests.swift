import Foundation
import Journey
import Testing

@testable import Timetable

@Suite("The demonstration network") struct DemoNetworkTests {
  let store: TimetableStore

  init() throws { store = try Fixtures.demo() }

  @Test("is whole: the import skips and repairs nothing") func cleanImport() throws {
    let report = try TimetableStore.inMemory().importFeed(at: Fixtures.demoNetwork.path, name: "demo")
    #expect(report.notices.isEmpty)
    #expect(report.counts.stations == 41)
    #expect(report.counts.routes == 4)
  }

  @Test("says that it does not exist") func saysSo() throws {
    #expect(store.isDemonstration)
    let feed = try #require(try store.feeds().first)
    #expect(feed.isDemonstration)
    #expect(feed.publisher?.contains("demonstration") == true)
    #expect(feed.zone == "Europe/Vienna")
  }

  @Test("folds platforms into one station of each name") func stations() throws {
    let stops = try store.stops()
    #expect(Set(stops.map(\.name)).count == stops.count)
    #expect(stops.filter { $0.name == "Hagenberg" }.count == 1)
    #expect(stops.filter { $0.name.hasPrefix("Linz") }.count > 10)
    #expect(try store.stop(id: "demo:linz-hbf-a")?.id == "demo:linz-hbf")
    #expect(try store.stop(id: "demo:nowhere") == nil)
    #expect(try store.stop(id: "nowhere") == nil)
  }

  @Test("finds names by their beginning, in upper or lower case, and takes no letter for a wildcard") func beginnings()
    throws
  {
    #expect(try store.stopNames(beginningWith: "linz h", limit: 9).first == "Linz Hauptbahnhof")
    #expect(try store.stopNames(beginningWith: "LINZ RUDOLFSTRAß", limit: 9) == ["Linz Rudolfstraße"])
    #expect(try store.stopNames(beginningWith: "Linz", limit: 3).count == 3)
    for text in ["%", "_inz", "\\", "Linz%"] { #expect(try store.stopNames(beginningWith: text, limit: 9).isEmpty) }
  }

  @Test("leads from Linz Hauptbahnhof to Hagenberg by way of Pregarten, two stops before") func hagenberg() throws {
    let choice = try store.rides(
      from: "demo:linz-hbf", to: "demo:hagenberg", at: try instant("2026-12-01T08:00:00+01:00"))
    let ride = try #require(choice.chosen)
    #expect(ride.departure == (try instant("2026-12-01T08:00:00+01:00")))
    #expect(ride.stops.count == 14)
    #expect(ride.stops.suffix(3).map(\.stop.name) == ["Pregarten", "Hagenberg Softwarepark", "Hagenberg"])
    #expect(choice.earlier.count == 2)
    #expect(choice.later.count == 2)
    #expect(ride.isDemonstration)
    #expect(ride.zone == "Europe/Vienna")
    #expect(ride.serviceDay == "2026-12-01")
    #expect(ride.next == nil)
  }

  @Test(
    "has a ride from Linz to Hagenberg whatever the hour and the day",
    arguments: ["2026-12-01T03:00:00Z", "2026-12-25T12:00:00Z", "2026-12-05T23:10:00Z", "2030-07-01T22:45:00Z"])
  func always(_ at: String) throws {
    let now = try instant(at)
    let choice = try store.rides(from: "demo:linz-hbf", to: "demo:hagenberg", at: now)
    let departure = try #require(choice.chosen?.departure)
    #expect(departure >= now)
    #expect(departure.timeIntervalSince(now) < 6 * 3600)
  }

  @Test("lets the metres of a ride and the length of its shape agree") func metres() throws {
    for origin in try store.stops() {
      for destination in try store.reachable(from: origin.id) {
        let choice = try store.rides(from: origin.id, to: destination, at: try instant("2026-12-01T08:00:00Z"))
        let ride = try #require(choice.chosen)
        let metres = ride.stops.map(\.metres)
        #expect(metres.first == 0)
        #expect(zip(metres, metres.dropFirst()).allSatisfy { $0 < $1 })
        let length = zip(ride.shape, ride.shape.dropFirst()).reduce(0) { $0 + $1.0.metres(to: $1.1) }
        #expect(abs(length - ride.length) < 1)
        let ends = try #require(ride.shape.last?.metres(to: ride.stops[ride.stops.count - 1].stop.position))
        #expect(ends < 80)
      }
    }
  }

  @Test("names what comes after the destination") func next() throws {
    let choice = try store.rides(
      from: "demo:linz-hbf", to: "demo:pregarten", at: try instant("2026-12-01T08:00:00Z"))
    let ride = try #require(choice.chosen)
    #expect(ride.next?.stop.name == "Hagenberg Softwarepark")
    #expect((ride.next?.metres ?? 0) > ride.length)
  }

  @Test("offers its stops to the matcher, the most served first") func options() throws {
    let options = try store.matchOptions()
    #expect(options.count == 41)
    #expect(options.first?.served == 1)
    #expect(options.allSatisfy { $0.served > 0 && $0.served <= 1 })
    #expect(options.first { $0.name == "Hagenberg" }?.id == "demo:hagenberg")
  }

  @Test("reaches only what a direct ride reaches") func reachable() throws {
    let reached = try store.reachable(from: "demo:linz-hbf")
    #expect(reached.contains("demo:hagenberg"))
    #expect(reached.contains("demo:freistadt-bahnhof"))
    #expect(!reached.contains("demo:freistadt-stifterplatz"))
    #expect(!reached.contains("demo:linz-hbf"))
    #expect(try store.reaching("demo:hagenberg").contains("demo:linz-hbf"))
    #expect(try store.rides(from: "demo:linz-hbf", to: "demo:lest", at: .now) == RideChoice())
  }
}

@Suite("The timetable in use") struct TimetableSourceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> TimetableStore {
    try TimetableSource.open(
      timetable: folder.url.appending(path: "timetable.sqlite"), demoNetwork: Fixtures.demoNetwork,
      cache: folder.url.appending(path: "cache"))
  }

  @Test("is the demonstration network until a feed is imported, and again when the last is removed") func choice()
    throws
  {
    #expect(try open().isDemonstration)
    let own = try TimetableStore(path: folder.url.appending(path: "timetable.sqlite").path)
    #expect(try open().isDemonstration)
    try own.importFeed(at: try SmallFeed().write(to: folder.url), name: "small")
    #expect(try !open().isDemonstration)
    #expect(try open().stops().map(\.name) == ["Alpha", "Beta", "Gamma"])
    try own.removeFeed("small")
    #expect(try open().isDemonstration)
  }

  @Test("keeps the demonstration network in one file of the cache") func cached() throws {
    let first = try open()
    let second = try open()
    #expect(first.path == second.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "cache").path).count == 1)
    #expect(try second.stops().count == 41)
  }

  @Test("is made anew where the cached file is damaged") func damagedCache() throws {
    let path = try open().path
    try Data("nonsense".utf8).write(to: URL(filePath: path))
    #expect(try open().stops().count == 41)
  }

  @Test("is made once by many at the same time") func concurrent() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      let cache = folder.url.appending(path: "cache")
      let timetable = folder.url.appending(path: "none.sqlite")
      for _ in 0..<8 {
        group.addTask {
          try TimetableSource.open(timetable: timetable, demoNetwork: Fixtures.demoNetwork, cache: cache).stops().count
        }
      }
      for try await count in group { #expect(count == 41) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "cache").path).count == 1)
  }

  @Test("is held in memory where there can be no cache") func withoutCache() throws {
    let store = try TimetableSource.open(
      timetable: folder.url.appending(path: "none.sqlite"), demoNetwork: Fixtures.demoNetwork,
      cache: URL(filePath: "/proc/alight"))
    #expect(store.path == ":memory:")
    #expect(try store.stops().count == 41)
  }
}
