import Foundation
import GRDB
import Journey
import Testing

@testable import Timetable

@Suite("A feed with a fault that can be made good") struct RepairTests {
  private static let stops = "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n"
  private static let places = "a,Alpha,48.30,14.30,,\nb,Beta,48.31,14.30,,\nc,Gamma,48.33,14.30,,\n"
  private static let times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence"
  private static let shape = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"

  static let repaired: [Defect] = [
    Defect("a byte order mark", "routes.txt", "\u{feff}route_id,route_type\nr,3\n", "byte-order-mark"),
    Defect("a mark before a quote", "routes.txt", "\u{feff}\"route_id\",route_type\nr,3\n", "byte-order-mark"),
    Defect("empty rows", "routes.txt", "route_id,route_type\n\n ,\nr,3\n\n", "empty-row"),
    Defect("an empty file that need not be there", "transfers.txt", "", "empty-file"),
    Defect("an empty file of translations", "translations.txt", "", "empty-file"),
    Defect(
      "unsorted stop times", "stop_times.txt",
      times + "\nt,08:20:00,08:20:00,c,3\nt,08:00:00,08:00:00,a,1\nt,08:10:00,08:11:00,b,2\n", "unsorted-stop-times"),
    Defect(
      "ends with their times exchanged", "stop_times.txt",
      times + "\nt,08:05:00,08:00:00,a,1\nt,08:10:00,08:11:00,b,2\nt,08:20:00,08:15:00,c,3\n", "twisted-end"),
    Defect(
      "only one time", "stop_times.txt",
      times + "\nt,,08:00:00,a,1\nt,08:10:00,,b,2\nt,08:20:00,08:20:00,c,3\n", "one-time-missing"),
    Defect(
      "missing times", "stop_times.txt",
      times + "\nt,08:00:00,08:00:00,a,1\nt,,,b,2\nt,08:20:00,08:20:00,c,3\n", "missing-times"),
    Defect(
      "distances that fall", "stop_times.txt",
      times + ",shape_dist_traveled\nt,08:00:00,08:00:00,a,1,0\nt,08:10:00,08:11:00,b,2,7\nt,08:20:00,08:20:00,c,3,5\n",
      "bad-shape-distances"),
    Defect(
      "a shape whose distances fall", "shapes.txt", shape + "s,48.30,14.30,1,0\ns,48.31,14.30,2,9\ns,48.33,14.30,3,4\n",
      "bad-shape-distances"),
    Defect(
      "a shape elsewhere", "shapes.txt", shape + "s,47.30,14.30,1,0\ns,47.31,14.30,2,9\n", "shape-does-not-fit"),
    Defect(
      "a shape that is not there", "shapes.txt", shape + "x,48.30,14.30,1,0\nx,48.31,14.30,2,9\n", "unknown-shape"),
    Defect("a parent that is no station", "stops.txt", stops + places + "d,Delta,48,14,,a\n", "wrong-parent-type"),
    Defect(
      "a station in a station", "stops.txt", stops + places + "d,D,48,14,1,e\ne,E,48,14,1,\n", "wrong-parent-type"),
    Defect(
      "a zone that is none", "stops.txt",
      "stop_id,stop_name,stop_lat,stop_lon,stop_timezone\na,Alpha,48.30,14.30,Vienna\nb,Beta,48.31,14.30,\nc,Gamma,48.33,14.30,\n",
      "invalid-timezone"),
    Defect("a parent that is not there", "stops.txt", stops + places + "d,Delta,48,14,,x\n", "unknown-parent"),
    Defect(
      "overlapping frequencies", "frequencies.txt",
      "trip_id,start_time,end_time,headway_secs\nt,06:00:00,08:00:00,600\nt,07:00:00,09:00:00,600\n",
      "overlapping-frequencies"),
    Defect("an unknown agency", "routes.txt", "route_id,agency_id,route_type\nr,x,3\n", "unknown-agency"),
    Defect(
      "an agency without a zone", "agency.txt",
      "agency_id,agency_name,agency_timezone\na,A,Europe/Vienna\nb,B,\n", "missing-zone"),
    Defect(
      "a validity that is no date", "feed_info.txt", "feed_publisher_name,feed_end_date\nP,20261345\n", "invalid-date"),
    Defect(
      "a change without its time", "transfers.txt", "from_stop_id,to_stop_id,transfer_type\na,b,2\n",
      "missing-transfer-time"),
    Defect(
      "rows that end before the optional columns", "stop_times.txt",
      times
        + ",pickup_type,drop_off_type\nt,08:00:00,08:00:00,a,1\nt,08:10:00,08:11:00,b,2,0\nt,08:20:00,08:20:00,c,3,0,0\n",
      "short-row"),
    Defect("a column that is there twice", "routes.txt", "route_id,route_type,route_id\nr,3,x\n", "duplicate-column"),
  ]

