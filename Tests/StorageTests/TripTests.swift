import Foundation
import Journey
import Storage
import Testing

/// Tuesday, 1 December 2026, 08:00 in Vienna.
private let tuesday = Date(timeIntervalSince1970: 1_796_108_400)
private let zone = "Europe/Vienna"

private func stop(_ name: String, _ latitude: Double = 48.3) -> Stop {
  Stop(name: name, position: Position(latitude: latitude, longitude: 14.3), gtfs: .init(feed: "f", stopID: name))
}

/// A reminder for a ride that leaves at an instant.
private func rideReminder(_ from: Stop, _ to: Stop, at leaves: Date, interval: Interval = .stops(1)) throws -> Reminder
{
  var draft = Draft(id: UUID(), createdAt: leaves)
  draft.from = Answer(from, Provenance(method: .typed))
  draft.to = Answer(to, Provenance(method: .typed))
  draft.mode = Answer(interval.mode, Provenance(method: .typed))
  draft.interval = Answer(interval, Provenance(method: .typed))
  draft.ride = Ride(
    tripID: "t", line: "1", serviceDay: "2026-12-01", zone: zone,
    stops: [
      RideStop(stop: from, arrival: leaves, departure: leaves, metres: 0),
      RideStop(stop: to, arrival: leaves.addingTimeInterval(1800), departure: nil, metres: 9000),
    ])
  return try #require(Reminder(draft, createdAt: leaves))
}

extension ReminderStore {
  fileprivate func ride(_ from: Stop, _ to: Stop, at leaves: Date, interval: Interval = .stops(1)) throws {
    let reminder = try rideReminder(from, to, at: leaves, interval: interval)
    try finish(reminder, trip: Trip(reminder, at: leaves), at: leaves)
  }
}

@Suite("Trips that were made")
struct TripTests {
  @Test("are one row a pair of stops, with what was asked for last")
  func pairs() throws {
    let store = try ReminderStore.inMemory()
    let (home, work) = (stop("home"), stop("work"))
    try store.ride(home, work, at: tuesday, interval: .stops(1))
    try store.ride(work, home, at: tuesday.addingTimeInterval(3600), interval: .duration(seconds: 300))
    try store.ride(home, work, at: tuesday.addingTimeInterval(86400), interval: .distance(metres: 500))
    let trip = try #require(try store.trip(from: home.id, to: work.id))
    #expect(trip.mode == .distance)
    #expect(trip.interval == .distance(metres: 500))
    #expect(trip.count == 2)
    #expect(trip.vibration && trip.alarm)
    #expect(trip.origin == home)
    #expect(try store.trip(from: work.id, to: home.id)?.interval == .duration(seconds: 300))
    #expect(try store.lastTrips(limit: 9).map(\.origin.name) == ["home", "work"])
    #expect(try store.trip(from: "f:nowhere", to: work.id) == nil)
  }

  @Test("a reminder that is not to be remembered leaves none, and saving twice counts once")
  func notRemembered() throws {
    let store = try ReminderStore.inMemory()
    let once = try rideReminder(stop("a"), stop("b"), at: tuesday)
    try store.finish(once, at: tuesday)
    #expect(try store.lastTrips(limit: 9).isEmpty)
    let other = try rideReminder(stop("a"), stop("c"), at: tuesday)
    try store.finish(other, trip: Trip(other, at: tuesday), at: tuesday)
    try store.finish(other, trip: Trip(other, at: tuesday), at: tuesday)
    #expect(try store.lastTrips(limit: 9).map(\.count) == [1])
  }

  @Test("in the morning the way to work is suggested, in the evening the way home")
  func timeOfDay() throws {
    let store = try ReminderStore.inMemory()
    let (home, work, gym) = (stop("home"), stop("work"), stop("gym"))
    for day in 0..<3 {
      let morning = tuesday.addingTimeInterval(Double(day) * 86400)
      try store.ride(home, work, at: morning)
      try store.ride(work, home, at: morning.addingTimeInterval(9.5 * 3600))
    }
    try store.ride(home, gym, at: tuesday.addingTimeInterval(4 * 86400 + 2 * 3600))
    func suggested(_ hours: Double) throws -> [String] {
      try store.suggestedTrips(at: tuesday.addingTimeInterval(7 * 86400 + hours * 3600), zone: zone)
        .map(\.trip.destination.name)
    }
    #expect(try suggested(0.25) == ["work", "gym"])
    #expect(try suggested(9) == ["home"])
    #expect(try suggested(15).isEmpty, "nothing was ever done at eleven at night")
    let saturday = 4.0 * 24 + 2
    #expect(try suggested(saturday - 0.5).first == "gym", "a weekend's trip comes first at the weekend")
  }

