import Foundation
import Testing

@testable import Timetable

@Suite("A feed with more stops at one place than there can be") struct DenseFeedTests {
  /// A line through 1,200 stops at one point, another one that begins at a stop of them, and a station with 600 platforms that
  /// pathways join in a ring.
  private func feed() -> SmallFeed {
    var feed = SmallFeed()
    func time(_ number: Int) -> String { String(format: "08:%02d:%02d", 10 + number / 60, number % 60) }
    let (stops, platforms) = (0..<1200, 0..<600)
    feed["stops.txt"] =
      "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n"
      + stops.map { "s\($0),Stop \($0),48.3,14.3,0,\n" }.joined() + "far,Far,48.5,14.5,0,\nbig,Big,48.4,14.4,1,\n"
      + platforms.map { "p\($0),Platform \($0),48.4,14.4,0,big\n" }.joined()
    feed["trips.txt"] = "route_id,service_id,trip_id\nr,daily,t\nr,daily,u\nr,daily,v\n"
    feed["stop_times.txt"] =
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
      + stops.map { "t,\(time($0)),\(time($0)),s\($0),\($0)\n" }.joined()
      + platforms.map { "v,09:00:00,09:00:00,p\($0),\($0)\n" }.joined()
      + "u,08:50:00,08:50:00,s150,1\nu,09:30:00,09:30:00,far,2\n"
    feed["pathways.txt"] =
      "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\n"
      + platforms.map { "w\($0),p\($0),p\(($0 + 1) % 600),1,1\n" }.joined()
    feed["transfers.txt"] = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nbig,big,2,300\n"
    return feed
  }

  @Test("is imported without a way from each to each, and connections are still found") func bounded() throws {
    let (store, report) = try feed().imported()
    #expect(report.notices.contains { $0.rule == "too-many-platforms" && $0.file == "pathways.txt" })
    #expect(report.counts.transfers == 1)
    let ways = try store.read { try store.router($0).network.wayTo.count }
    // Each of 1,800 to at most 200 near it and 500 by the rule, not 1,800 to 1,800.
    #expect(ways > 100_000 && ways < 1_000_000)
    let morning = try #require(ServiceDay(gtfs: 20_260_601)).start(in: #require(TimeZone(identifier: "Europe/Vienna")))
    let found = try store.connections(
      from: "small:s0", to: "small:far", departing: morning.addingTimeInterval(8 * 3600))
    #expect(found.first?.rides.last?.stops.first?.stop.name == "Stop 150")
  }
}
