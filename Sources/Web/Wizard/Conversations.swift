#if Page
import Alerts
import Conversation
import Dialogue
import Foundation
import Hummingbird
import Journey

/// The conversation of each browser. Its tabs share one: an answer to a question that another tab has answered is told as stale.
actor Conversations {
  private var current: [UUID: PageConversation] = [:]

  /// The conversation that a browser holds, begun where it holds none.
  /// - Throws: Errors of the databases.
  func conversation(of browser: UUID, _ language: PageLanguage, now: @escaping @Sendable () -> Date) async throws
    -> PageConversation
  {
    if let known = current[browser], await !known.hasEnded { return known }
    return try begin(for: browser, language, state: nil, now: now)
  }

  /// The conversation of the browser that asks.
  func conversation(_ request: Request, _ context: PageContext, _ views: PageViews) async throws -> PageConversation {
    try await conversation(of: context.letIn.id, views.language(of: request), now: views.setting.now)
  }

  /// Begins anew, or where a stored draft stopped.
  func begin(
    for browser: UUID, _ language: PageLanguage, state: WizardState?, now: @escaping @Sendable () -> Date
  ) throws -> PageConversation {
    let begun = try PageConversation(language, state: state, now: now)
    current[browser] = begun
    return begun
  }
}

/// One conversation: what it asks now, and how often it was answered.
actor PageConversation {
  /// How it stands.
  struct Turn: Sendable {
    var id: UUID
    /// Grows with each answer; an answer names the one that it is for.
    var revision: Int
    var event: DialogueEvent
    var steps: Steps
    /// Whether who is on board already may say so instead of the open question's answer.
    var takesAboard: Bool
  }

  /// The four answers in words, as far as they are given.
  struct Steps: Sendable {
    var from: String?
    var to: String?
    var mode: String?
    var interval: String?
  }

  /// The answer is for a question that is not open any more.
  struct Stale: Error {
    var turn: Turn
  }

  private var dialogue: Dialogue
  private var event: DialogueEvent
  private var revision = 0
  private var isAnswering = false
  private(set) var hasEnded = false
  private let positions: SentPositions

  init(_ language: PageLanguage, state: WizardState?, now: @escaping @Sendable () -> Date) throws {
    positions = SentPositions(language.dialogue.timetable, now: now)
    var setting = language.dialogue
    setting.aboard = positions
    var dialogue = try Dialogue(setting, state: state, now: now)
    let step = try dialogue.begin()
    guard let event = try dialogue.event(of: step) else {
      throw PageError(.internalServerError, "dialogue", "The conversation does not begin.")
    }
    (self.dialogue, self.event) = (dialogue, event)
  }

  var turn: Turn {
    let draft = dialogue.state.draft
    let (texts, wording) = (dialogue.setting.prompts.texts, Wording(zone: dialogue.setting.zone))
    return Turn(
      id: draft.id, revision: revision, event: event,
      steps: Steps(
        from: draft.from?.value.name, to: draft.to?.value.name,
        mode: draft.mode.map { texts.say(wording.value($0.value)) },
        interval: draft.interval.map { texts.say(wording.value($0.value)) }),
      takesAboard: event.event == "ask" && event.slot == "from" && dialogue.state.takesAboard)
  }

  /// Takes an answer in.
  /// - Parameter revision: Of the question that it is for; nil for the one that is open.
  /// - Throws: `Stale`, `SpeechError` for a recording that cannot be used, and errors of the databases.
  func answer(_ input: DialogueInput, to revision: Int?) async throws -> Turn {
    guard revision ?? self.revision == self.revision, !isAnswering, !hasEnded else { throw Stale(turn: turn) }
    isAnswering = true
    defer { isAnswering = false }
    // A copy, since the recogniser is waited for; nothing else changes it meanwhile.
    var dialogue = dialogue
    let step = try await dialogue.answer(input)
    let event = try dialogue.event(of: step)
    self.dialogue = dialogue
    self.revision += 1
    if let event { self.event = event }
    hasEnded = step.ending != nil
    if hasEnded { await positions.forget() }
    return turn
  }

  /// Makes ready for a recording while it is spoken.
  /// - Throws: `SpeechError` where nothing can be heard, and errors of the timetable.
  func listen() async throws {
    // A copy: what was answered meanwhile stays.
    var dialogue = dialogue
    try await dialogue.listen()
  }

  /// Takes positions of the rider in, by which the ride can be found that they are on.
  /// - Returns: What is known of it by now, in words, and whether it is certain; nil where nothing is.
  /// - Throws: Errors of the timetable.
  func take(_ fixes: [Fix]) async throws -> (text: String, isSure: Bool)? {
    guard !hasEnded, let ride = try await positions.take(fixes) else { return nil }
    return (dialogue.setting.prompts.aboard(line: ride.line, next: ride.next, isSure: ride.isSure), ride.isSure)
  }

  /// What fits a text that is being typed.
  func suggestions(_ text: String) throws -> [StopSuggestions.Suggestion] {
    try dialogue.suggestions()?.fitting(text) ?? []
  }
}
#endif
