import Conversation
import Foundation
import Journey
import Matching
import Speech

/// Hears the recordings of cases with the recogniser of the wizard.
///
/// Each recording gets a recogniser of its own: one that has heard others has adapted to them, and would hear it differently.
struct SpokenCases: CaseListener {
  let resources: Resources
  let standard: String

  func match(
    recording: String, testCase: TestCase, question: AskedQuestion, among options: [MatchOption]
  ) async throws -> Match {
    let policy = RecognitionPolicy()
    let prompts = try resources.loadPrompts(testCase.language ?? standard)
    let spoken = spokenQuestion(question, testCase.mode, options, prompts)
    do {
      let transcriber = try PocketSphinxTranscriber(model: .find(), policy: policy)
      let transcript = try await transcriber.transcribe(
        WaveFile(path: recording), named: recording, grammar: spoken.grammar)
      let decision = SpokenDecision(transcript, to: spoken, policy: policy)
      return Match(
        utterance: transcript.hypotheses.first?.text ?? "", decision: decision.decision, value: decision.value,
        command: decision.command, candidates: decision.candidates, score: decision.candidates.first?.score ?? 0,
        margin: (decision.candidates.first?.score ?? 0) - (decision.candidates.dropFirst().first?.score ?? 0),
        reason: decision.reason)
    } catch let error as SpeechError where error.isAboutRecording {
      throw testCase.place.failure(error.description)
    }
  }

  private func spokenQuestion(
    _ question: AskedQuestion, _ mode: Mode?, _ options: [MatchOption], _ prompts: Prompts
  ) -> SpokenQuestion {
    switch question {
    case .from, .to:
      let stops = options.map { SpokenQuestion.Option(value: $0.id, name: $0.name, language: $0.language) }
      return SpokenQuestion(place: question == .from ? .from : .to, among: stops, prompts: prompts)
    case .mode: return SpokenQuestion(modeOf: prompts)
    case .interval: return SpokenQuestion(intervalOf: mode, prompts: prompts)
    case .command: return SpokenQuestion(commandOf: prompts)
    }
  }
}
