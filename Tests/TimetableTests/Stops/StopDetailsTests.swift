import Foundation
import Journey
import Testing

@testable import Timetable

@Suite("What is told of a stop") struct StopDetailsTests {
  private let demo: TimetableStore

  init() throws { demo = try Fixtures.demo() }

  @Test("its platforms, its lines as people count them, and where they go from it") func station() throws {
    let details = try #require(try demo.stopDetails(id: "demo:linz-hbf-a"))
    #expect(details.stop.id == "demo:linz-hbf")
    #expect(details.zone == "Europe/Vienna")
    #expect(details.platforms.map(\.platform) == ["1", "2", "8", "A", "B"])
    #expect(details.lines.map(\.name) == ["1", "2", "3"])
    // The trips of line 1 that end here go nowhere from here.
    #expect(details.lines[0].headsigns == ["Hagenberg"])
    #expect(details.lines[0].color == "C62828")
    #expect(Set(details.lines[1].headsigns) == ["Linz Auwiesen", "Linz Universität"])
    #expect(details.firstDay == "2020-01-01" && details.lastDay == "2099-12-31")
    #expect(try demo.stopDetails(id: "demo:hagenberg")?.platforms.isEmpty == true)
    #expect(try demo.stopDetails(id: "demo:nowhere") == nil)
  }

  @Test("the days of its service with their exceptions") func days() throws {
    var feed = SmallFeed()
    feed["calendar.txt"] = """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,0,0,0,0,0,0,20260101,20261231

      """
    feed["calendar_dates.txt"] = "service_id,date,exception_type\ndaily,20260105,2\ndaily,20270203,1\n"
    let details = try #require(try feed.imported().0.stopDetails(id: "small:a"))
    // The first Monday of 2026 is taken out, and a day of the next year is put in.
    #expect(details.firstDay == "2026-01-12" && details.lastDay == "2027-02-03")
  }

  @Test("the days of a service without weekdays, whose period may be ages, are those added")
  func daysOfNoWeekday() throws {
    var feed = SmallFeed()
    feed["calendar.txt"] = """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,0,0,0,0,0,0,0,00010101,99991231

      """
    feed["calendar_dates.txt"] = "service_id,date,exception_type\ndaily,20260105,1\ndaily,20260106,2\n"
    let store = try feed.imported().0
    let details = try #require(try store.stopDetails(id: "small:a"))
    #expect(details.firstDay == "2026-01-05" && details.lastDay == "2026-01-05")
  }

  @Test("lines are in the order in which people count") func order() throws {
    var feed = SmallFeed()
    feed["routes.txt"] = "route_id,route_short_name,route_type\nr,10,3\nq,2,3\np,S1,2\n"
    feed["trips.txt"] = "route_id,service_id,trip_id\nr,daily,t\nq,daily,u\np,daily,v\n"
    let calls = feed["stop_times.txt"]
    let rows = calls.split(separator: "\n").dropFirst()
    for trip in ["u", "v"] { feed["stop_times.txt"] += rows.map { trip + $0.dropFirst() + "\n" }.joined() }
    #expect(try feed.imported().0.listed(["small:b", "small:none"]).first?.lines.map(\.name) == ["2", "10", "S1"])
  }

  @Test("the stops round a place, nearest first") func near() throws {
    let here = Position(latitude: 48.2903, longitude: 14.2915)
    let stops = try demo.stops(near: here, within: 1000, limit: 9)
    #expect(stops.first?.stop.id == "demo:linz-hbf")
    let metres = stops.map { $0.stop.position.metres(to: here) }
    #expect(metres == metres.sorted() && metres.allSatisfy { $0 <= 1000 })
    let all = try demo.stops().filter { $0.position.metres(to: here) <= 1000 }
    #expect(Set(all.map(\.id)) == Set(stops.map(\.stop.id)))
    #expect(try demo.stops(near: here, within: 1000, limit: 2).count == 2)
    #expect(try demo.stops(near: Position(latitude: 90, longitude: 0), within: 1000, limit: 2).isEmpty)
  }

  @Test("a better known stop near it, with distance and direction") func landmark() throws {
    let softwarepark = try #require(try demo.stop(id: "demo:hagenberg-softwarepark"))
    let landmark = try #require(try demo.landmark(near: softwarepark))
    #expect(landmark.name == "Hagenberg")
    #expect(landmark.metres > 100 && landmark.metres < 3000)
    let hagenberg = try #require(try demo.stop(id: "demo:hagenberg"))
    let isNorth = softwarepark.position.latitude > hagenberg.position.latitude
    #expect((landmark.direction <= 2 || landmark.direction >= 6) == isNorth || [2, 6].contains(landmark.direction))
  }
}
