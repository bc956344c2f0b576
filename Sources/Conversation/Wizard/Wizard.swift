import Foundation
import Journey
import Matching

/// The dialogue: four questions, over-answers, asking back, commands and the read-back, as one pure function.
///
/// ```swift
/// var (state, outputs) = wizard.begin(WizardState(draft: draft), at: now)
/// (state, outputs) = wizard.step(state, .text("from Linz Hbf to Hagenberg", .typed), at: now)
/// ```
/// It says no words, only phrases, which each front puts into words for the eye or the ear. It holds no clock, no database and no terminal. What it does not know it asks for with `.lookUp` and is told with
/// `.found`. After the form interpretation algorithm of VoiceXML 2.1: select a question, collect an answer, process it.
public struct Wizard: Sendable {
  let prompts: Prompts
  let matcher: Matcher

  /// - Parameter prompts: The language that the rider answers in.
  public init(prompts: Prompts) {
    self.prompts = prompts
    matcher = prompts.matcher
  }

  /// Puts the first question, or the one at which a stored state stopped.
  public func begin(_ state: WizardState, at now: Date) -> (WizardState, [WizardOutput]) {
    var turn = DialogueTurn(state: state, wizard: self, now: now)
    turn.state.ending = nil
    turn.state.awaiting = nil
    turn.state.before = nil
    // Hours later nobody sits in that bus any more.
    if let time = state.time, now.timeIntervalSince(time.instant) > Self.longestAboard {
      if state.aboard != nil { turn.forgetRide() }
      turn.state.leaveBoard(keepingTime: false)
    }
    // Who goes on does not want to discard; nor is it clear any more which row was to be changed.
    if turn.state.pending?.isAboutAnswer == false { turn.state.pending = nil }
    turn.state.pending == nil ? turn.advance() : turn.putPending()
    return (turn.state, turn.outputs)
  }

  /// Seconds after which a draft that goes on is not of somebody on board any more.
  private static let longestAboard = 7200.0

  /// Takes one input and says what is to be done.
  public func step(_ state: WizardState, _ input: WizardInput, at now: Date) -> (WizardState, [WizardOutput]) {
    var turn = DialogueTurn(state: state, wizard: self, now: now)
    if !input.isFinding { turn.state.before = state.answers }
    switch input {
    case .text(let text, let method):
      // "2.5,1.2" tells how long before, where that is asked.
      let isAmount = state.open == .interval
      turn.hear([isAmount ? text : WrittenPosition.joined(in: text)], method: method, zone: nil)
    case .transcript(let transcript): turn.hear(transcript, nil)
    case .heard(let transcript, let match): turn.hear(transcript, match)
    case .choice(let number): turn.hear(["#\(number)"], method: .typed, zone: nil)
    case .option(let id, let method): turn.choose(id, method)
    case .silence(let reason): turn.hearNothing(.name(reason))
    case .interrupt: turn.end(.interrupted)
    case .endOfFile: state.isScripted ? turn.end(.unanswered(state.open)) : turn.keep()
    case .found(let finding): turn.take(finding)
    }
    turn.noteChange()
    return (turn.state, turn.outputs)
  }
}

/// One step of the dialogue while it is worked out: the state as it becomes, and what is to be said so far.
struct DialogueTurn {
  var state: WizardState
  let wizard: Wizard
  let now: Date
  var outputs: [WizardOutput] = []

  init(state: WizardState, wizard: Wizard, now: Date) {
    self.state = state
    self.wizard = wizard
    self.now = now
  }

  var wording: Wording { Wording(zone: state.zone) }

  mutating func tell(_ id: PromptID, _ values: [String: Phrase] = [:]) {
    outputs.append(.told(.text(id, values)))
  }

  /// A phrase as the rider would type it.
  func typed(_ phrase: Phrase) -> String { wizard.prompts.texts.say(phrase) }

  /// A text that may come twice in a row, each time in the next of its variants.
  mutating func sayAnew(_ id: PromptID, _ values: [String: Phrase] = [:], level: Int = 0) -> Phrase {
    let key = "\(id.rawValue).\(min(level, id.levels - 1))"
    let count = state.said[key, default: 0]
    state.said[key] = count + 1
    return .text(id, values, level: level, variant: count)
  }

  mutating func end(_ ending: Ending) {
    state.ending = ending
    outputs.append(.ended(ending))
  }

  /// Once an utterance is worked out, keeps the answers before it for undo if it changed any.
  mutating func noteChange() {
    guard outputs.contains(where: \.isSettled), let before = state.before else { return }
    state.before = nil
    guard before != state.answers else { return }
    state.undoStack.append(before)
    state.redoStack = []
  }
}

extension WizardInput {
  fileprivate var isFinding: Bool { if case .found = self { true } else { false } }
}

extension WizardOutput {
  /// Whether nothing follows it but the rider's next answer.
  fileprivate var isSettled: Bool { if case .ended = self { true } else { awaitsAnswer } }
}
