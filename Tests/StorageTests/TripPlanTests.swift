import Foundation
import GRDB
import Journey
import Storage
import Testing

@Suite("Trips of several stops in the store")
struct TripPlanTests {
  private static let now = Date(timeIntervalSince1970: 1_796_000_000)

  private func plan(_ name: String = "Errands") -> TripPlan {
    let stops = (0..<3).map { index in
      TripStop(
        place: Stop(name: "Stop \(index)", position: Position(latitude: 48.3 + Double(index) / 100, longitude: 14.3)),
        stay: 600)
    }
    return TripPlan(name: name, createdAt: Self.now, start: Self.now + 3600, zone: "Europe/Vienna", stops: stops)
  }

  /// A reminder of a ride that leaves so many seconds after now.
  private func reminder(after seconds: Double, label: String = "1/2") throws -> Reminder {
    var reminder = try sampleReminder()
    for index in reminder.ride.stops.indices {
      reminder.ride.stops[index].arrival? += seconds
      reminder.ride.stops[index].departure? += seconds
    }
    reminder.anchor = .init(
      departure: reminder.ride.departure, arrival: reminder.ride.arrival, zone: reminder.anchor.zone)
    reminder.label = label
    return reminder
  }

  @Test("a trip is found by its name in any case and by its id, and its name is its own")
  func named() throws {
    let store = try ReminderStore.inMemory()
    let saved = try store.save(plan(), reminders: nil, at: Self.now)
    #expect(try store.tripPlan("ERRANDS") == saved)
    #expect(try store.tripPlan(saved.id.short) == saved)
    #expect(throws: StorageError.tripNameTaken("errands")) {
      try store.save(plan("errands"), reminders: nil, at: Self.now)
    }
    #expect(throws: StorageError.noSuchTrip("shopping")) { try store.tripPlan("shopping") }
    #expect(try store.tripPlans().plans == [saved])
  }

  @Test("who was slower is told, and nothing of theirs is stored")
  func slower() throws {
    let store = try ReminderStore.inMemory()
    let read = try store.save(plan(), reminders: nil, at: Self.now)
    var mine = read
    mine.stops[0].stay = 60
    try store.save(mine, reminders: nil, at: Self.now)
    var theirs = read
    theirs.stops[0].stay = 120
    #expect(throws: StorageError.tripChangedMeanwhile(name: "Errands")) {
      try store.save(theirs, reminders: nil, at: Self.now)
    }
    #expect(try store.tripPlan("errands").stops[0].stay == 60)
  }

  @Test("where one ride changes, the reminder of the other stays as it is, and the old one is gone")
  func moves() throws {
    let store = try ReminderStore.inMemory()
    let (first, second) = (try reminder(after: 3600), try reminder(after: 9000, label: "2/2"))
    let set = try store.save(plan(), reminders: [first, second], at: Self.now)
    #expect(set.reminders == [first.id, second.id])
    // The rider has switched the first one off.
    try store.setStatus(.off, of: first.id, at: Self.now)
    let (again, other) = (try reminder(after: 3600, label: "1/3"), try reminder(after: 10_800, label: "3/3"))
    let moved = try store.save(set, reminders: [again, other], at: Self.now)
    #expect(moved.reminders == [first.id, other.id])
    let kept = try store.reminder(first.id.uuidString)
    #expect(kept.status == .off && kept.label == "1/3")
    #expect(throws: StorageError.noSuchReminder(second.id.uuidString)) { try store.reminder(second.id.uuidString) }
    // Warned otherwise, all of them are other reminders.
    var stricter = moved
    stricter.interval = .duration(seconds: 600)
    let anew = try store.save(stricter, reminders: [try reminder(after: 3600)], at: Self.now)
    #expect(anew.reminders?.contains(first.id) == false && anew.reminders?.count == 1)
  }

  @Test("what is over by then is not set, and taking a trip back or deleting it takes its reminders")
  func takenBack() throws {
    let store = try ReminderStore.inMemory()
    let (over, ahead) = (try reminder(after: -7200), try reminder(after: 3600))
    let set = try store.save(plan(), reminders: [over, ahead], at: Self.now)
    #expect(set.reminders == [ahead.id])
    let back = try store.save(set, reminders: nil, at: Self.now)
    #expect(!back.isSet)
    #expect(try store.reminders(includingPast: true, at: Self.now).isEmpty)
    try store.save(back, reminders: [try reminder(after: 3600)], at: Self.now)
    #expect(try store.deleteTrip("errands", at: Self.now) == 1)
    #expect(try store.reminders(includingPast: true, at: Self.now).isEmpty)
    #expect(try store.tripPlans().plans.isEmpty)
  }

  @Test("a record that cannot be read is named, stands in nobody's way, and can be deleted")
  func damaged() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ReminderStore(path: folder.appending(path: "alight.sqlite").path)
    try store.save(plan(), reminders: nil, at: Self.now)
    try store.save(plan("Shopping"), reminders: nil, at: Self.now)
    try DatabaseQueue(path: store.path).write { database in
      try database.execute(sql: "UPDATE trip_plans SET record = '{\"name\": 3}' WHERE key = 'errands'")
    }
    let found = try store.tripPlans()
    #expect(found.plans.map(\.name) == ["Shopping"])
    #expect(found.unreadable.count == 1 && "\(found.unreadable)".contains("cannot be read"))
    #expect(try store.deleteTrip("errands", at: Self.now) == 0)
    #expect(try store.tripPlans().unreadable.isEmpty)
  }
}
