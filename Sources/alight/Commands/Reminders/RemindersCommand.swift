import ArgumentParser
import Foundation
import Journey

/// `alight reminders`: what is set, and changing it, switching it on or off, or taking it away.
struct RemindersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminders", abstract: "List, show, change, switch, delete, export and import reminders.",
    discussion: """
      A reminder is named by its id or the id's beginning. What was changed is taken back by "undo", one change after the \
      other, and made again by "redo".
      """,
    // One a line: the order in which the help lists them.
    subcommands: [
      List.self,
      Show.self,
      Edit.self,
      Label.self,
      On.self,
      Off.self,
      Pause.self,
      Resume.self,
      Delete.self,
      Undo.self,
      Redo.self,
      Card.self,
      Export.self,
      Import.self,
    ], defaultSubcommand: List.self)
}

/// The reminder that a command is about.
struct ReminderArgument: ParsableArguments {
  @Argument(help: "The id of a reminder, or its beginning.", completion: Completions.reminders)
  var id: String
}

/// What was done to a reminder.
struct ReminderChangeReport: Encodable {
  let schema = "alight.reminder-change/1"
  let id: UUID
  let destination: String
  /// on, off or done; "deleted" where it is gone.
  let status: String
  let label: String?
  let pausedUntil: Date?
  /// The same for people.
  private let words: String

  enum CodingKeys: String, CodingKey {
    case schema, id, destination, status, label, pausedUntil
  }

  init(_ reminder: Reminder, isDeleted: Bool = false, words: String? = nil) {
    id = reminder.id
    destination = reminder.destination.name
    status = isDeleted ? "deleted" : reminder.status.rawValue
    label = reminder.label
    pausedUntil = reminder.pausedUntil
    self.words = words ?? status
  }

  func print(json: Bool, _ output: Output) throws {
    json ? try output.json(self) : output.data("\(id.short)  \(destination)  \(words)")
  }
}
