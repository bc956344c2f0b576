import ArgumentParser
import Foundation
import Journey

extension RemindersCommand {
  /// `alight reminders on`
  struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Switch a reminder on.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      try RemindersCommand.set(.on, reminder.id, data, json: json)
    }
  }

  /// `alight reminders off`
  struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Switch a reminder off without deleting it.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      try RemindersCommand.set(.off, reminder.id, data, json: json)
    }
  }

  fileprivate static func set(_ status: Reminder.Status, _ prefix: String, _ data: DataOptions, json: Bool) throws {
    let store = try data.openStore()
    let id = try store.reminder(prefix).id
    try store.setStatus(status, of: id, at: Date())
    try ReminderChangeReport(store.reminder(id.uuidString)).print(json: json, Output())
  }
}
