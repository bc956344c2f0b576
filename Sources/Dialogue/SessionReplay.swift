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
      // Before version 0.2 words were recorded, and no phrases.
      if outputs.map({ $0.inWords(prompts.texts) }) == turn.outputs { continue }
      guard turn.outputs.compactMap(Deed.init) == outputs.compactMap(Deed.init) else {
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

/// What a step does, whatever is said to it: what it asks for and offers, looks up, stores, and how it ends.
private enum Deed: Hashable {
  case asks(Question, options: [String])
  case confirms(Confirmation.Subject, value: String?)
  case offers(Choosing.Subject, options: [String])
  case readsBack(ReadBack.Answers)
  case acts(WizardOutput)

  /// Nil for what is only said.
  init?(_ output: WizardOutput) {
    switch output {
    case .heard, .understood, .told, .unclear: return nil
    case .ask(let prompt): self = .asks(prompt.question, options: prompt.options.map(\.value))
    case .confirm(let question): self = .confirms(question.subject, value: question.value)
    case .choose(let choice): self = .offers(choice.subject, options: choice.options.map(\.value))
    case .readBack(let readBack): self = .readsBack(readBack.answers)
    case .lookUp, .save, .saveTrip, .ended: self = .acts(output)
    }
  }
}
