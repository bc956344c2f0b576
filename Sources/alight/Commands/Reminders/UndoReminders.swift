import ArgumentParser
import Foundation
import Journey
import Storage

extension RemindersCommand {
  /// `alight reminders undo`
  struct Undo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take back the last change to the reminders: setting, changing, switching, pausing or deleting one.")

    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let change = try data.openStore().undo(at: Date())
      try UndoReport("undone", change, now: change.before).print(json: json, Output())
    }
  }

  /// `alight reminders redo`
  struct Redo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make the change again that was taken back last.")

    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let change = try data.openStore().redo(at: Date())
      try UndoReport("redone", change, now: change.after).print(json: json, Output())
    }
  }
}

/// What was taken back or done again.
private struct UndoReport: Encodable {
  let schema = "alight.reminder-undo/1"
  let id: UUID?
  let destination: String?
  /// The change: save, edit, delete, on, off, pause, resume or label.
  let change: String
  /// "undone" or "redone"
  let done: String
  /// What the reminder is now; "deleted" where there is none any more.
  let status: String

  init(_ done: String, _ change: ReminderChange, now: Reminder?) {
    id = change.reminder?.id
    destination = change.reminder?.destination.name
    self.change = change.kind.rawValue
    self.done = done
    status = now?.status.rawValue ?? "deleted"
  }

  func print(json: Bool, _ output: Output) throws {
    let name = id?.short ?? ""
    json ? try output.json(self) : output.data("\(name)  \(destination ?? "")  \(done): \(change); now \(status)")
  }
}
