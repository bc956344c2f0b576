import Conversation
import Foundation
import Journey
import Listening
import Matching
import Speech
import Storage

/// A dialogue as it is held: the wizard with its look-ups, and a store that is gone with it.
struct DialoguePlay {
  private let wizard: Wizard
  private let store: ReminderStore
  private let history: HistoryFinder
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
  /// The names that were offered last, what an empty line takes, and what stands in the line.
  private(set) var options: [String] = []
  private(set) var standard: String?
  private(set) var line: String?
  private var count = 0

  /// Begins with the first question, for a rider of whom nothing is known.
  init(_ assembly: Assembly, now: Date) throws {
    self.now = now
    wizard = Wizard(prompts: assembly.prompts.annotated)
    finder = try StopFinder(assembly)
    recogniser = try AnswerRecogniser(assembly)
    store = try ReminderStore.inMemory()
    let zone = try assembly.timetable.feeds().first?.zone ?? "UTC"
    history = HistoryFinder(store: store, zone: zone)
    state = WizardState(draft: Draft(id: UUID(), createdAt: now), zone: zone)
    try begin()
  }

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
    case .say(let text): try perform(wizard.step(state, .text(text, .typed), at: now))
    case .recording(let file):
      let places = try finder.spokenPlaces(in: state)
      let (transcript, match) = try await recogniser.hear(
        WaveFile(path: file), named: file, for: state, among: places)
      try perform(wizard.step(state, .heard(transcript, match), at: now))
    case .heard(let texts, let zone):
      let heard = texts.enumerated().map { Hypothesis(text: $0.element, score: -Double($0.offset)) }
      let transcript = Transcript(source: "recording", hypotheses: heard, zone: zone, audioSeconds: 1)
      try perform(wizard.step(state, .transcript(transcript), at: now))
    case .silence(let reason): try perform(wizard.step(state, .silence(reason), at: now))
    case .event(.interrupt): try perform(wizard.step(state, .interrupt, at: now))
    case .event(.end): try perform(wizard.step(state, .endOfFile, at: now))
    case .event(.resume): try resume()
    case .event(.new): try begin()
    }
  }

  /// Begins a dialogue with what is remembered of those before.
  private mutating func begin() throws {
    count += 1
    let number = UInt8(clamping: count)
    let preferences = try store.preferences()
    let draft = Draft(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)), createdAt: now,
      vibration: preferences.vibration, alarm: preferences.alarm)
    state = WizardState(draft: draft, preferences: preferences, zone: history.zone)
    try perform(wizard.begin(state, at: now))
  }

  /// Goes on from the bytes that would have been stored.
  private mutating func resume() throws {
    state = try DialogueCoding.decode(WizardState.self, from: DialogueCoding.encode(state))
    try perform(wizard.begin(state, at: now))
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
      case .lookUp(let lookUp): finding = try history.answer(lookUp, at: now) ?? finder.answer(lookUp)
      case .save(let saving):
        let saved = try store.save(saving, remembers: true, at: now)
        reminder = saved.reminder
        finding = .saved(saved.report)
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
      (standard, line) = (prompt.standard.map { PromptTexts.reading($0).plain }, prompt.line)
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
    case .ended(.saved): waiting = "saved"
    case .ended(let ending): waiting = "ended \(ending.name)"
    case .lookUp, .save: break
    }
  }

  private mutating func say(_ text: String) {
    let (plain, ids) = PromptTexts.reading(text)
    said.append(plain)
    prompts += ids
  }

  private mutating func offer(_ items: [ChoiceItem]) { options = items.map { PromptTexts.reading($0.name).plain } }
}
