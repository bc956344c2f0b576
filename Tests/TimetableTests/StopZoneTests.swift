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

  @Test("is no crossing where the clocks are the same")
  func sameClock() throws {
    let store = try Self.imported()
    let ride = try #require(try store.rides(from: "small:b", to: "small:c", at: instant("2026-06-01T06:00:00Z")).chosen)
    #expect(!ride.crossesZones)
  }
}