  @Test("is read whole, and the fault is noted with its line", arguments: repaired) func repair(_ defect: Defect) throws
  {
    var feed = SmallFeed()
    feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nr,daily,t,\(defect.file == "shapes.txt" ? "s" : "")\n"
    feed.files[defect.file] = defect.text
    let (store, report) = try feed.imported()
    // The texts are short: names and ids that they leave out are told besides.
    let rules = report.notices.map(\.rule).filter { !["missing-name", "missing-agency-id"].contains($0) }
    #expect(rules == [defect.expected])
    #expect(report.notices.allSatisfy { $0.action == .repaired })
    #expect(report.counts.trips == 1)
    let day = try instant("2026-05-01T05:00:00+02:00")
    let ride = try #require(try store.rides(from: "small:a", to: "small:c", at: day).chosen)
    #expect(ride.stops.map(\.stop.name) == ["Alpha", "Beta", "Gamma"])
  }

  @Test("whose stop belongs to a place that is itself left out keeps the stop, standing alone") func lostParent() throws
  {
    var feed = SmallFeed()
    // A boarding area without coordinates, on a platform that the file does not hold.
    feed["stops.txt"] = Self.stops + "a,Alpha,48.30,14.30,,s\nb,Beta,48.31,14.30,,\nc,Gamma,48.33,14.30,,\ns,,,,4,x\n"
    let (store, report) = try feed.imported()
    #expect(Set(report.notices.map(\.rule)) == ["wrong-parent-type", "unknown-parent", "no-position"])
    #expect(try Set(store.stops().map(\.name)) == ["Alpha", "Beta", "Gamma"])
    let day = try instant("2026-05-01T05:00:00+02:00")
    #expect(try store.rides(from: "small:a", to: "small:c", at: day).chosen != nil)
  }

  @Test("in Latin-1 is read with its letters") func latin() throws {
    let folder = try TemporaryFolder()
    let path = try SmallFeed().write(to: folder.url)
    let stops =
      "stop_id,stop_name,stop_lat,stop_lon\na,Bürgerstraße,48.30,14.30\nb,B,48.31,14.30\nc,Caf\u{e9},48.33,14.30\n"
    let file = URL(filePath: path).appending(path: "stops.txt")
    try #require(stops.data(using: .isoLatin1)).write(to: file)
    let store = try TimetableStore.inMemory()
    let report = try store.importFeed(at: path, name: "small", now: instant("2026-06-01T12:00:00Z"))
    let notice = try #require(report.notices.first)
    #expect(report.notices.count == 1)
    #expect((notice.rule, notice.action, notice.line, notice.count) == ("latin-1", .repaired, 2, 2))
    #expect(try store.stops().map(\.name) == ["B", "Bürgerstraße", "Café"])
  }

  @Test("with times missing has them by the feed's own distances where these are good") func ownDistances() throws {
    func arrival(_ distances: [String]) throws -> Date? {
      var feed = SmallFeed()
      feed["stop_times.txt"] =
        Self.times + ",shape_dist_traveled\nt,08:00:00,08:00:00,a,1,\(distances[0])\nt,,,b,2,\(distances[1])\n"
        + "t,08:30:00,08:30:00,c,3,\(distances[2])\n"
      let day = try instant("2026-05-01T05:00:00+02:00")
      return try feed.imported().0.rides(from: "small:a", to: "small:c", at: day).chosen?.stops[1].arrival
    }
    #expect(try arrival(["0", "5", "10"]) == instant("2026-05-01T08:15:00+02:00"))
    for distances in [["0", "", "10"], ["0", "12", "10"]] {
      #expect(try arrival(distances) == instant("2026-05-01T08:10:00+02:00"))
    }
  }

  @Test("with overlapping frequencies has no vehicle twice") func frequencies() throws {
    var feed = SmallFeed()
    feed["frequencies.txt"] =
      "trip_id,start_time,end_time,headway_secs\nt,07:00:00,09:00:00,1800\nt,06:00:00,08:00:00,900\n"
    let (store, report) = try feed.imported()
    #expect(report.counts.frequencies == 2)
    let spans = try store.database.read { database in
      try Row.fetchAll(database, sql: "SELECT first, until FROM frequency ORDER BY first").map {
        [$0[0], $0[1]] as [Int]
      }
    }
    #expect(spans == [[6 * 3600, 7 * 3600], [7 * 3600, 9 * 3600]])
  }
}
