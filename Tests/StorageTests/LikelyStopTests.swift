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

extension ReminderStore {
  fileprivate func ride(_ from: Stop, _ to: Stop, at leaves: Date) throws {
    var draft = Draft(id: UUID(), createdAt: leaves)
    draft.from = Answer(from, Provenance(method: .typed))
    draft.to = Answer(to, Provenance(method: .typed))
    draft.mode = Answer(.stations, Provenance(method: .typed))
    draft.interval = Answer(.stops(1), Provenance(method: .typed))
    draft.ride = Ride(
      tripID: "t", line: "1", serviceDay: "2026-12-01", zone: zone,
      stops: [
        RideStop(stop: from, arrival: leaves, departure: leaves, metres: 0),
        RideStop(stop: to, arrival: leaves.addingTimeInterval(1800), departure: nil, metres: 9000),
      ])
    let reminder = try #require(Reminder(draft, createdAt: leaves))
    try finish(reminder, trip: Trip(reminder, at: leaves), at: leaves)
  }
}

@Suite("Stops that the rider is likely to name")
struct LikelyStopTests {
  /// To work in the morning, home in the evening, and often at noon from work to the canteen.
  private func week() throws -> ReminderStore {
    let store = try ReminderStore.inMemory()
    for day in 0..<3 {
      let morning = tuesday.addingTimeInterval(Double(day) * 86400)
      try store.ride(stop("home"), stop("work"), at: morning)
      for minutes in [0.0, 40] {
        try store.ride(stop("work"), stop("canteen"), at: morning.addingTimeInterval(4 * 3600 + minutes * 60))
      }
      try store.ride(stop("work"), stop("home"), at: morning.addingTimeInterval(9 * 3600))
    }
    return store
  }

  private func at(_ hours: Double) -> Date { tuesday.addingTimeInterval(7 * 86400 + hours * 3600) }

  @Test("begin with those of this time of day, then come the most used")
  func origin() throws {
    let store = try week()
    #expect(try store.likelyStops(for: .from, at: at(0), zone: zone).map(\.name) == ["home", "work", "canteen"])
    #expect(try store.likelyStops(for: .from, at: at(4), zone: zone).first?.name == "work")
  }

  @Test("at the end of the ride begin with those of the pair, by the time of day")
  func destination() throws {
    let store = try week()
    let noon = try store.likelyStops(for: .to, from: stop("work").id, at: at(4), zone: zone)
    #expect(noon.map(\.name) == ["canteen", "home"], "the beginning itself is no end")
    let evening = try store.likelyStops(for: .to, from: stop("work").id, at: at(9), zone: zone)
    #expect(evening.map(\.name) == ["home", "canteen"])
    let elsewhere = try store.likelyStops(for: .to, from: "f:castle", at: at(9), zone: zone)
    #expect(elsewhere.first?.name == "work", "the most used where the pair is new")
  }

  @Test("are those near the rider before others of the same time")
  func place() throws {
    let store = try week()
    try store.ride(stop("cabin", 48.6), stop("work"), at: tuesday)
    let there = Position(latitude: 48.6, longitude: 14.3)
    #expect(try store.likelyStops(for: .from, at: at(0), zone: zone, near: there).first?.name == "cabin")
    #expect(try ReminderStore.inMemory().likelyStops(for: .from, at: at(0), zone: zone).isEmpty)
  }

  @Test("are learned in any case, and move to the stop that was confirmed last")
  func learned() throws {
    let store = try ReminderStore.inMemory()
    try store.learn(LearnedName(stop: "f:1", text: "Brandenberg", learnedAt: tuesday))
    try store.learn(LearnedName(stop: "f:2", text: "brandenberg", learnedAt: tuesday))
    #expect(try store.learnedNames().map(\.stop) == ["f:2"])
    #expect(try store.forgetLearnedNames("BRANDENBERG") == 1)
  }
}
