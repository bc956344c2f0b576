import Conversation
import Foundation
import Journey
import Matching
import Speech

/// A dialogue as it is held: the wizard with its look-ups, and nothing stored.
struct DialoguePlay {
  private let wizard: Wizard
  private let now: Date
  private let recogniser: AnswerRecogniser
  private var finder: StopFinder
  private(set) var state: WizardState
  private(set) var reminder: Reminder?
  /// What was said in the last turn, a sentence each, and the ids of the texts.
  private(set) var said: [String] = []
  private(set) var prompts: [String] = []
  /// What it waits for, or how it ended.
  private(set) var waiting = ""
  /// The names that were offered last.
  private(set) var options: [String] = []

  /// Begins with the first question.
  init(_ assembly: Assembly, now: Date) throws {
    self.now = now
    wizard = Wizard(prompts: assembly.prompts.annotated)
    finder = try StopFinder(assembly)
    recogniser = try AnswerRecogniser(assembly)
    let draft = Draft(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), createdAt: now)
    state = WizardState(draft: draft, zone: try assembly.timetable.feeds().first?.zone ?? "UTC")
    try perform(wizard.begin(state, at: now))
  }

  var hasEnded: Bool { state.ending != nil }

  mutating func answer(_ answer: DialogueScript.Turn.Answer) async throws {
    (said, prompts, options) = ([], [], [])
    switch answer {
    case .say(let text): try perform(wizard.step(state, .text(text, .typed), at: now))
    case .recording(let file):
      let places = try finder.spokenPlaces(in: state)
      let transcript = try await recogniser.transcribe(
        WaveFile(path: file), named: file, for: state, among: places)
      try perform(wizard.step(state, .transcript(transcript), at: now))
    }
  }

  /// A slot's value by name and by id; nil while it is empty.
  func value(of slot: Slot) -> (name: String, id: String)? {
    switch slot {
    case .from: state.draft.from.map { ($0.value.name, $0.value.id) }
    case .to: state.draft.to.map { ($0.value.name, $0.value.id) }
    case .mode: state.draft.mode.map { ($0.value.rawValue, $0.value.rawValue) }
    case .interval: state.draft.interval.map { ($0.value.canonical, $0.value.canonical) }
    }
  }

  private mutating func perform(_ step: (WizardState, [WizardOutput])) throws {
    state = step.0
    var outputs = step.1[...]
    while let output = outputs.popFirst() {
      var finding: Finding?
      switch output {
      case .lookUp(let lookUp): finding = try finder.answer(lookUp)
      case .save(let saving):
        reminder = saving.reminder
        finding = .saved(SaveReport())
      default: take(output)
      }
      if let finding {
        let (next, more) = wizard.step(state, .found(finding), at: now)
        state = next
        outputs += more
      }
    }
  }

  private mutating func take(_ output: WizardOutput) {
    switch output {
    case .ask(let prompt):
      say(prompt.text)
      offer(prompt.options)
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
    case .heard(let text), .understood(let text), .told(let text), .unclear(_, let text): say(text)
    case .ended(let ending): waiting = Self.name(ending)
    case .lookUp, .save: break
    }
  }

  private mutating func say(_ text: String) {
    let (plain, ids) = PromptTexts.reading(text)
    said.append(plain)
    prompts += ids
  }

  private mutating func offer(_ items: [ChoiceItem]) { options = items.map { PromptTexts.reading($0.name).plain } }

  private static func name(_ ending: Ending) -> String {
    switch ending {
    case .saved: "saved"
    case .kept: "ended kept"
    case .cancelled: "ended cancelled"
    case .interrupted: "ended interrupted"
    case .unanswered: "ended unanswered"
    case .unclear: "ended unclear"
    }
  }
}
