import Conversation
import Foundation
import Handoff
import Journey
import Storage
import Testing

@testable import alight

@Suite("What goes out and comes back")
struct RoundTripTests {
  private static let now = Date(timeIntervalSince1970: 1_796_108_400)
  private static let prompts = Result {
    try Resources(prompts: Program.root.appending(path: "Prompts"), audio: Program.root).loadPrompts()
  }

  /// A store with reminders of every kind, each with fields that are not ours.
  private func store(seed: UInt64, count: Int) throws -> ReminderStore {
    var random = RandomReminders(seed: seed)
    let store = try ReminderStore.inMemory()
    let records = try (0..<count).map { _ in
      let reminder = random.next()
      return IncomingRecord(reminder: reminder, text: try random.record(of: reminder))
    }
    #expect(try store.take(records, at: Date(timeIntervalSince1970: 1_800_000_000)).allSatisfy { $0 == .added })
    return store
  }

  private func imported(_ document: Data) throws -> [StoredRecord] {
    let store = try ReminderStore.inMemory()
    let outcomes = try store.take(try RecordFile(document).records, at: Date())
    #expect(outcomes.allSatisfy { $0 == .added })
    return try store.records()
  }

  @Test("as JSON is the same to the byte", arguments: [1, 2, 3] as [UInt64])
  func json(seed: UInt64) throws {
    let records = try store(seed: seed, count: 60).records()
    let document = Data(records.map { $0.text + "\n" }.joined().utf8)
    #expect(try imported(document).map(\.text) == records.map(\.text))
  }

  @Test("as a calendar is the same record", arguments: [4, 5, 6] as [UInt64])
  func calendar(seed: UInt64) throws {
    let store = try store(seed: seed, count: 60)
    let records = try store.records()
    let exported = try records.map(ExportedReminder.init)
    let document = CalendarExport(
      exported, prompts: try Self.prompts.get(), program: "Alight", at: Self.now
    ).document
    let back = try imported(document)
    #expect(back.count == records.count)
    for (own, other) in zip(records, back) {
      #expect(own.text == other.text)
    }
    // And the other way round: the store that it came from finds nothing new in it.
    let again = try store.take(try RecordFile(document).records, at: Date())
    #expect(again.allSatisfy { $0 == .unchanged })
  }

  @Test("is what independent readers see, whatever the names are")
  func independent() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let records = try store(seed: 7, count: 40).records()
    let exported = try records.map(ExportedReminder.init)
    let prompts = try Self.prompts.get()
    let calendar = CalendarExport(
      exported, prompts: prompts, program: "Alight", at: Self.now
    ).document
    let events = try #require(
      try IndependentReader.read("ics", String(decoding: calendar, as: UTF8.self), program)["events"]
        as? [[String: Any]])
    #expect(events.compactMap { $0["location"] as? String } == exported.map(\.reminder.destination.name))
    #expect(events.compactMap { ($0["record"] as? [String: Any])?["id"] as? String } == records.map(\.id.uuidString))
    for (event, own) in zip(events, exported) {
      let alarms = try #require(event["alarms"] as? [[String: Any]])
      #expect(alarms.isEmpty == !own.reminder.isOn(at: Self.now))
      #expect(event["end"] is String == (own.reminder.anchor.arrival != nil))
    }
    let gpx = GPXExport(exported, prompts: prompts, program: "Alight").document
    let read = try IndependentReader.read("gpx", String(decoding: gpx, as: UTF8.self), program)
    let names = (read["waypoints"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names == exported.flatMap { $0.reminder.ride.stops.map(\.stop.name) })
    let json = records.map { $0.text + "\n" }.joined()
    #expect((try IndependentReader.read("json", json, program)["records"] as? [Any])?.count == records.count)
  }
}
