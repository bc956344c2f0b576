import Conversation
import Foundation
import Journey
import Matching
import Speech

/// Hears recordings of a dialogue, among what its open question allows.
package final class AnswerRecogniser {
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
  private let stops: SpokenStops
  private let policy: RecognitionPolicy
  /// Made for the first recording, so that a dialogue that is only typed needs no model.
  private var transcriber: PocketSphinxTranscriber?

  package init(_ speech: SpokenAnswers, stops: SpokenStops, policy: RecognitionPolicy) {
    (self.speech, self.stops, self.policy) = (speech, stops, policy)
  }

  /// What a recording says at a point of the dialogue, and what was decided on it.
  /// - Throws: `SpeechError` where the recogniser cannot be used.
  package nonisolated(nonsending) func hear(
    _ recording: WaveFile, named source: String, for state: WizardState, among places: Places
  ) async throws -> (transcript: Transcript, match: Match) {
    let question = question(state, places)
    let transcriber = try self.transcriber ?? PocketSphinxTranscriber(model: .find(), policy: policy)
    self.transcriber = transcriber
    let transcript = try await transcriber.transcribe(recording, named: source, grammar: question.grammar)
    return (transcript, question.decide(transcript, policy: policy))
  }

  private func question(_ state: WizardState, _ places: Places) -> SpokenQuestion {
    let mode = state.draft.mode?.value
    let question: SpokenQuestion =
      switch state.open {
      case .from, .to:
        SpokenQuestion(
          place: state.open == .from ? .from : .to, among: places.named + stops.options(places.open), speech: speech)
      case .mode: SpokenQuestion(modeOf: speech)
      case .interval: SpokenQuestion(intervalOf: mode, speech: speech)
      case .arrival, .readBack: SpokenQuestion(commandOf: speech)
      }
    var others: [SpokenQuestion.Option] = []
    for slot in state.correctable {
      let named = slot == .from || slot == .to ? places.named + stops.options(places.corrected) : []
      others += SpokenQuestion.options(of: slot, mode: slot == .interval ? nil : mode, stops: named, speech: speech)
    }
    return question.inDialogue(
      correcting: others, offered: state.offeredCount, isChoosing: state.isChoosing,
      revisions: state.revisions, speech: speech)
  }
}
