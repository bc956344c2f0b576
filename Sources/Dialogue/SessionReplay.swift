import Conversation
import Foundation
import Storage

/// Puts the recorded inputs of a conversation to the wizard again and compares what it makes of them, byte for byte.
///
/// Look-ups are inputs as well, so that neither a timetable nor reminders are needed.
package struct SessionReplay {
  package enum Outcome: Equatable {
    case identical
    /// The same was done, but said in other words, from this turn on.
    case otherWords(turn: Int)
    case different(turn: Int, recorded: String, replayed: String)
  }

  package let outcome: Outcome
  /// The state in which the dialogue is left.
  package let state: WizardState

  /// - Throws: `UnreadableSession` where the recording cannot be read.
  package init(_ session: StoredSession, _ turns: [StoredTurn], prompts: Prompts) throws {
    let wizard = Wizard(prompts: prompts)
    var state: WizardState
    do {
      state = try DialogueCoding.decode(WizardState.self, from: session.initialState)
    } catch {
      throw UnreadableSession(part: "the beginning", cause: "\(error)")
    }
    var outcome = Outcome.identical
    for stored in turns {
      let turn = try RecordedTurn(stored)
      let outputs: [WizardOutput]
      (state, outputs) =
        turn.input.map { wizard.step(state, $0, at: turn.at) } ?? wizard.begin(state, at: turn.at)
      guard try DialogueCoding.encode(outputs) != stored.outputs else { continue }
      let (recorded, replayed) = (turn.outputs.compactMap(\.deed), outputs.compactMap(\.deed))
      guard recorded == replayed else {
        outcome = .different(
          turn: turn.number, recorded: try Self.words(turn.outputs), replayed: try Self.words(outputs))
        break
      }
      if outcome == .identical { outcome = .otherWords(turn: turn.number) }
    }
    self.outcome = outcome
    self.state = state
  }

  /// A few words of each output, for a message.
  private static func words(_ outputs: [WizardOutput]) throws -> String {
    String(String(decoding: try DialogueCoding.encode(outputs), as: UTF8.self).prefix(400))
  }
}

extension WizardOutput {
  /// What is done, whatever the words for it; nil for what is only said.
  fileprivate var deed: WizardOutput? {
    switch self {
    case .heard, .understood, .told, .unclear: return nil
    case .ask(var prompt):
      prompt.text = ""
      prompt.progress = ""
      prompt.options = prompt.options.map { ChoiceItem(label: $0.label, value: $0.value, name: "") }
      return .ask(prompt)
    case .confirm(var question):
      question.text = ""
      question.label = ""
      return .confirm(question)
    case .choose(var choice):
      choice.text = ""
      choice.options = choice.options.map { ChoiceItem(label: $0.label, value: $0.value, name: "") }
      return .choose(choice)
    case .readBack(var readBack):
      readBack.sentence = ""
      readBack.rows = []
      readBack.notes = []
      readBack.question = ""
      return .readBack(readBack)
    case .lookUp, .save, .ended: return self
    }
  }
}
