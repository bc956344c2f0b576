import Conversation
import Foundation
import Journey
import Listening
import Matching
import Storage
import Timetable

/// One conversation that ends in a reminder: the wizard with its look-ups, what it hears, and what it stores after every step.
///
/// A front pushes answers in and shows what comes out; nothing here prints, reads a terminal or ends the process.
///
/// ```swift
/// var dialogue = try Dialogue(setting)
/// var step = try dialogue.begin()
/// while step.ending == nil, let line = readLine() { step = try await dialogue.answer(.text(line, .typed)) }
/// ```
public struct Dialogue {
  public let setting: DialogueSetting
  public private(set) var state: WizardState
  /// What was set; nil before the end.
  public private(set) var reminder: Reminder?
  /// The trip of several stops that was set; nil for a single reminder, and before the end.
  public private(set) var trip: TripDesk.Planned?
  /// What was asked back or said of the last answer; nil where it was taken.
  public private(set) var trouble: Phrase?

  private let wizard: Wizard
  private let history: HistoryFinder
  private let recogniser: AnswerRecogniser
  private let now: () -> Date
  private var finder: StopFinder
  private var recorder: SessionRecorder
  /// What was heard of an answer that was asked back or not understood, until it is given.
  private var untaken: (place: Place, transcript: Transcript)?

  /// - Parameters:
  ///   - state: Where it begins, or goes on; nil to begin anew.
  ///   - now: The clock.
  /// - Throws: Errors of the databases.
  public init(
    _ setting: DialogueSetting, state: WizardState? = nil, now: @escaping () -> Date = Date.init
  ) throws {
    self.setting = setting
    // Whole milliseconds are stored and read back as they were, so that a replay has the same time.
    self.now = { Date(timeIntervalSince1970: (now().timeIntervalSince1970 * 1000).rounded() / 1000) }
    let names = try RidersNames(setting.store, setting.timetable, setting.prompts)
    self.state = try state ?? setting.beginning(at: now())
    self.state.places = names.places
    wizard = Wizard(prompts: setting.prompts)
    finder = try StopFinder(
      setting.prompts, setting.timetable, names: names, used: try setting.store.usedStops(),
      mostSpoken: setting.mostSpoken)
    history = HistoryFinder(
      store: setting.store, zone: setting.zone, ownZone: setting.ownZone, position: setting.position)
    recogniser = AnswerRecogniser(
      setting.prompts.speech, wordings: setting.wordings, stops: try SpokenStops(setting.timetable),
      policy: setting.recognition,
      transcriber: setting.transcriber)
    recorder = try SessionRecorder(state: self.state, setting, at: self.now())
  }

  /// A point of the dialogue, at which the same answer may be given twice.
  private struct Place: Equatable {
    var open: Question
    var draft: Draft

    init(_ state: WizardState) { (open, draft) = (state.open, state.draft) }
  }

  /// Whether there is a draft to go on with: an answer that was asked back is worth keeping too.
  public var hasDraft: Bool { !state.draft.filledSlots.isEmpty || state.isAskingBack }

  /// Puts the first question, or the one at which a stored state stopped.
  /// - Throws: Errors of the databases.
  public mutating func begin() throws -> DialogueStep {
    let time = now()
    let outputs: [WizardOutput]
    (state, outputs) = wizard.begin(state, at: time)
    try recorder.note(nil, outputs, at: time)
    var progress = Progress(waiting: outputs[...])
    _ = try settle(&progress)
    return try finish(progress)
  }

  /// Takes an answer in.
  /// - Throws: `SpeechError` for a recording that cannot be used or heard, which leaves the conversation where it was, and errors of
  ///   the databases.
  public nonisolated(nonsending) mutating func answer(_ input: DialogueInput) async throws -> DialogueStep {
    // Also where a database fails after the step.
    defer { if untaken?.place != Place(state) { untaken = nil } }
    await setting.live?.refresh(at: now())
    var notice: String?
    let taken: WizardInput
    switch input {
    case .text(let text, let method):
      taken = try stop(text, method).map { .option($0, method) } ?? .text(text, method)
    case .option(let id): taken = .option(id, .typed)
    case .recording(let recording, let name):
      let places = try finder.spokenPlaces(in: state)
      let (transcript, heard) = try await recogniser.hear(
        recording, named: name, for: state, among: places, after: untaken?.transcript)
      // A yes or a no between two tries is none, nor what is about another answer.
      if heard.command == nil, heard.reason.code != .correction { untaken = (Place(state), transcript) }
      notice = finder.takeNotice()
      taken = .heard(transcript, try apart(heard))
    case .transcript(let transcript): taken = .transcript(transcript)
    case .silence(let reason): taken = .silence(reason)
    case .interrupt: taken = .interrupt
    case .end: taken = .endOfFile
    }
    var progress = Progress(waiting: try step(taken)[...])
    while let (line, avoids) = try settle(&progress) {
      progress.waiting += try step(.found(.aboard(try await Self.ride(on: line, avoids: avoids, by: setting.aboard))))
    }
    return try finish(progress, notice)
  }

  /// The ride that the rider is on. What goes wrong with looking for it ends no conversation.
  /// - Throws: `CancellationError`
  private static func ride(on line: String?, avoids: Bool, by finder: (any AboardFinder)?) async throws -> AboardFinding
  {
    do {
      return try await finder?.ride(on: line, avoids: avoids) ?? .noPosition
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return .failed("\(error)")
    }
  }

