import Foundation
import Journey
import Testing

@testable import Timetable

/// Line 1 from Alpha over Beta to Gamma as trip `t`, then line 2 on to Delta and Epsilon as trip `u`, each five kilometres on; who gets
/// off at Gamma is too late for `u`, which leaves at once.
@Suite("A rider keeps the seat") struct SeatedTripTests {
  private static func feed(trips: String = "r,daily,t,x\nq,daily,u,x", transfers: String = "") -> SmallFeed {
    var feed = SmallFeed()
    feed["stops.txt"] = """
      stop_id,stop_name,stop_lat,stop_lon
      a,Alpha,48.00,14.30
      b,Beta,48.05,14.30
      c,Gamma,48.10,14.30
      d,Delta,48.15,14.30
      e,Epsilon,48.20,14.30

      """
    feed["routes.txt"] += "q,2,3\n"
    feed["calendar.txt"] += "work,1,1,1,1,1,0,0,20260101,20261231\nend,0,0,0,0,0,1,1,20260101,20261231\n"
    feed["trips.txt"] = "route_id,service_id,trip_id,block_id\n\(trips)\n"
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:10:00,08:10:00,b,2
      t,08:20:00,08:20:00,c,3
      u,08:20:00,08:20:00,c,1
      u,08:30:00,08:31:00,d,2
      u,08:40:00,08:40:00,e,3

      """
    if !transfers.isEmpty {
      feed["transfers.txt"] =
        "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_trip_id,to_trip_id\n\(transfers)\n"
    }
    return feed
  }

  /// The rides from Alpha to Epsilon on a day, each as its trips.
  private func rides(_ feed: SmallFeed, on day: String = "2026-12-01") throws -> [[String]] {
    let found = try feed.imported().0.connections(
      from: "small:a", to: "small:e", departing: try instant("\(day)T07:00:00+01:00"))
    return (found.first?.rides ?? []).map { [$0.tripID ?? ""] + $0.continuations.map { $0.tripID ?? "" } }
  }

  @Test("where one vehicle runs both trips, in one ride with the stops of both")
  func block() throws {
    let store = try Self.feed().imported().0
    let found = try store.connections(from: "small:a", to: "small:e", departing: instant("2026-12-01T07:00:00+01:00"))
    let ride = try #require(found.first?.rides.first)
    #expect(found.map(\.rides.count) == [1])
    #expect(ride.stops.map(\.stop.name) == ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"])
    #expect(ride.continuations == [Continuation(stop: 2, tripID: "u", line: "2")])
    #expect(ride.arrival == (try instant("2026-12-01T08:40:00+01:00")))
    #expect(ride.stops.map { ($0.metres / 1000).rounded() } == [0, 6, 11, 17, 22])
    let record = try JSONDecoder().decode(Ride.self, from: JSONEncoder().encode(ride))
    #expect(record.continuations == ride.continuations)
  }

  @Test("and gets off before the vehicle goes on, or boards after it, as on any other trip")
  func halves() throws {
    let store = try Self.feed().imported().0
    for (from, to, trip) in [("a", "c", "t"), ("b", "c", "t"), ("c", "e", "u"), ("d", "e", "u")] {
      let found = try store.connections(
        from: "small:\(from)", to: "small:\(to)", departing: instant("2026-12-01T07:00:00+01:00"))
      #expect(found.first?.rides.map(\.tripID) == [trip])
      #expect(found.first?.rides.first?.continuations == [])
    }
  }

  @Test("when an arrival is asked for as well")
  func arriving() throws {
    let store = try Self.feed().imported().0
    let found = try store.connections(from: "small:b", to: "small:d", arriving: instant("2026-12-01T09:00:00+01:00"))
    #expect(found.map { $0.rides.map(\.stops.count) } == [[3]])
    #expect(found.first?.departure == (try instant("2026-12-01T08:10:00+01:00")))
  }

  @Test("on the days on which the vehicle runs both, and on others what runs then is ridden")
  func days() throws {
    let feed = Self.feed(trips: "r,daily,t,x\nq,work,u,x")
    #expect(try rides(feed) == [["t", "u"]])
    // On Saturday and Sunday line 2 does not run, so that the next one is on Monday.
    let store = try feed.imported().0
    let found = try store.connections(from: "small:a", to: "small:e", departing: instant("2026-12-05T07:00:00+01:00"))
    #expect(found.first?.arrival == (try instant("2026-12-07T08:40:00+01:00")))
  }

  @Test("by what transfers.txt says of both trips, which comes before their block")
  func rules() throws {
    #expect(try rides(Self.feed(trips: "r,daily,t,\nq,daily,u,", transfers: ",,4,,t,u")) == [["t", "u"]])
    #expect(try rides(Self.feed(trips: "r,daily,t,\nq,daily,u,")) == [["t"], ["u"]])
    #expect(try rides(Self.feed(transfers: ",,5,,t,u")) == [["t"], ["u"]])
    #expect(try rides(Self.feed(transfers: "c,c,5,,t,u")) == [["t"], ["u"]])
  }

  @Test("but not where the vehicle begins elsewhere, or stands for hours")
  func apart() throws {
    var elsewhere = Self.feed()
    elsewhere["stop_times.txt"] = elsewhere["stop_times.txt"].replacing("u,08:20:00,08:20:00,c,1\n", with: "")
    #expect(try rides(elsewhere).isEmpty)
    var later = Self.feed()
    for hour in ["2", "3", "4"] {
      later["stop_times.txt"] = later["stop_times.txt"].replacing("u,08:\(hour)0", with: "u,12:\(hour)0")
        .replacing(",08:\(hour)0:00,c,1", with: ",12:\(hour)0:00,c,1")
        .replacing(",08:31:00,d", with: ",12:31:00,d").replacing(",08:40:00,e", with: ",12:40:00,e")
    }
    #expect(try rides(later) == [["t"], ["u"]])
  }

  @Test("for nothing where the vehicle turns round, which adds nothing to the network")
  func turning() throws {
    var feed = Self.feed()
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:10:00,08:10:00,b,2
      t,08:20:00,08:20:00,c,3
      u,08:20:00,08:20:00,c,1
      u,08:30:00,08:31:00,b,2
      u,08:40:00,08:40:00,a,3

      """
    let (store, _) = try feed.imported()
    #expect(try store.read { try store.router($0).network.lineCount } == 2)
  }

