import Conversation
import Foundation
import Journey
import Listening
import Speech
import Storage

/// Drives the wizard from flags, recordings and lines, and stores its draft and what was said after every step.
struct DialogueLoop {
  let wizard: Wizard
  let store: ReminderStore
  let screen: any DialogueScreen
  /// Turns recordings into transcripts for the question that is open.
  let recogniser: AnswerRecogniser
  let now: () -> Date
  var finder: StopFinder
  let history: HistoryFinder
  var sources: AnswerSources
  /// Asks and listens once flags and recordings are used up; nil where lines are read instead.
  let voice: VoiceDialogue?

  /// Whether what is set becomes the next default.

  private var state: WizardState
  private var recorder: SessionRecorder
  /// Where the last answer came from and what it was, to name it when it stays unclear.
  private var last: (origin: AnswerSources.Origin, question: Question)?
  private var saved: Reminder?
  /// What was asked back or said of the last answer; nil where it was taken.
  private var trouble: String?
  /// What was said since the last answer, in words for the ear.
  private var unspoken: [WizardOutput] = []

  /// How a dialogue ended, with what was stored.
  struct Result {
    var ending: Ending
    var reminder: Reminder?
    var draft: UUID
    var origin: AnswerSources.Origin?
    /// What was wrong with the last answer, if it was not taken.
    var trouble: String?
    /// Whether there is a draft to go on with.
    var isDraftKept: Bool
  }

  init(
    wizard: Wizard, store: ReminderStore, screen: any DialogueScreen, finder: StopFinder, history: HistoryFinder,
    sources: AnswerSources, recogniser: AnswerRecogniser, voice: VoiceDialogue? = nil, state: WizardState,
    recorder: SessionRecorder, now: @escaping () -> Date
  ) {
    self.wizard = wizard
    self.store = store
    self.screen = screen
    self.finder = finder
    self.history = history
    self.sources = sources
    self.state = state
    self.recorder = recorder
    // Whole milliseconds are stored and read back as they were, so that a replay has the same time.
    self.now = { Date(timeIntervalSince1970: (now().timeIntervalSince1970 * 1000).rounded() / 1000) }
    self.recogniser = recogniser
    self.voice = voice
  }

  /// Runs to the end of the dialogue.
  mutating func run() async throws -> Result {
    let time = now()
    let before = state
    var outputs: [WizardOutput]
    (state, outputs) = wizard.begin(before, at: time)
    try recorder.note(nil, outputs, at: time)
    if let voice { unspoken += voice.wizard.begin(before, at: time).1 }
    while true {
      if let ending = try perform(outputs) {
        await voice?.session.say(takeSentences())
        return result(ending)
      }
      outputs = try step(try await nextInput())
    }
  }

  /// Takes an input in; what it makes to be said is kept for the ear as well.
  private mutating func step(_ input: WizardInput) throws -> [WizardOutput] {
    let time = now()
    let before = state
    let (next, outputs) = wizard.step(before, input, at: time)
    state = next
    try recorder.note(input, outputs, at: time)
    if let voice { unspoken += voice.wizard.step(before, input, at: time).1 }
    return outputs
  }

  private mutating func takeSentences() -> String {
    defer { unspoken = [] }
    return voice?.talk.sentences(unspoken) ?? ""
  }

  private func result(_ ending: Ending) -> Result {
    // Where several sources answered, the one whose answer was worked on last is named.
    Result(
      ending: ending, reminder: saved, draft: state.draft.id, origin: last?.origin, trouble: trouble,
      isDraftKept: hasDraft)
  }

  /// Does and says what the wizard put out, look-ups and the save included, until it waits for the rider.
  ///
  /// The step is stored before the next question is seen, so that whoever sees it may pull the plug.
  private mutating func perform(_ outputs: [WizardOutput]) throws -> Ending? {
    var waiting = outputs[...]
    var said: [WizardOutput] = []
    var ending: Ending?
    while let item = waiting.popFirst() {
      said.append(item)
      var finding: Finding?
      switch item {
      case .lookUp(let lookUp): finding = try answer(lookUp)
      case .save(let saving): finding = .saved(try save(saving))
      case .ended(let how): ending = how
      default: break
      }
      if let finding { waiting += try step(.found(finding)) }
    }
    try storeStep(ending)
    if !said.allSatisfy(\.isEnding) { trouble = said.lazy.compactMap(\.trouble).first }
    try screen.show(said)
    return ending
  }

  private mutating func answer(_ lookUp: LookUp) throws -> Finding {
    guard case .suggestions(let slot, let from) = lookUp else {
      return try history.answer(lookUp, at: now()) ?? finder.answer(lookUp)
    }
    let likely = try history.stops(likelyFor: slot, from: from, at: now())
    return .suggestions(try finder.offers(for: slot, from: from, likely: likely, near: history.position))
  }

