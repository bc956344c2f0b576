import Foundation
import Journey
import Testing

@testable import Timetable

@Suite("A stop in another time zone than its agency")
struct StopZoneTests {
  private static func imported() throws -> TimetableStore {
    var feed = SmallFeed()
    feed["agency.txt"] = "agency_id,agency_name,agency_url,agency_timezone\na,A,https://example.org,America/New_York\n"
    feed["stops.txt"] = """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone
      west,Alpha,41.88,-87.64,1,,America/Chicago
      a,Alpha 3,41.88,-87.64,0,west,America/New_York
      b,Beta,41.30,-82.20,0,,America/New_York
      c,Gamma,40.75,-73.99,0,,

      """
    return try feed.imported().0
  }

  @Test("has that of its station, whatever its platform says; one in the agency's has none of its own")
  func imported() throws {
    let store = try Self.imported()
    let zones = Dictionary(uniqueKeysWithValues: try store.stops().map { ($0.name, $0.zone) })
    #expect(zones == ["Alpha": "America/Chicago", "Beta": nil, "Gamma": nil])
    #expect(try store.stopDetails(id: "small:a")?.zone == "America/Chicago")
    #expect(try store.stopDetails(id: "small:c")?.zone == "America/New_York")
  }

  @Test("is called at by the agency's clock, and its times are told by its own")
  func ridden() throws {
    let store = try Self.imported()
    let ride = try #require(
      try store.rides(from: "small:west", to: "small:c", at: instant("2026-06-01T06:00:00Z")).chosen)
    // 08:00 in New York is noon in Greenwich in summer.
    #expect(ride.departureText == "2026-06-01T12:00:00Z")
    #expect(ride.zone == "America/New_York")
    #expect(ride.departureZone == "America/Chicago" && ride.arrivalZone == "America/New_York")
    #expect(ride.crossesZones)
    let decoded = try JSONDecoder().decode(Ride.self, from: JSONEncoder().encode(ride))
    #expect(decoded.departureZone == "America/Chicago" && decoded.arrivalZone == "America/New_York")
  }

  @Test("of two agencies in two zones each has its routes timed by its own clock, and the feed's fault is told")
  func twoAgencies() throws {
    var feed = SmallFeed()
    feed["agency.txt"] =
      "agency_id,agency_name,agency_url,agency_timezone\nw,West,https://example.org,America/Chicago\n"
      + "e,East,https://example.org,America/New_York\n"
    feed["routes.txt"] = "route_id,agency_id,route_short_name,route_type\nr,w,1,3\nq,e,2,3\n"
    feed["stops.txt"] = "stop_id,stop_name,stop_lat,stop_lon\na,Alpha,41.3,-88\nb,Beta,41.3,-87\nc,Gamma,41,-74\n"
    feed["trips.txt"] = "route_id,service_id,trip_id\nr,daily,t\nq,daily,u\n"
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,00:10:00,00:10:00,a,1
      t,08:11:00,08:11:00,b,2
      u,08:00:00,08:00:00,b,1
      u,20:00:00,20:00:00,c,2

      """
    let (store, report) = try feed.imported()
    #expect(report.notices.contains { $0.rule == "inconsistent-agency-timezone" })
    let west = try #require(
      try store.rides(from: "small:a", to: "small:b", at: instant("2026-06-02T00:00:00Z")).chosen)
    #expect(west.departureText == "2026-06-02T05:10:00Z", "ten past midnight in Chicago")
    #expect(west.zone == "America/Chicago" && west.serviceDay == "2026-06-02" && west.departureZone == west.zone)
    let east = try #require(
      try store.rides(from: "small:b", to: "small:c", at: instant("2026-06-02T00:00:00Z")).chosen)
    #expect(east.departureText == "2026-06-02T12:00:00Z", "eight in New York")
    #expect(east.zone == "America/New_York")
    #expect(try store.stopDetails(id: "small:a")?.zone == "America/Chicago")
    #expect(try store.stopDetails(id: "small:c")?.zone == "America/New_York")
  }

  @Test("is no crossing where the clocks are the same")
  func sameClock() throws {
    let store = try Self.imported()
    let ride = try #require(try store.rides(from: "small:b", to: "small:c", at: instant("2026-06-01T06:00:00Z")).chosen)
    #expect(!ride.crossesZones)
  }
}