  @Test("or changes by the rules for single trips")
  func singleTrips() throws {
    let apart = "r,daily,t,\nq,daily,u,"
    // No change takes no time; with a rule that the one waits for the other it does.
    #expect(try rides(Self.feed(trips: apart, transfers: "c,c,1,,t,u")) == [["t"], ["u"]])
    let store = try Self.feed(trips: apart, transfers: "c,c,1,,t,u").imported().0
    let waits = try store.connections(from: "small:a", to: "small:e", departing: instant("2026-12-01T07:00:00+01:00"))
    #expect(waits.first?.arrival == (try instant("2026-12-01T08:40:00+01:00")))
    let without = try Self.feed(trips: apart).imported().0
    let found = try without.connections(from: "small:a", to: "small:e", departing: instant("2026-12-01T07:00:00+01:00"))
    #expect(found.first?.arrival == (try instant("2026-12-02T08:40:00+01:00")))
    let never = try Self.feed(trips: apart, transfers: "c,c,3,,t,u").imported().0
    #expect(
      try never.connections(from: "small:a", to: "small:e", departing: instant("2026-12-01T07:00:00+01:00")).isEmpty)
  }

  @Test("and rules for trips that are not there are told and left out")
  func unknown() throws {
    let report = try Self.feed(transfers: ",,4,,t,nobody\n,,4,,t,\nc,c,3,,t,").imported().1
    #expect(report.notices.map(\.rule) == ["unknown-trip", "missing-trip"])
    #expect(report.counts.transfers == 1)
  }
}
