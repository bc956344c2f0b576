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
  /// Until when it is held back; absent where it is not.
  let pausedUntil: Date?
  /// The end of the pause in the zone of the ride.
  private let pause: String?

  enum CodingKeys: String, CodingKey {
    case schema, id, destination, change, done, status, pausedUntil
  }

  init(_ done: String, _ change: ReminderChange, now: Reminder?) {
    id = change.reminder?.id
    destination = change.reminder?.destination.name
    self.change = change.kind.rawValue
    self.done = done
    status = now?.status.rawValue ?? "deleted"
    let end = now?.pausedUntil.flatMap { $0 > Date() ? $0 : nil }
    pausedUntil = end
    pause = end.map { ISO8601DateFormatter.local(now?.anchor.zone ?? "").string(from: $0) }
  }

  func print(json: Bool, _ output: Output) throws {
    let name = id?.short ?? ""
    let held = pause.map { ", paused until \($0)" } ?? ""
    json
      ? try output.json(self) : output.data("\(name)  \(destination ?? "")  \(done): \(change); now \(status)\(held)")
  }
}
