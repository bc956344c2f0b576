import Foundation
import Testing

@testable import Timetable

/// Four towns a day apart: a night train to Beta that takes a day, another one to Gamma, and a bus to Delta, each once a day.
@Suite("A journey over several days") struct LongJourneyTests {
  private static var feed: SmallFeed {
    var feed = SmallFeed()
    feed["stops.txt"] = """
      stop_id,stop_name,stop_lat,stop_lon
      a,Alpha,48.00,14.30
      b,Beta,49.00,14.30
      c,Gamma,50.00,14.30
      d,Delta,51.00,14.30

      """
    feed["trips.txt"] = "route_id,service_id,trip_id\nr,daily,t\nr,daily,u\nr,daily,v\nr,slow,w\n"
    feed["calendar.txt"] += "slow,1,0,0,0,0,0,0,20260101,20261231\n"
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,20:00:00,20:00:00,a,1
      t,44:00:00,44:00:00,b,2
      u,08:00:00,08:00:00,b,1
      u,34:00:00,34:00:00,c,2
      v,12:00:00,12:00:00,c,1
      v,13:00:00,13:00:00,d,2
      w,20:00:00,20:00:00,a,1
      w,100:00:00,100:00:00,d,2

      """
    return feed
  }

  @Test("takes as many days on as it needs, with the one that takes longer and fewer rides")
  func departing() throws {
    let store = try Self.feed.imported().0
    // A Monday.
    let found = try store.connections(from: "small:a", to: "small:d", departing: instant("2026-11-30T19:00:00+01:00"))
    #expect(found.map(\.rides.count) == [1, 3])
    #expect(
      try found.map(\.arrival) == [instant("2026-12-04T04:00:00+01:00"), instant("2026-12-03T13:00:00+01:00")])
    // On a Tuesday the slow one comes a week later, after the others.
    let tuesday = try store.connections(from: "small:a", to: "small:d", departing: instant("2026-12-01T19:00:00+01:00"))
    #expect(try tuesday.last?.arrival == instant("2026-12-04T13:00:00+01:00"))
  }

  @Test("a train that goes there without a change, and leaves days later, stands beside those with changes")
  func directOnALaterDay() throws {
    let store = try Self.feed.imported().0
    // A Saturday: the slow one leaves on Monday, after all others have come.
    let found = try store.connections(from: "small:a", to: "small:d", departing: instant("2026-11-28T19:00:00+01:00"))
    #expect(found.map(\.rides.count) == [1, 3])
    #expect(try found.first?.departure == instant("2026-11-30T20:00:00+01:00"))
  }

  @Test("and as many days back where the arrival is given")
  func arriving() throws {
    let store = try Self.feed.imported().0
    let found = try store.connections(from: "small:a", to: "small:d", arriving: instant("2026-12-03T14:00:00+01:00"))
    #expect(try found.last?.departure == instant("2026-11-30T20:00:00+01:00"))
  }

  @Test("of few that are shown one has the fewest rides")
  func fewest() throws {
    let store = try Self.feed.imported().0
    let found = try store.connections(
      from: "small:a", to: "small:d", departing: instant("2026-11-28T19:00:00+01:00"), count: 2)
    #expect(found.contains { $0.rides.count == 1 } || found.count < 2)
  }
}
