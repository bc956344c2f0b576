import Foundation
import GRDB
import Journey
import Storage
import Testing

@Suite("A database of an older version")
struct MigrationTests {
  /// Opens what version 1 left behind.
  private func withVersionOne(_ body: (String) throws -> Void) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let dump = try String(contentsOf: tests.appending(path: "Stored/version-1.sql"), encoding: .utf8)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: dump) }
    try body(path)
  }

  @Test("keeps its reminders, its draft and its preferences, and takes what is new")
  func kept() throws {
    try withVersionOne { path in
      let store = try ReminderStore(path: path)
      let reminders = try store.reminders(includingPast: true, at: .distantPast)
      #expect(reminders.map(\.destination.name) == ["Hagenberg", "Linz Hauptbahnhof"])
      #expect(reminders.map(\.status) == [.on, .off])
      #expect(reminders.allSatisfy { $0.label == nil && $0.recurrence == nil && $0.pausedUntil == nil })
      #expect(try store.drafts(since: .distantPast).map(\.summary) == ["Linz Hauptbahnhof → Hagenberg"])
      #expect(try store.preferences().mode == .time)
      var first = try #require(reminders.first)
      first.label = "work"
      try store.update(first, as: .label, at: first.createdAt)
      #expect(try store.reminder(first.id.uuidString).label == "work")
      #expect(try store.sessions().isEmpty)
    }
  }

  @Test("tells a foreign runner its new version, and opens a second time as it is")
  func version() throws {
    try withVersionOne { path in
      _ = try ReminderStore(path: path)
      let again = try ReminderStore(path: path)
      #expect(try again.reminders(includingPast: true, at: .distantPast).count == 2)
      let queue = try DatabaseQueue(path: path)
      #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 2)
      #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM outbox") } == 3, "no row is lost")
    }
  }
}
