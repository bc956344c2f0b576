import Foundation
import Testing

@testable import Timetable

@Suite("What Alight does not read, and what may mislead riders, is told") struct UnreadTests {
  static let told: [Defect] = [
    Defect("fares", "fare_attributes.txt", "fare_id,price\nf,2\n", "not-read"),
    Defect("areas", "areas.txt", "area_id\nx\n", "not-read"),
    Defect("rides on demand", "booking_rules.txt", "booking_rule_id,booking_type\nx,1\n", "not-read"),
    Defect("attributions", "attributions.txt", "organization_name\nX\n", "not-read"),
    Defect(
      "an agency of several without an id", "agency.txt",
      "agency_id,agency_name,agency_timezone\na,A,Europe/Vienna\n,B,Europe/Vienna\n", "missing-agency-id"),
    Defect(
      "a route that names none of several agencies", "agency.txt",
      "agency_id,agency_name,agency_timezone\na,A,Europe/Vienna\nb,B,Europe/Vienna\n", "missing-agency-id"),
    Defect(
      "a point of a shape where nobody entered one", "shapes.txt",
      "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,48.3,14.3,1\ns,0,0,2\ns,48.33,14.3,3\n",
      "invalid-shape-point"),
  ]

  @Test("by its rule, naming the file", arguments: told) func notices(_ defect: Defect) throws {
    var feed = SmallFeed()
    feed.files[defect.file] = defect.text
    let report = try feed.imported().1
    let notice = try #require(report.notices.first { $0.rule == defect.expected })
    #expect(notice.file == defect.file || defect.expected == "missing-agency-id")
    #expect(!notice.message.isEmpty)
    #expect(report.counts.trips == 1)
  }

  @Test("stop times by zone are no stops that are not known")
  func onDemand() throws {
    var feed = SmallFeed()
    feed["trips.txt"] += "r,daily,flex\n"
    feed["stop_times.txt"] =
      feed["stop_times.txt"].split(separator: "\n").enumerated().map {
        $0.element + ($0.offset == 0 ? ",location_id" : ",")
      }.joined(separator: "\n") + "\nflex,,,,1,zone\nflex,,,,2,zone\n"
    let report = try feed.imported().1
    let notice = try #require(report.notices.first { $0.rule == "on-demand-stop-time" })
    #expect(notice.count == 2 && notice.action == .notRead)
    #expect(notice.message == "stop times by zone (GTFS-Flex) are not read")
    #expect(!report.notices.contains { $0.rule == "unknown-stop" })
  }

  @Test("two trips of one block at the same time are none that one vehicle runs")
  func overlappingBlock() throws {
    var feed = SmallFeed()
    feed["trips.txt"] = "route_id,service_id,trip_id,block_id\nr,daily,t,x\nr,daily,u,x\n"
    feed["stop_times.txt"] += "u,08:15:00,08:15:00,a,1\nu,08:30:00,08:30:00,c,2\n"
    let notice = try #require(try feed.imported().1.notices.first { $0.rule == "overlapping-block" })
    #expect(notice.message.contains("trips t and u of block x"))
    feed["stop_times.txt"] = feed["stop_times.txt"].replacingOccurrences(of: "08:15", with: "08:20")
    #expect(try feed.imported().1.notices.allSatisfy { $0.rule != "overlapping-block" })
  }
}
