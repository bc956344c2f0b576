import Foundation
import Journey

/// A whole dialogue with what is expected of each turn and of its end.
package struct DialogueScript: Sendable {
  /// What the rider answers, and what then must hold.
  package struct Turn: Sendable {
    enum Answer: Sendable {
      case say(String)
      /// The path of a recording.
      case recording(String)
      /// What a recording is taken to say, best first.
      case heard([String], Transcript.Zone)
      /// Nothing was said; the reason, "" where there is none.
      case silence(String)
      case event(Event)
    }

    /// What happens beside answers.
    enum Event: String, Sendable, CaseIterable {
      /// Ctrl-C.
      case interrupt
      /// The end of the input.
      case end
      /// The draft as it was stored is taken up again, as by a program that was started anew.
      case resume
      /// Another dialogue of the same rider begins.
      case new
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
    /// Parts of sentences that must be said in this turn.
    var sentences: [String] = []
    /// The value in words that an empty line takes.
    var standard: String?
    /// What stands in the line to be edited.
    var line: String?

    /// The answer as the script has it.
    var said: String {
      switch answer {
      case .say(let text): "say \"\(text)\""
      case .recording(let file): "wav \(file)"
      case .heard(let texts, _): "heard \(texts.map { "\"\($0)\"" }.joined(separator: ", "))"
      case .silence(let reason): reason.isEmpty ? "silence" : "silence, \(reason)"
      case .event(let event): "do \(event.rawValue)"
      }
    }
  }

  /// What the finished reminder must hold, by name; others are not looked at.
  package static let reminderFields = [
    "from", "to", "mode", "interval", "line", "departure", "arrival", "vibration", "alarm", "visit", "text", "places",
    "stops",
  ]

  /// The instant at which all of it is said.
  package var now: Date
  /// The places that the rider has named.
  package var places: [NamedPlace] = []
  package var turns: [Turn]
  /// Fields of the reminder that must be saved; empty where none need be.
  package var reminder: [String: String] = [:]
  /// How it must end: `saved`, or the reason of an end without a reminder.
  package var ended: String?
}