  /// Makes ready for a recording of the open question while it is still being spoken.
  /// - Throws: `SpeechError` where nothing can be heard, and errors of the timetable.
  public nonisolated(nonsending) mutating func listen() async throws {
    try await recogniser.ready(for: state, among: try finder.spokenPlaces(in: state))
  }

  /// What hears the answer to the open question while it is still being given.
  /// - Throws: Errors of the timetable.
  package mutating func preview() throws -> AnswerPreview {
    recogniser.preview(for: state, among: try finder.spokenPlaces(in: state))
  }

  /// What fits a text that is being typed at the open question; nil where it asks for no stop.
  /// - Throws: Errors of the timetable.
  public mutating func suggestions() throws -> StopSuggestions? {
    try finder.suggestions(for: state.open, from: state.draft.from?.value.id)
  }

  /// The step as an event for other front ends; nil where it neither asks nor ends.
  /// - Throws: Errors of the timetable.
  public func event(of step: DialogueStep) throws -> DialogueEvent? {
    try DialogueEvent(step.outputs, setting.prompts.texts) { id in
      guard id.contains(":"), let listed = try setting.timetable.listed([id]).first else { return nil }
      return (listed.stop, listed.lines.map(\.name))
    }
  }

  /// What was decided on a recording, with the places of a shared name told apart.
  private mutating func apart(_ match: Match) throws -> Match {
    guard let slot = state.open.slot, slot == .from || slot == .to else { return match }
    return try finder.apart(match, at: slot, from: state.draft.from?.value.id)
  }

  /// The id of the stop that a text names beyond doubt: as a flag by its id, and else by what tells it from others of its name.
  private mutating func stop(_ text: String, _ method: Provenance.Method) throws -> String? {
    guard state.open == .from || state.open == .to else { return nil }
    if method == .flag, text.contains(":"), try setting.timetable.stop(id: text) != nil { return text }
    return try finder.stop(called: text)
  }

  private mutating func step(_ input: WizardInput) throws -> [WizardOutput] {
    let time = now()
    let outputs: [WizardOutput]
    (state, outputs) = wizard.step(state, input, at: time)
    try recorder.note(input, outputs, at: time)
    return outputs
  }

  /// What the wizard put out, as far as it is done.
  private struct Progress {
    var waiting: ArraySlice<WizardOutput>
    var said: [WizardOutput] = []
    var ending: Ending?
  }

  /// Does what the wizard put out, look-ups and the save included, until it waits for the rider.
  /// - Returns: What is looked up of the ride that the rider is on, which takes its time; nil where nothing is left to do.
  private mutating func settle(_ progress: inout Progress) throws -> (line: String?, avoids: Bool)? {
    while let item = progress.waiting.popFirst() {
      progress.said.append(item)
      var finding: Finding?
      switch item {
      case .lookUp(.aboard(let line, let avoids)): return (line, avoids)
      case .lookUp(let lookUp): finding = try answer(lookUp)
      case .save(let saving): finding = .saved(try save(saving))
      case .saveTrip(let plan): finding = .saved(try save(plan))
      case .ended(let how): progress.ending = how
      default: break
      }
      if let finding { progress.waiting += try step(.found(finding)) }
    }
    return nil
  }

  /// The step is stored before it is given away: whoever sees a question may pull the plug.
  private mutating func finish(_ progress: Progress, _ notice: String? = nil) throws -> DialogueStep {
    try store(progress.ending)
    if !progress.said.allSatisfy(\.isEnding) { trouble = progress.said.lazy.compactMap(\.trouble).first }
    return DialogueStep(outputs: progress.said, notice: notice, ending: progress.ending)
  }

  private mutating func answer(_ lookUp: LookUp) throws -> Finding {
    guard case .suggestions(let slot, let from) = lookUp else {
      (finder.live, finder.aboard) = (setting.live?.live(setting.timetable), state.aboard)
      return live(try history.answer(lookUp, at: now()) ?? finder.answer(lookUp), lookUp)
    }
    let likely = try history.stops(likelyFor: slot, from: from, at: now())
    return .suggestions(try finder.offers(for: slot, from: from, likely: likely, near: history.position))
  }

  /// With what is known live of the rides that were found.
  private func live(_ finding: Finding, _ lookUp: LookUp) -> Finding {
    guard let live = setting.live, case .rides(.found(let found)) = finding, case .rides(_, _, let time) = lookUp
    else { return finding }
    return .rides(.found(found.told(by: live, at: now(), in: setting.prompts.language, for: time)))
  }

  private mutating func save(_ saving: Saving) throws -> SaveReport {
    let (report, saved) = try setting.store.save(saving, remembers: state.remembers, at: now())
    reminder = saved
    return report
  }

  private mutating func save(_ plan: TripPlan) throws -> SaveReport {
    let now = self.now
    let desk = TripDesk(setting.store, setting.timetable, setting.prompts.texts) { now() }
    let saved = try desk.add(plan)
    trip = saved
    return SaveReport(runnerSeen: try setting.store.secondsSinceRunner(now()), id: saved.plan.id)
  }

  /// Stores the draft as it stands and what was said since the last step, in one transaction.
  private mutating func store(_ ending: Ending?) throws {
    let step = recorder.takeStep(ending, at: now())
    let draft = try ending.map(\.isFinal) == true ? nil : draftToStore()
    guard draft != nil || step != nil else { return }
    try setting.store.recordStep(
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
}
