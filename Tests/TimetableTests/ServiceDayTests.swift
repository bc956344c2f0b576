import Foundation
import Journey
import Testing

@testable import Timetable

@Suite("Service days") struct ServiceDayTests {
  @Test("are those of the Gregorian calendar, over four centuries") func civil() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for number in stride(from: -70_000, through: 80_000, by: 37) {
      let day = ServiceDay(number: number)
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      #expect(
        day.text == String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0))
      #expect(day.weekday == ((parts.weekday ?? 0) + 5) % 7)
      #expect(ServiceDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) == day)
    }
  }

  @Test("do not exist on the 30th of February or in month 13", arguments: [20_260_230, 20_261_301, 20_250_229, 0, -1])
  func impossible(_ number: Int) {
    #expect(ServiceDay(gtfs: number) == nil)
  }

  @Test("start twelve hours before noon, also when the clocks change")
  func clockChanges() throws {
    let vienna = try #require(TimeZone(identifier: "Europe/Vienna"))
    let starts = try [
      (20_260_328, "2026-03-27T23:00:00Z"), (20_260_329, "2026-03-28T22:00:00Z"),
      (20_260_330, "2026-03-29T22:00:00Z"), (20_261_025, "2026-10-24T23:00:00Z"), (20_261_026, "2026-10-25T23:00:00Z"),
    ].map { (try #require(ServiceDay(gtfs: $0.0)), try instant($0.1)) }
    for (day, start) in starts { #expect(day.start(in: vienna) == start) }
  }

  @Test("are right in zones far from Greenwich", arguments: ["Pacific/Auckland", "Pacific/Honolulu", "Asia/Tokyo"])
  func farZones(_ name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    for number in 20_400..<20_800 {
      let day = ServiceDay(number: number)
      let start = day.start(in: zone)
      #expect(calendar.component(.hour, from: start.addingTimeInterval(43_200)) == 12)
      #expect(ServiceDay(of: start.addingTimeInterval(43_200), in: zone) == day)
    }
  }
}

@Suite("Rides and the days they run on") struct RideDayTests {
  private func departures(_ feed: SmallFeed, at: String, from: String = "a", to: String = "c") throws -> RideChoice {
    try feed.imported().0.rides(from: "small:\(from)", to: "small:\(to)", at: try instant(at))
  }

  private func feed(departing time: String, arriving: String) -> SmallFeed {
    var feed = SmallFeed()
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,\(time),\(time),a,1
      t,\(arriving),\(arriving),c,2
      """
    return feed
  }

  @Test("A trip past midnight belongs to the day before") func pastMidnight() throws {
    let feed = feed(departing: "24:30:00", arriving: "25:10:00")
    let choice = try departures(feed, at: "2026-05-02T00:15:00+02:00")
    #expect(choice.chosen?.departureText == "2026-05-01T22:30:00Z")
    #expect(choice.chosen?.serviceDay == "2026-05-01")
    #expect(choice.earlier.last?.serviceDay == "2026-04-30")
  }

  @Test("A trip may run two days into the next") func longTrip() throws {
    let feed = feed(departing: "50:00:00", arriving: "51:00:00")
    let choice = try departures(feed, at: "2026-05-03T01:00:00+02:00")
    #expect(choice.chosen?.serviceDay == "2026-05-01")
  }

  @Test(
    "Clock changes move a trip as the operator's clock does",
    arguments: [
      // Eight in the morning is eight on the wall on both days.
      ("08:00:00", "2026-03-29T05:00:00Z", "2026-03-29T06:00:00Z"),
      ("08:00:00", "2026-10-25T05:00:00Z", "2026-10-25T07:00:00Z"),
      // Before the change the times are twelve hours before noon, an hour off the wall.
      ("01:30:00", "2026-03-28T12:00:00Z", "2026-03-28T23:30:00Z"),
      ("01:30:00", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
      // The trip of the evening before the change runs through it.
      ("26:30:00", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"),
    ])
  func clockChange(_ time: String, _ at: String, _ expected: String) throws {
    let hour = (Int(time.prefix(2)) ?? 0) + 1
    let choice = try departures(feed(departing: time, arriving: "\(hour):00:00"), at: at)
    #expect(choice.chosen?.departureText == expected)
  }

  @Test("An exception takes a day away and another adds one") func exceptions() throws {
    var feed = SmallFeed()
    feed["calendar.txt"] = """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,0,0,20260101,20261231
      """
    feed["calendar_dates.txt"] = "service_id,date,exception_type\ndaily,20260501,2\ndaily,20260502,1\n"
    let choice = try departures(feed, at: "2026-05-01T05:00:00+02:00")
    #expect(choice.rides.map(\.serviceDay) == ["2026-04-29", "2026-04-30", "2026-05-02", "2026-05-04", "2026-05-05"])
    #expect(choice.chosen?.serviceDay == "2026-05-02")
  }

  @Test("A service may consist of single days alone") func onlyDates() throws {
    var feed = SmallFeed()
    feed.files["calendar.txt"] = nil
    feed["calendar_dates.txt"] = "service_id,date,exception_type\ndaily,20260501,1\n"
    let (store, _) = try feed.imported()
    #expect(try departures(feed, at: "2026-04-30T05:00:00+02:00").rides.map(\.serviceDay) == ["2026-05-01"])
    #expect(try store.feeds().first?.firstDay == "2026-05-01")
    #expect(try store.feeds().first?.lastDay == "2026-05-01")
  }

  @Test("After the last day nothing is chosen") func expired() throws {
    let choice = try departures(SmallFeed(), at: "2027-03-01T05:00:00+01:00")
    #expect(choice.chosen == nil)
    #expect(choice.rides.isEmpty)
  }

  @Test("A ride at the very second still counts, one second later the next is chosen") func boundary() throws {
    #expect(try departures(SmallFeed(), at: "2026-05-01T08:00:00+02:00").chosen?.serviceDay == "2026-05-01")
    #expect(try departures(SmallFeed(), at: "2026-05-01T08:00:01+02:00").chosen?.serviceDay == "2026-05-02")
  }

  @Test("By arrival, the last ride in time is chosen") func arriving() throws {
    let (store, _) = try SmallFeed().imported()
    let choice = try store.ridesArriving(
      from: "small:a", to: "small:c", by: try instant("2026-05-03T08:20:00+02:00"))
    #expect(choice.chosen?.serviceDay == "2026-05-03")
    let sooner = try store.ridesArriving(
      from: "small:a", to: "small:c", by: try instant("2026-05-03T08:19:59+02:00"))
    #expect(sooner.chosen?.serviceDay == "2026-05-02")
  }

  @Test("A loop is boarded the last time before and left the first time after") func loop() throws {
    var feed = SmallFeed()
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:10:00,08:10:00,b,2
      t,08:20:00,08:20:00,a,3
      t,08:30:00,08:30:00,c,4
      t,08:40:00,08:40:00,b,5
      """
    let at = "2026-05-01T07:00:00+02:00"
    #expect(try departures(feed, at: at).chosen?.stops.map(\.stop.name) == ["Alpha", "Gamma"])
    #expect(try departures(feed, at: at, to: "b").chosen?.stops.map(\.stop.name) == ["Alpha", "Beta"])
    #expect(try departures(feed, at: at, from: "b", to: "a").chosen?.stops.map(\.stop.name) == ["Beta", "Alpha"])
    let again = try departures(feed, at: "2026-05-01T08:15:00+02:00", to: "b")
    #expect(again.chosen?.stops.map(\.stop.name) == ["Alpha", "Gamma", "Beta"])
    #expect(try departures(feed, at: at, from: "c", to: "a").rides.isEmpty)
  }

  @Test("Nobody boards where only alighting is allowed") func pickup() throws {
    var feed = SmallFeed()
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
      t,08:00:00,08:00:00,a,1,0,1
      t,08:10:00,08:10:00,b,2,1,0
      t,08:20:00,08:20:00,c,3,1,
      """
    let at = "2026-05-01T07:00:00+02:00"
    #expect(try departures(feed, at: at).chosen != nil)
    #expect(try departures(feed, at: at, from: "b").chosen == nil)
    let (store, _) = try feed.imported()
    #expect(try store.reachable(from: "small:b").isEmpty)
  }

  @Test("A trip with a headway starts at each of its times") func frequencies() throws {
    var feed = SmallFeed()
    feed["frequencies.txt"] = "trip_id,start_time,end_time,headway_secs\nt,06:00:00,07:00:00,1200\n"
    let choice = try departures(feed, at: "2026-05-01T06:10:00+02:00")
    #expect(choice.chosen?.departureText == "2026-05-01T04:20:00Z")
    #expect(choice.rides.map(\.departureText).contains("2026-05-01T05:00:00Z") == false)
    #expect(choice.chosen?.duration == 1200)
  }

  @Test("Unknown stops are told by their id") func unknownStop() throws {
    let (store, _) = try SmallFeed().imported()
    #expect(throws: TimetableError.unknownStop(id: "small:x")) {
      try store.rides(from: "small:a", to: "small:x", at: .now)
    }
  }
}
