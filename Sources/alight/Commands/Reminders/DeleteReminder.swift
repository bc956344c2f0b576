import ArgumentParser
import Foundation
import Journey
import Storage

extension RemindersCommand {
  /// `alight reminders delete`
  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a reminder (\"undo\" brings it back).")

    @OptionGroup var reminder: ReminderArgument
    @OptionGroup var consent: Consent
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let store = try data.openStore()
      let found: Reminder
      do {
        found = try store.reminder(reminder.id)
      } catch StorageError.damagedRecord {
        return try deleteUnreadable(store, output)
      }
      guard
        try consent.isGiven(
          to: "deleting \(reminder.id)", asking: "Delete the reminder for \(found.destination.name)?", output)
      else { return output.talk("Nothing was deleted.") }
      try store.delete(found.id, at: Date())
      try ReminderChangeReport(found, isDeleted: true).print(json: json, output)
    }

    /// What cannot be read can be taken away all the same.
    private func deleteUnreadable(_ store: ReminderStore, _ output: Output) throws {
      guard
        try consent.isGiven(
          to: "deleting \(reminder.id), which cannot be read and cannot be brought back",
          asking: "Delete the reminder \(reminder.id), which cannot be read? It cannot be brought back.", output)
      else { return output.talk("Nothing was deleted.") }
      guard let deleted = try store.deleteUnreadable(reminder.id, at: Date()) else { return }
      try UnreadableDeletion(id: deleted.id, cause: deleted.cause).print(json: json, output)
    }
  }
}

/// What became of a record that nobody can read.
private struct UnreadableDeletion: Encodable {
  let schema = "alight.reminder-change/1"
  let id: String
  let status = "deleted"
  /// Why it could not be read.
  let cause: String

  init(id: String, cause: String) { (self.id, self.cause) = (id, cause) }

  func print(json: Bool, _ output: Output) throws {
    json ? try output.json(self) : output.data("\(id.prefix(8).lowercased())  deleted (it could not be read: \(cause))")
  }
}
