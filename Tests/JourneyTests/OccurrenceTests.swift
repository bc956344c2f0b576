import Foundation
import Testing

@testable import Journey

/// A weekly ride in Vienna with a stop each half an hour, from 02:00 to 03:30 on an ordinary Sunday.
private func nightRide(serviceDay: String, departs text: String, tripID: String? = "t") throws -> Reminder {
  let start = try Date(text, strategy: .iso8601)
  let stops = (0..<4).map { index in
    let time = start.addingTimeInterval(Double(index) * 1800)
    return RideStop(
      stop: Stop(name: "Stop \(index)", position: Position(latitude: 48.2 + Double(index) / 100, longitude: 16.4)),
      arrival: time, departure: time, metres: Double(index) * 1112)
  }
  let typed = Provenance(method: .typed)
  var draft = Draft(id: UUID(), createdAt: start)
  draft.from = Answer(stops[0].stop, typed)
  draft.to = Answer(stops[3].stop, typed)
  draft.mode = Answer(.time, typed)
  draft.interval = Answer(.duration(seconds: 600), typed)
  draft.ride = Ride(tripID: tripID, line: "N25", serviceDay: serviceDay, zone: "Europe/Vienna", stops: stops)
  draft.recurrence = Recurrence(weekdays: [.sunday])
  return try #require(Reminder(draft, createdAt: start))
}

private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

@Suite("A ride that comes again")
struct OccurrenceTests {
  @Test(
    "in a night in which summer time begins or ends takes as long as ever, counted from noon less twelve hours",
    arguments: [
      // 02:00 of the service day: an hour earlier by the clock where the clock goes forward at two, and later where it goes back.
      ("2027-03-21", "2027-03-21T02:00:00+01:00", "2027-03-28", "2027-03-28T01:00:00+01:00"),
      ("2027-10-24", "2027-10-24T02:00:00+02:00", "2027-10-31", "2027-10-31T02:00:00+01:00"),
      // The same ride as 26:00 of the day before: the first half of the night is as ever.
      ("2027-03-20", "2027-03-21T02:00:00+01:00", "2027-03-27", "2027-03-28T03:00:00+02:00"),
      ("2027-10-23", "2027-10-24T02:00:00+02:00", "2027-10-30", "2027-10-31T02:00:00+02:00"),
    ])
  func changeOfTime(day: String, departs: String, nextDay: String, expected: String) throws {
    var reminder = try nightRide(serviceDay: day, departs: departs)
    if day.hasSuffix("20") || day.hasSuffix("23") { reminder.recurrence = Recurrence(weekdays: [.saturday]) }
    let next = try #require(reminder.following)
    #expect(next.ride.serviceDay == nextDay)
    #expect(try next.ride.departure == instant(expected))
    // Each leg of the way keeps its length, and with it the last call its place.
    let gaps = zip(next.ride.stops, reminder.ride.stops).map { pair in
      (pair.0.arrival ?? .distantPast).timeIntervalSince(pair.1.arrival ?? .distantPast)
    }
    #expect(Set(gaps).count == 1)
    #expect(next.ride.duration == reminder.ride.duration)
    for (level, old) in zip(next.levels, reminder.levels) {
      #expect(
        level.at?.timeIntervalSince(next.ride.stops[0].arrival ?? .now)
          == old.at?.timeIntervalSince(reminder.ride.stops[0].arrival ?? .now))
    }
    #expect(next.anchor.arrival == next.ride.arrival)
    #expect(next.validUntil == next.ride.arrival.map { $0.addingTimeInterval(7200) })
  }

  @Test(
    "by day keeps its hour by the clock, whatever the clock did in the night",
    arguments: [
      ("2027-03-21", "2027-03-21T08:00:00+01:00", "2027-03-28T08:00:00+02:00"),
      ("2027-10-24", "2027-10-24T08:00:00+02:00", "2027-10-31T08:00:00+01:00"),
      ("2026-12-06", "2026-12-06T08:00:00+01:00", "2026-12-13T08:00:00+01:00"),
    ])
  func day(day: String, departs: String, expected: String) throws {
    let reminder = try nightRide(serviceDay: day, departs: departs)
    #expect(try #require(reminder.following).ride.departure == instant(expected))
  }

  @Test("is found by the clock's instant on the day after the change as well")
  func found() throws {
    let reminder = try nightRide(serviceDay: "2027-03-14", departs: "2027-03-14T02:00:00+01:00")
    let next = try #require(reminder.occurrence(at: instant("2027-03-28T00:00:00+01:00")))
    #expect(next.ride.serviceDay == "2027-03-28")
    #expect(try next.ride.departure == instant("2027-03-28T01:00:00+01:00"))
  }

  @Test("at an hour that the rider has named, with no timetable, keeps that hour")
  func named() throws {
    let reminder = try nightRide(serviceDay: "2027-10-24", departs: "2027-10-24T01:30:00+02:00", tripID: nil)
    let next = try #require(reminder.following)
    #expect(try next.ride.departure == instant("2027-10-31T01:30:00+02:00"))
  }
}
