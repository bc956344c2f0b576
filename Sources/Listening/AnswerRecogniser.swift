import Conversation
import Foundation
import Journey
import Matching
import Speech

/// Hears recordings of a dialogue, among what its open question allows.
package struct AnswerRecogniser: Sendable {
  /// The stops that may be named.
  package struct Places {
    /// At the open question.
    package var open: [Stop]
    /// In a correction of answers before.
    package var corrected: [Stop]
    /// By names of the rider's own, at both.
    package var named: [SpokenQuestion.Option]

    package init(open: [Stop], corrected: [Stop], named: [SpokenQuestion.Option]) {
      (self.open, self.corrected, self.named) = (open, corrected, named)
    }
  }

  private let speech: SpokenAnswers
  private let wordings: SpokenWordings
  private let stops: SpokenStops
  private let policy: RecognitionPolicy
  private let transcriber: SharedTranscriber
  /// Hears beginnings of answers.
  private let previewer: SharedTranscriber

  /// - Parameter wordings: What may be said in other words than those that are listed.
  package init(
    _ speech: SpokenAnswers, wordings: SpokenWordings, stops: SpokenStops, policy: RecognitionPolicy,
    transcriber: SharedTranscriber
  ) {
    (self.speech, self.wordings, self.stops) = (speech, wordings, stops)
    (self.policy, self.transcriber) = (policy, transcriber)
    previewer = SharedTranscriber(policy: policy)
  }

  /// Makes ready for what may be said, so that less is to do when it has been said.
  /// - Throws: `SpeechError` where the recogniser cannot be used.
  package nonisolated(nonsending) func ready(for state: WizardState, among places: Places) async throws {
    try await transcriber.ready(question(state, places).grammar)
  }

  /// What hears the answer at a point of the dialogue while it is still being given.
  package func preview(for state: WizardState, among places: Places) -> AnswerPreview {
    AnswerPreview(question(state, places), transcriber: previewer)
  }

  /// What a recording says at a point of the dialogue, and what was decided on it.
  /// - Parameter first: What was heard when the same answer was given before and not taken.
  /// - Throws: `SpeechError` where the recogniser cannot be used.
  package nonisolated(nonsending) func hear(
    _ recording: WaveFile, named source: String, for state: WizardState, among places: Places,
    after first: Transcript? = nil
  ) async throws -> (transcript: Transcript, match: Match) {
    let question = question(state, places)
    var transcript = try await transcriber.transcribe(recording, named: source, grammar: question.grammar)
    transcript = question.joined(transcript, after: first, excluding: state.deniedValues)
    return (transcript, question.decide(transcript, policy: policy))
  }

  private func question(_ state: WizardState, _ places: Places) -> SpokenQuestion {
    let mode = state.draft.mode?.value
    let question: SpokenQuestion =
      switch state.open {
      case .from, .to:
        SpokenQuestion(
          place: state.open == .from ? .from : .to, among: places.named + stops.options(places.open), speech: speech)
      case .mode: SpokenQuestion(modeOf: speech, withVisits: state.mayWatchPlace)
      case .interval: SpokenQuestion(intervalOf: mode, speech: speech)
      case .arrival, .readBack: SpokenQuestion(commandOf: speech)
      }
    let asked: AskedQuestion =
      switch state.open {
      case .from: .from
      case .to: .to
      case .mode: .mode
      case .interval: .interval
      case .arrival, .readBack: .command
      }
    var others: [SpokenQuestion.Option] = []
    for slot in state.correctable {
      let named = slot == .from || slot == .to ? places.named + stops.options(places.corrected) : []
      others += SpokenQuestion.options(of: slot, mode: slot == .interval ? nil : mode, stops: named, speech: speech)
    }
    return question.withWordings(wordings, of: asked, mode: mode).inDialogue(
      correcting: others, offered: state.offeredCount, isChoosing: state.isChoosing, isConfirming: state.isConfirming,
      revisions: state.revisions, mayGoOn: state.mayGoOn, speech: speech)
  }
}
