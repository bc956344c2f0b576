import Foundation
import Journey

/// A whole dialogue with what is expected of each turn and of its end.
struct DialogueScript: Sendable {
  /// What the rider answers, and what then must hold.
  struct Turn: Sendable {
    enum Answer: Sendable {
      case say(String)
      /// The path of a recording.
      case recording(String)
    }

    let place: CasePlace
    let answer: Answer
    /// By slot its value after the turn, an id or a name; nil where it must be empty. Other slots are not looked at.
    var slots: [Slot: String?] = [:]
    /// Texts that must be said in this turn, in this order, others among them.
    var prompts: [String] = []
    /// What the dialogue waits for: `ask to`, `confirm to`, `choose from`, `readback`, `saved`, `ended cancelled`.
    var state: String?
    /// The names that are offered, in order.
    var options: [String]?

    /// The answer as the script has it.
    var said: String {
      switch answer {
      case .say(let text): "say \"\(text)\""
      case .recording(let file): "wav \(file)"
      }
    }
  }

  /// What the finished reminder must hold, by name; others are not looked at.
  static let reminderFields = [
    "from", "to", "mode", "interval", "line", "departure", "arrival", "vibration", "alarm",
  ]

  /// The instant at which all of it is said.
  var now: Date
  var turns: [Turn]
  /// Fields of the reminder that must be saved; empty where none need be.
  var reminder: [String: String] = [:]
  /// How it must end: `saved`, or the reason of an end without a reminder.
  var ended: String?
}
