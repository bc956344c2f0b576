import ArgumentParser
import Foundation
import Journey

extension RemindersCommand {
  /// `alight reminders label`
  struct Label: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give a reminder a name of your own, or take it away with --remove.")

    @OptionGroup var reminder: ReminderArgument
    @Argument(help: "The name, like \"to work\".") var label: String?
    @Flag(help: "Take the name away.") var remove = false
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws {
      if (label == nil) != remove { throw ValidationError("give a label, or --remove") }
      if let label { try ReminderLabel.check(label) }
    }

    func run() async throws {
      let store = try data.openStore()
      var found = try store.reminder(reminder.id)
      found.label = label.map(ReminderLabel.trimmed)
      try store.update(found, as: .label, at: Date())
      let now = found.label.map { "is called \"\($0)\"" } ?? "has no label"
      try ReminderChangeReport(found, words: now).print(json: json, Output())
    }
  }
}

extension ReminderLabel {
  /// - Throws: `ValidationError`, which says what is wrong.
  static func check(_ text: String) throws {
    switch flaw(of: text) {
    case nil: break
    case .empty: throw ValidationError("the name is empty")
    case .long: throw ValidationError("the name has \(trimmed(text).count) characters; \(longest) are the most")
    case .steering: throw ValidationError("the name holds a character that steers a terminal: leave it out")
    }
  }
}
