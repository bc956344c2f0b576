import Foundation
import Journey
import Testing
import Timetable

@testable import Dialogue

/// Line 7 from Alpha to Gamma; line 3 from Alpha to Epsilon, and line 4 there from Gamma.
@Suite("A look-up for who sits on line 7") struct AboardRideTests {
  private static let aboard = AboardTrip(feed: "small", tripID: "t", serviceDay: "2026-12-01")

  private func found(to: String, on aboard: AboardTrip? = Self.aboard) throws -> Connections? {
    let files = [
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon
      a,Alpha,48.00,14.30
      b,Beta,48.05,14.30
      c,Gamma,48.10,14.30
      e,Epsilon,48.20,14.30
      z,Zeta,48.50,14.30

      """,
      "routes.txt": "route_id,route_short_name,route_type\nr7,7,3\nr3,3,3\nr4,4,3\n",
      "trips.txt": "route_id,service_id,trip_id\nr7,daily,t\nr3,daily,u\nr4,daily,v\n",
      "stop_times.txt": """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:10:00,08:10:00,b,2
      t,08:20:00,08:20:00,c,3
      u,08:05:00,08:05:00,a,1
      u,08:30:00,08:30:00,e,2
      v,08:30:00,08:30:00,c,1
      v,08:45:00,08:45:00,e,2
      v,09:45:00,09:45:00,z,3

      """,
    ]
    let store = try SmallTimetable.store(files)
    let stops = try ["a", to].map { try #require(try store.stop(id: "small:\($0)")) }
    return try RideLookUp(timetable: store, aboard: aboard)
      .connections(from: stops[0], to: stops[1], time: .departing(SmallTimetable.seven))
  }

  @Test("takes their trip where it goes to the destination")
  func own() throws {
    let found = try #require(try found(to: "c"))
    #expect(found.ride.tripID == "t")
    #expect(found.leavesOwnRide == nil)
  }

  @Test(
    "stays on it and changes further on where it does not, though another line goes all the way from the stop that they left"
  )
  func stays() throws {
    let found = try #require(try found(to: "e"))
    #expect(found.ride.tripID == "t")
    #expect(found.ride.stops.last?.stop.name == "Gamma")
    #expect(found.onwardRides?.map(\.line) == ["4"])
    #expect(found.leavesOwnRide == true)
    #expect(try #require(try self.found(to: "e", on: nil)).ride.line == "3")
  }
}
