import Foundation
import Testing

@testable import Timetable

@Suite("A change") struct TransferTests {
  /// One line from Alpha to Beta, another from Gamma to Delta two kilometres on, every ten minutes.
  private static func feed(transfers: String) -> SmallFeed {
    var feed = SmallFeed()
    feed["stops.txt"] += "d,Delta,48.40,14.30\n"
    feed["routes.txt"] += "q,2,3\n"
    feed["trips.txt"] = "route_id,service_id,trip_id\nr,daily,t\nq,daily,u\n"
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:10:00,08:10:00,b,2
      u,08:00:00,08:00:00,c,1
      u,08:10:00,08:10:00,d,2

      """
    feed["frequencies.txt"] = "trip_id,start_time,end_time,headway_secs\nu,08:00:00,12:00:00,600\n"
    feed["transfers.txt"] = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n\(transfers)\n"
    return feed
  }

  @Test(
    "that the feed names takes the time it says, or else that of the walk, however far it is",
    arguments: [("b,c,2,300", 600), ("b,c,1,", 0), ("b,c,0,", 2400), ("b,c,3,", nil)] as [(String, Int?)])
  func far(rule: String, seconds: Int?) throws {
    let store = try Self.feed(transfers: rule).imported().0
    let morning = try instant("2026-12-01T07:50:00+01:00")
    let found = try store.connections(from: "small:a", to: "small:d", departing: morning)
    // Who arrives at 8:10 and walks 2.2 km is there after 39 minutes, before the one at 8:50.
    let changes = found.map { connection in
      connection.rides[1].departure?.timeIntervalSince(connection.rides[0].arrival ?? .distantPast)
    }
    #expect(changes == (seconds.map { [Double($0)] } ?? []))
  }
}