  @Test("where the rider is decides between two ways at the same time, and old habits fade")
  func placeAndAge() throws {
    let store = try ReminderStore.inMemory()
    let (home, cabin, work) = (stop("home", 48.3), stop("cabin", 48.5), stop("work", 48.1))
    for day in 0..<5 { try store.ride(home, work, at: tuesday.addingTimeInterval(Double(day) * 86400)) }
    try store.ride(cabin, work, at: tuesday.addingTimeInterval(86400))
    let later = tuesday.addingTimeInterval(7 * 86400)
    #expect(try store.suggestedTrips(at: later, zone: zone).first?.trip.origin == home)
    let here = try store.suggestedTrips(at: later, zone: zone, near: cabin.position)
    #expect(here.map(\.trip.origin) == [cabin])
    let soon = try #require(try store.suggestedTrips(at: later, zone: zone).first?.weight)
    let muchLater = later.addingTimeInterval(28 * 86400)
    let faded = try #require(try store.suggestedTrips(at: muchLater, zone: zone).first?.weight)
    #expect(faded < soon)
  }

  @Test("are forgotten with when they were made")
  func forgotten() throws {
    let store = try ReminderStore.inMemory()
    try store.ride(stop("a"), stop("b"), at: tuesday)
    #expect(try store.forgetTrips() == 1)
    #expect(try store.suggestedTrips(at: tuesday, zone: zone).isEmpty)
  }
}

@Suite("Names of the rider's own")
struct PlaceTests {
  @Test("name one stop each, in any case")
  func places() throws {
    let store = try ReminderStore.inMemory()
    try store.setPlace(NamedPlace(name: "Home", stop: stop("a")))
    try store.setPlace(NamedPlace(name: "home", stop: stop("b")))
    try store.setPlace(NamedPlace(name: "Büro", stop: stop("c")))
    #expect(try store.places().map(\.name) == ["Büro", "home"])
    #expect(try store.place("HOME")?.stop.name == "b")
    #expect(try store.place("BU\u{308}RO")?.stop.name == "c", "a mark of its own is the same letter")
    #expect(try store.removePlace("HOME"))
    #expect(try !store.removePlace("home"))
    #expect(try store.place("home") == nil)
  }

  @Test("a learned name means the stop that it was learned for last, and can be forgotten")
  func learned() throws {
    let store = try ReminderStore.inMemory()
    try store.learn(LearnedName(stop: "f:1", text: "brandenberg", learnedAt: tuesday))
    try store.learn(LearnedName(stop: "f:2", text: "brandenberg", learnedAt: tuesday.addingTimeInterval(1)))
    try store.learn(LearnedName(stop: "f:2", text: "the castle", learnedAt: tuesday))
    #expect(try store.learnedNames().map(\.stop) == ["f:2", "f:2"])
    #expect(try store.forgetLearnedNames("brandenberg") == 1)
    #expect(try store.learnedNames().map(\.text) == ["the castle"])
    #expect(try store.forgetLearnedNames() == 1)
  }

  @Test("forgetting the last values keeps what was chosen apart from them")
  func defaults() throws {
    let store = try ReminderStore.inMemory()
    try store.save(Preferences(positionSource: "gpsd", accessible: true, language: "de"))
    let used = try rideReminder(stop("a"), stop("b"), at: tuesday)
    try store.finish(
      used, preferences: Preferences(mode: .stations, intervals: ["stations": "stops:1"], alarm: false), at: tuesday)
    #expect(try store.preferences().mode == .stations)
    #expect(try store.preferences().alarm, "one reminder without the alarm leaves the next one its own")
    #expect(try store.preferences().positionSource == "gpsd", "chosen while the dialogue went on, or before")
    try store.forgetDefaults()
    #expect(try store.preferences() == Preferences(positionSource: "gpsd", accessible: true, language: "de"))
  }
}
