import Conversation
import Foundation
import Journey
import Storage

/// Drives the wizard from flags, recordings and lines, and stores its draft after every step.
struct DialogueLoop {
  let wizard: Wizard
  let texts: PromptTexts
  let store: ReminderStore
  let talk: DialogueTalk
  /// Turns a recording into a transcript for the question that is open.
  let transcribe: (String, WizardState, [Stop]) async throws -> Transcript
  let now: () -> Date
  var finder: StopFinder
  var sources: AnswerSources

  private var state: WizardState
  /// Where the last answer came from and what it was, to name it when it stays unclear.
  private var last: (origin: AnswerSources.Origin, question: Question)?
  private var saved: Reminder?
  /// What was asked back or said of the last answer; nil where it was taken.
  private var trouble: String?

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
    wizard: Wizard, texts: PromptTexts, store: ReminderStore, talk: DialogueTalk, finder: StopFinder,
    sources: AnswerSources, state: WizardState, now: @escaping () -> Date,
    transcribe: @escaping (String, WizardState, [Stop]) async throws -> Transcript
  ) {
    self.wizard = wizard
    self.texts = texts
    self.store = store
    self.talk = talk
    self.finder = finder
    self.sources = sources
    self.state = state
    self.now = now
    self.transcribe = transcribe
  }

  /// Runs to the end of the dialogue.
  mutating func run() async throws -> Result {
    var (next, outputs) = wizard.begin(state, at: now())
    state = next
    while true {
      if let ending = try perform(outputs) { return result(ending) }
      let input = try await nextInput()
      (next, outputs) = wizard.step(state, input, at: now())
      state = next
    }
  }

  private func result(_ ending: Ending) -> Result {
    // Where several sources answered, the one whose answer was worked on last is named.
    Result(
      ending: ending, reminder: saved, draft: state.draft.id, origin: last?.origin, trouble: trouble,
      isDraftKept: hasDraft)
  }

  /// Does and says what the wizard put out, look-ups and the save included, until it waits for the rider.
  ///
  /// The draft is stored before the next question is seen, so that whoever sees it may pull the plug.
  private mutating func perform(_ outputs: [WizardOutput]) throws -> Ending? {
    var waiting = outputs[...]
    var said: [WizardOutput] = []
    var ending: Ending?
    while let item = waiting.popFirst() {
      said.append(item)
      var finding: Finding?
      switch item {
      case .lookUp(let lookUp): finding = try finder.answer(lookUp)
      case .save(let reminder, let preferences): finding = try save(reminder, preferences)
      case .ended(let how): ending = how
      default: break
      }
      if let finding {
        let (next, more) = wizard.step(state, .found(finding), at: now())
        state = next
        waiting += more
      }
    }
    try storeDraft(ending)
    if !said.allSatisfy(\.isEnding) { trouble = said.lazy.compactMap(\.trouble).first }
    for item in said { talk.say(item, texts: texts) }
    return ending
  }

  private mutating func save(_ reminder: Reminder, _ preferences: Preferences) throws -> Finding {
    let outcome = try store.finish(reminder, preferences: preferences, at: now())
    saved = reminder
    let seen = try store.runnerSeen().map { now().timeIntervalSince($0.at) }
    return .saved(alreadySet: outcome == .alreadySet, runnerSeen: seen.flatMap { (0..<60).contains($0) ? $0 : nil })
  }

  /// The draft as it stands, unless nothing is answered yet or the dialogue is over for good.
  private func storeDraft(_ ending: Ending?) throws {
    switch ending {
    case .saved: return
    case .cancelled: return try store.deleteDraft(state.draft.id)
    default: break
    }
    guard hasDraft else { return }
    let from = state.draft.from?.value.name ?? "?"
    let to = state.draft.to?.value.name ?? "?"
    try store.save(
      StoredDraft(
        id: state.draft.id, updatedAt: now(), summary: "\(from) → \(to)", state: try JSONEncoder().encode(state)))
  }

  /// An answer that was asked back is worth keeping too.
  private var hasDraft: Bool { !state.draft.filledSlots.isEmpty || state.isAskingBack }

  private mutating func nextInput() async throws -> WizardInput {
    let question = state.open
    talk.mark()
    switch sources.next(for: question) {
    case .text(let text, let origin):
      last = (origin, question)
      if case .flag = origin { return .text(text, .flag) }
      return .text(text, .typed)
    case .recording(let file):
      last = (.recording(file), question)
      return .transcript(
        try await transcribe(file, state, try finder.spokenStops(for: question, from: state.draft.from?.value.id)))
    case .invalid(let reason):
      last = (.line, question)
      return .silence(reason)
    case .end:
      if talk.isInteractive { talk.output.talk("") }
      return .endOfFile
    }
  }
}

extension WizardOutput {
  fileprivate var isEnding: Bool { if case .ended = self { true } else { false } }

  /// What keeps an answer from being taken.
  fileprivate var trouble: String? {
    switch self {
    case .unclear(_, let text): text
    case .confirm(_, let text, _, _), .choose(_, let text, _): text
    default: nil
    }
  }
}
