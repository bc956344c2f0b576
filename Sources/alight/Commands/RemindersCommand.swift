import ArgumentParser
import Conversation
import Foundation
import Journey
import Storage

/// `alight reminders`: what is set, and switching it on, off or away.
struct RemindersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminders", abstract: "List, show, switch, delete, export and import reminders.",
    subcommands: [List.self, Show.self, Delete.self, On.self, Off.self, Export.self, Import.self],
    defaultSubcommand: List.self)
}

/// The reminder that a command is about.
struct ReminderArgument: ParsableArguments {
  @Argument(help: "The id of a reminder, or its beginning.")
  var id: String
}

extension RemindersCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the reminders by day.")

    @Flag(help: "With those that are done or over.") var all = false
    @Flag(help: "Print one record a line as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let texts = try language.prompts(.find()).texts
      let reminders = try data.openStore().reminders(includingPast: all, at: clock.instant)
      if json {
        for reminder in reminders { try output.json(reminder) }
        return
      }
      if reminders.isEmpty { return output.talk("No reminder is set: start with \"alight\".") }
      for line in ReminderList(reminders, texts: texts, now: clock.instant).lines { output.data(line) }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show one reminder, its ride stop by stop and where each level fires.",
      discussion:
        "In colour at a terminal, unless NO_COLOR or TERM=dumb says no; with ACCESSIBLE=1 as a list of sentences.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Print the record as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let found = try data.openStore().reminder(reminder.id)
      if json { return try output.json(found, pretty: true) }
      let texts = try language.prompts(.find()).texts
      let style = StripStyle(environment: ProcessInfo.processInfo.environment)
      for line in ReminderSheet(found, texts: texts, style: style).lines { output.data(line) }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a reminder.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Do not ask.") var yes = false
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let store = try data.openStore()
      let found = try store.reminder(reminder.id)
      if !yes {
        guard isatty(STDIN_FILENO) == 1 else {
          throw CommandFailure(.answerNeeded, "deleting \(reminder.id) needs a yes: add --yes")
        }
        output.prompt("Delete the reminder for \(found.destination.name)? (yes or no) ")
        guard case .line(let answer) = LineReader().next(), answer.lowercased().hasPrefix("y") else {
          return output.talk("Nothing was deleted.")
        }
      }
      try store.delete(found.id, at: Date())
      try Switched(found, "deleted").report(json, output)
    }
  }

  struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Switch a reminder on.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      try Switched.set(.on, reminder.id, data, json)
    }
  }

  struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Switch a reminder off without deleting it.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      try Switched.set(.off, reminder.id, data, json)
    }
  }
}

/// What was done to a reminder.
private struct Switched: Encodable {
  let schema = "alight.reminder-change/1"
  let id: UUID
  let destination: String
  let status: String

  init(_ reminder: Reminder, _ status: String) {
    id = reminder.id
    destination = reminder.destination.name
    self.status = status
  }

  static func set(_ status: Reminder.Status, _ prefix: String, _ data: DataOptions, _ json: Bool) throws {
    let store = try data.openStore()
    let reminder = try store.reminder(prefix)
    try store.setStatus(status, of: reminder.id, at: Date())
    try Switched(reminder, status.rawValue).report(json, Output())
  }

  func report(_ json: Bool, _ output: Output) throws {
    json ? try output.json(self) : output.data("\(id.uuidString.prefix(8).lowercased())  \(destination)  \(status)")
  }
}