  private mutating func save(_ saving: Saving) throws -> SaveReport {
    let (report, reminder) = try store.save(saving, remembers: state.remembers, at: now())
    saved = reminder
    return report
  }

  /// Stores the draft as it stands and what was said since the last step, in one transaction.
  private mutating func storeStep(_ ending: Ending?) throws {
    let step = recorder.takeStep(ending, at: now())
    let draft = try ending.map(\.isFinal) == true ? nil : draftToStore()
    guard draft != nil || step != nil else { return }
    try store.recordStep(
      draft: draft, deleting: draft == nil ? state.draft.id : nil, session: step?.session, turns: step?.turns ?? [])
  }

  /// Nil while nothing is answered, also where an undo has emptied it.
  private func draftToStore() throws -> StoredDraft? {
    guard hasDraft else { return nil }
    let from = state.draft.from?.value.name ?? "?"
    let to = state.draft.to?.value.name ?? "?"
    return StoredDraft(
      id: state.draft.id, updatedAt: now(), summary: "\(from) → \(to)", state: try DialogueCoding.encode(state))
  }

  /// An answer that was asked back is worth keeping too.
  private var hasDraft: Bool { !state.draft.filledSlots.isEmpty || state.isAskingBack }

  private mutating func nextInput() async throws -> WizardInput {
    let question = state.open
    if voice == nil { screen.mark() }
    try (sources.lines as? SelectionList)?.suggestions =
      finder.suggestions(for: question, from: state.draft.from?.value.id)
    switch sources.next(for: question) {
    case .text(let text, let origin):
      last = (origin, question)
      switch origin {
      case .flag: return .text(text, .flag)
      case .event: return try await event(text)
      case .line, .recording, .microphone: return .text(text, .typed)
      }
    case .recording(let file):
      last = (.recording(file), question)
      return try await hear(WaveFile(path: file), named: file)
    case .invalid(let reason):
      last = (.line, question)
      return .silence(reason)
    case .end:
      if let voice { return try await liveInput(voice) }
      screen.leaveMark()
      return .endOfFile
    }
  }

  /// An answer of another front end: words, or the name of a recording.
  private mutating func event(_ line: String) async throws -> WizardInput {
    switch AnswerEvent(line) {
    case .text(let text): return .text(text, .typed)
    case .recording(let file):
      do {
        return try await hear(WaveFile(path: file), named: file)
      } catch let error as SpeechError where error.isAboutRecording {
        return .silence(error.description)
      }
    case .invalid(let reason): return .silence(reason)
    }
  }

  /// Puts the question by voice and takes what is said or typed.
  private mutating func liveInput(_ voice: VoiceDialogue) async throws -> WizardInput {
    let question = state.open
    do {
      let line = unspoken.lazy.compactMap(\.line).first
      switch try await voice.session.answer(after: takeSentences(), editing: line) {
      case .typed(let text):
        last = (.line, question)
        return .text(text, .typed)
      case .spoken(let recording):
        last = (.microphone, question)
        return try await hear(recording, named: "microphone")
      case .nothing:
        last = (.microphone, question)
        return .silence("")
      case .interrupted: return .interrupt
      case .end: return .endOfFile
      }
    } catch let error as SpeechError {
      let cause = "\(error)"
      throw CommandFailure(
        FailureReport(error).status, hasDraft ? finder.texts.say(.endDraftKept, ["text": cause]) : cause)
    }
  }

  private mutating func hear(_ recording: WaveFile, named name: String) async throws -> WizardInput {
    let places = try finder.spokenPlaces(in: state)
    if let notice = finder.takeNotice() { screen.tell(notice) }
    let (transcript, match) = try await recogniser.hear(recording, named: name, for: state, among: places)
    return .heard(transcript, match)
  }
}

extension Ending {
  /// Whether no draft is left to go on with.
  fileprivate var isFinal: Bool {
    switch self {
    case .saved, .cancelled: true
    case .kept, .interrupted, .unanswered, .unclear: false
    }
  }
}

extension WizardOutput {
  /// What is to be edited.
  fileprivate var line: String? { if case .ask(let prompt) = self { prompt.line } else { nil } }

  fileprivate var isEnding: Bool { if case .ended = self { true } else { false } }

  /// What keeps an answer from being taken.
  fileprivate var trouble: String? {
    switch self {
    case .unclear(_, let text): text
    case .confirm(let question): question.text
    case .choose(let choice): choice.text
    default: nil
    }
  }
}
