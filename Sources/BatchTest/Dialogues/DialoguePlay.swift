import Conversation
import Dialogue
import Foundation
import Journey
import Speech
import Storage

/// A dialogue as a script holds it, for a rider of whom nothing is known; what it stores is gone with it.
struct DialoguePlay {
  private let setting: DialogueSetting
  private let now: Date
  private var dialogue: Dialogue
  /// What was said in the last turn, a sentence each, and the ids of the texts.
  private(set) var said: [String] = []
  private(set) var prompts: [String] = []
  /// What it waits for, or how it ended.
  private(set) var waiting = ""
  /// The names that were offered last, what an empty line takes, and what stands in the line.
  private(set) var options: [String] = []
  private(set) var standard: String?
  private(set) var line: String?
  private var count = 1

  /// Begins with the first question.
  init(_ setting: DialogueSetting, now: Date) throws {
    (self.setting, self.now) = (setting, now)
    dialogue = try Self.dialogue(setting, 1, at: now)
    try begin()
  }

  private static func dialogue(_ setting: DialogueSetting, _ count: Int, at now: Date) throws -> Dialogue {
    // Ids that are the same in every run.
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(clamping: count)))
    return try Dialogue(setting, state: try setting.beginning(id, at: now)) { now }
  }

  var state: WizardState { dialogue.state }
  var reminder: Reminder? { dialogue.reminder }
  var trip: TripDesk.Planned? { dialogue.trip }
  var hasEnded: Bool { state.ending != nil }

  /// Whether something can be done after the end.
  static func mayFollowEnd(_ answer: DialogueScript.Turn.Answer) -> Bool {
    switch answer {
    case .event(.resume), .event(.new): true
    default: false
    }
  }

  mutating func answer(_ answer: DialogueScript.Turn.Answer) async throws {
    (said, prompts, options, standard, line) = ([], [], [], nil, nil)
    switch answer {
    case .say(let text): take(try await dialogue.answer(.text(text, .typed)))
    case .recording(let file): take(try await dialogue.answer(.recording(WaveFile(path: file), named: file)))
    case .heard(let texts, let zone):
      let heard = texts.enumerated().map { Hypothesis(text: $0.element, score: -Double($0.offset)) }
      let transcript = Transcript(source: "recording", hypotheses: heard, zone: zone, audioSeconds: 1)
      take(try await dialogue.answer(.transcript(transcript)))
    case .silence(let reason): take(try await dialogue.answer(.silence(reason)))
    case .event(.interrupt): take(try await dialogue.answer(.interrupt))
    case .event(.end): take(try await dialogue.answer(.end))
    case .event(.resume):
      // From the bytes that would have been stored.
      let stored = try DialogueCoding.decode(WizardState.self, from: DialogueCoding.encode(state))
      dialogue = try Dialogue(setting, state: stored) { [now] in now }
      try begin()
    case .event(.new):
      // With what is remembered of those before.
      count += 1
      dialogue = try Self.dialogue(setting, count, at: now)
      try begin()
    }
  }

  private mutating func begin() throws { take(try dialogue.begin()) }

  /// A slot's value by name and by id; nil while it is empty.
  func value(of slot: Slot) -> (name: String, id: String)? {
    switch slot {
    case .from: state.draft.from.map { ($0.value.name, $0.value.id) }
    case .to: state.draft.to.map { ($0.value.name, $0.value.id) }
    case .mode: state.draft.mode.map { ($0.value.rawValue, $0.value.rawValue) }
    case .interval: state.draft.interval.map { ($0.value.canonical, $0.value.canonical) }
    }
  }

  private mutating func take(_ step: DialogueStep) {
    for output in step.outputs { take(output) }
  }

  private mutating func take(_ output: WizardOutput) {
    switch output {
    case .ask(let prompt):
      say(prompt.text)
      offer(prompt.options)
      (standard, line) = (prompt.standard.map(setting.prompts.texts.say), prompt.line)
      waiting = "ask \(prompt.question.rawValue.lowercased())"
    case .confirm(let question):
      say(question.text)
      waiting = "confirm \(question.subject.name)"
    case .choose(let choice):
      say(choice.text)
      offer(choice.options)
      waiting = "choose \(choice.subject.name)"
    case .readBack(let readBack):
      say(readBack.sentence)
      for note in readBack.notes { say(note) }
      say(readBack.question)
      waiting = "readback"
    case .heard(let phrase), .understood(let phrase), .told(let phrase), .unclear(_, let phrase): say(phrase)
    case .ended(.saved): waiting = "saved"
    case .ended(let ending): waiting = "ended \(ending.name)"
    case .lookUp, .save, .saveTrip: break
    }
  }

  private mutating func say(_ phrase: Phrase) {
    said.append(setting.prompts.texts.say(phrase))
    prompts += phrase.ids.map(\.rawValue)
  }

  private mutating func offer(_ items: [ChoiceItem]) { options = items.map { setting.prompts.texts.say($0.name) } }
}
