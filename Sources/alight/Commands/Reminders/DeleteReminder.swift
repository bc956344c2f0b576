import ArgumentParser
import Foundation

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
      let found = try store.reminder(reminder.id)
      guard
        try consent.isGiven(
          to: "deleting \(reminder.id)", asking: "Delete the reminder for \(found.destination.name)?", output)
      else { return output.talk("Nothing was deleted.") }
      try store.delete(found.id, at: Date())
      try ReminderChangeReport(found, isDeleted: true).print(json: json, output)
    }
  }
}
