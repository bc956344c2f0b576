import Foundation
import GRDB
import Journey
import Testing

@testable import Timetable

@Suite("Importing a feed") struct ImportTests {
  @Test("A byte order mark, CR LF, quotes, blanks, empty rows and a line break in a name are noted") func dialects()
    throws
  {
    var feed = SmallFeed()
    feed["stops.txt"] =
      "\u{feff}stop_id,\"stop_name\", stop_lat ,stop_lon\r\na,\"Alpha, \"\"old\"\" town\",48.30,14.30\r\n\r\n"
      + "b, Beta ,48.31,14.30\r\nc,\"Gamma\nline two\",48.33,14.30"
    let (store, report) = try feed.imported()
    #expect(report.notices.map(\.rule) == ["byte-order-mark", "empty-row", "control-character"])
    #expect(report.notices.map(\.line) == [1, 3, 5])
    #expect(try store.stops().map(\.name) == ["Alpha, \"old\" town", "Beta", "Gamma line two"])
  }

  @Test("Unsorted stop times, apart from one another, are put in order") func unsorted() throws {
    var feed = SmallFeed()
    feed["trips.txt"] = "route_id,service_id,trip_id\nr,daily,t\nr,daily,u\n"
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,8:20:00,8:20:00,c,30
      u,9:00:00,9:00:00,a,1
      t,8:00:00,8:00:00,a,1
      u,9:20:00,9:20:00,c,3
      t,8:10:00,8:10:00,b,20
      """
    let (store, report) = try feed.imported()
    #expect(report.counts.trips == 2)
    #expect(report.counts.stopTimes == 5)
    #expect(report.notices.map(\.rule) == ["unsorted-stop-times"])
    #expect(report.notices.map(\.line) == [2])
    let choice = try store.rides(from: "small:a", to: "small:c", at: try instant("2026-05-01T07:59:00+02:00"))
    #expect(choice.chosen?.stops.map(\.stop.name) == ["Alpha", "Beta", "Gamma"])
    #expect(choice.later.first?.stops.map(\.stop.name) == ["Alpha", "Gamma"])
  }

  @Test("The language is the feed's, or else the one that its agencies agree on") func language() throws {
    func language(agencies: [String], feed: String?) throws -> String? {
      var small = SmallFeed()
      let rows = agencies.map { "A,https://example.org,Europe/Vienna,\($0)\n" }.joined()
      small["agency.txt"] = "agency_name,agency_url,agency_timezone,agency_lang\n" + rows
      if let feed { small["feed_info.txt"] = "feed_publisher_name,feed_lang\nP,\(feed)\n" }
      return try small.imported().0.feeds().first?.language
    }
    #expect(try language(agencies: ["de"], feed: nil) == "de")
    #expect(try language(agencies: ["de", "DE", ""], feed: "mul") == "de")
    #expect(try language(agencies: ["de"], feed: "fr") == "fr")
    #expect(try language(agencies: ["de", "fr"], feed: nil) == nil)
    #expect(try language(agencies: [""], feed: nil) == nil)
  }

  @Test("Missing times lie between their neighbours, by distance") func interpolation() throws {
    var feed = SmallFeed()
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,,08:00:00,a,1
      t,,,b,2
      t,08:30:00,,c,3
      """
    let (store, report) = try feed.imported()
    #expect(report.notices.map(\.rule) == ["one-time-missing", "missing-times"])
    #expect(report.notices.map(\.count) == [2, 1])
    let ride = try #require(
      try store.rides(from: "small:a", to: "small:c", at: try instant("2026-05-01T07:00:00+02:00")).chosen)
    // Beta lies a third of the way from Alpha to Gamma.
    #expect(ride.stops[1].arrival == (try instant("2026-05-01T08:10:00+02:00")))
    #expect(ride.stops[1].departure == ride.stops[1].arrival)
  }

  @Test("Platforms are folded into their station, whatever is wrong with the parents of others") func parents() throws {
    var feed = SmallFeed()
    feed["stops.txt"] = """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
      s,Central,48.30,14.30,1,
      a,Central platform 1,48.3001,14.30,0,s
      area,,,,4,a
      b,Beta,48.31,14.30,0,missing
      c,Gamma,48.33,14.30,0,d
      d,Delta,48.33,14.31,0,c
      door,Door,48.30,14.301,2,s
      """
    let (store, report) = try feed.imported()
    #expect(try store.stops().map(\.id) == ["small:b", "small:s", "small:c"])
    // Gamma and Delta each belong to the other, and neither is a station.
    #expect(Set(report.notices.map(\.rule)) == ["unknown-parent", "wrong-parent-type"])
    let ride = try #require(
      try store.rides(from: "small:a", to: "small:c", at: try instant("2026-05-01T07:00:00+02:00")).chosen)
    #expect(ride.stops[0].stop.name == "Central")
    #expect(ride.stops[0].stop.gtfs == Stop.GTFSReference(feed: "small", stopID: "a", parentStation: "s"))
    #expect(ride.stops[0].stop.position.latitude == 48.3001)
    #expect(ride.stops[2].stop.name == "Gamma")
  }

  @Test("A shape is followed, also where it passes a place twice") func shape() throws {
    var feed = SmallFeed()
    feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nr,daily,t,s\n"
    // From Alpha north past Beta to Gamma, a kilometre east, and back to end at Gamma again: no shorter way is taken for it.
    feed["shapes.txt"] = """
      shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
      s,48.30,14.30,1
      s,48.33,14.32,30
      s,48.33,14.30,2
      s,48.30,14.32,40
      """
    feed["stops.txt"] += "d,Delta,48.315,14.32\n"
    feed["stop_times.txt"] += "t,08:30:00,08:30:00,d,4\n"
    let (store, report) = try feed.imported()
    #expect(report.notices.isEmpty)
    let ride = try #require(
      try store.rides(from: "small:b", to: "small:d", at: try instant("2026-05-01T07:00:00+02:00")).chosen)
    #expect(ride.shape.count == 4)
    #expect(abs(ride.stops[1].metres - 2224) < 5)
    #expect(abs(ride.length - (2224 + 1479 + 1668)) < 10)
  }

  @Test("A shape that has nothing to do with the stops is left out") func foreignShape() throws {
    var feed = SmallFeed()
    feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nr,daily,t,s\n"
    feed["shapes.txt"] = """
      shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
      s,48.33,14.30,1
      s,48.30,14.30,2
      """
    let (store, report) = try feed.imported()
    #expect(report.notices.map(\.rule) == ["shape-does-not-fit"])
    let ride = try #require(
      try store.rides(from: "small:a", to: "small:c", at: try instant("2026-05-01T07:00:00+02:00")).chosen)
    #expect(ride.shape.isEmpty)
    #expect(abs(ride.length - 3336) < 5)
  }

  @Test("Importing again replaces the feed, and leaves the others") func replacing() throws {
    let folder = try TemporaryFolder()
    let store = try TimetableStore.inMemory()
    let path = try SmallFeed().write(to: folder.url)
    #expect(try !store.importFeed(at: path, name: "one").replaced)
    try store.importFeed(at: path, name: "two")
    #expect(try store.importFeed(at: path, name: "one").replaced)
    #expect(try store.feeds().map(\.name) == ["one", "two"])
    #expect(try store.stops().count == 6)
    #expect(try store.removeFeed("one"))
    #expect(try !store.removeFeed("one"))
    #expect(try store.stops().map(\.id) == ["two:a", "two:b", "two:c"])
    let trips = try store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM trip") }
    #expect(trips == 1)
    let dangling = try store.database.read { try Row.fetchOne($0, sql: "PRAGMA foreign_key_check") }
    #expect(dangling == nil)
  }

  @Test("Until the import is done, the old feed serves") func oldServes() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "timetable.sqlite").path
    let store = try TimetableStore(path: path)
    try store.importFeed(at: try SmallFeed().write(to: folder.url), name: "small")
    var feed = SmallFeed()
    feed["stops.txt"] = feed["stops.txt"].replacing("Alpha", with: "Aleph")
    let served = Seen<String>()
    try store.importFeed(at: try feed.write(to: folder.url), name: "small") { _ in
      served.add((try? TimetableStore(path: path, readOnly: true).stops().first?.name) ?? "nothing")
    }
    #expect(served.all.count > 5)
    #expect(Set(served.all) == ["Alpha"])
    #expect(try TimetableStore(path: path, readOnly: true).stops().first?.name == "Aleph")
  }

  @Test(
    "A feed is called after its file, in characters that an id can hold",
    arguments: [
      ("BART 2023.zip", "bart-2023"), ("a:b", "a-b"), ("Züge", "z--ge"),
    ])
  func names(_ file: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let path = try SmallFeed().write(to: folder.url)
    let named = folder.url.appending(path: file).path
    try FileManager.default.moveItem(atPath: path, toPath: named)
    #expect(try TimetableStore.inMemory().importFeed(at: named).feed == expected)
  }

  @Test("A name with a colon, or none, is refused", arguments: ["a:b", "", "a b", "ü"]) func badNames(_ name: String)
    throws
  {
    #expect(throws: TimetableError.badName(name)) {
      try TimetableStore.inMemory().importFeed(at: Fixtures.demoNetwork.path, name: name)
    }
  }

  @Test("Progress only grows, and ends at the whole") func progress() throws {
    let seen = Seen<ImportProgress>()
    try TimetableStore.inMemory().importFeed(at: Fixtures.demoNetwork.path, name: "demo") { seen.add($0) }
    let fractions = seen.all.map(\.fraction)
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
    #expect(seen.all.contains { $0.file == "stop_times.txt" && $0.rows == 4600 })
  }

  @Test("A zip gives the same timetable as its folder, also with one inner folder", .enabled(if: Fixtures.hasZip))
  func zipEqualsFolder() throws {
    let folder = try TemporaryFolder()
    let flat = folder.url.appending(path: "flat.zip").path
    let nested = folder.url.appending(path: "nested.zip").path
    try run("/usr/bin/zip", ["-q", "-r", flat, "."], in: Fixtures.demoNetwork)
    try run("/usr/bin/zip", ["-q", "-r", nested, "demo-network"], in: Fixtures.demoNetwork.deletingLastPathComponent())
    let expected = try contents(Fixtures.demoNetwork.path)
    #expect(expected.count > 600)
    #expect(try contents(flat) == expected)
    #expect(try contents(nested) == expected)
  }

  private func contents(_ feed: String) throws -> [String] {
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: feed, name: "feed")
    return try store.database.read { database in
      try ["stop", "route", "service", "service_exception", "shape", "pattern", "pattern_stop", "trip"].flatMap {
        table in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { row in
          table + row.map { "\($0.0)=\($0.1.storage.value.map { "\($0)" } ?? "")" }.joined(separator: ",")
        }
      }
    }
  }
}

/// Gathers what an import tells, from whatever thread.
private final class Seen<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var told: [Value] = []

  func add(_ value: Value) { lock.withLock { told.append(value) } }
  var all: [Value] { lock.withLock { told } }
}

/// Runs a program and waits for it.
func run(_ program: String, _ arguments: [String], in folder: URL) throws {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.currentDirectoryURL = folder
  try process.run()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0)
}
