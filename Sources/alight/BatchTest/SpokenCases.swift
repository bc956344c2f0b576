import Conversation
import Journey
import Matching
import Speech

/// Hears the recordings of cases with the recogniser of the wizard.
struct SpokenCases: CaseListener {
  let prompts: Prompts

  func match(
    recording: String, question: AskedQuestion, mode: Mode?, among options: [MatchOption]
  ) async throws -> Match {
    let policy = RecognitionPolicy()
    let transcriber = try PocketSphinxTranscriber(model: .find(), policy: policy)
    let spoken = spokenQuestion(question, mode, options)
    let transcript = try await transcriber.transcribe(
      WaveFile(path: recording), named: recording, grammar: spoken.grammar)
    let decision = SpokenDecision(transcript, to: spoken, policy: policy)
    return Match(
      utterance: transcript.hypotheses.first?.text ?? "", decision: decision.decision, value: decision.value,
      command: decision.command, candidates: decision.candidates, score: decision.candidates.first?.score ?? 0,
      reason: decision.reason)
  }

  private func spokenQuestion(_ question: AskedQuestion, _ mode: Mode?, _ options: [MatchOption]) -> SpokenQuestion {
    switch question {
    case .from, .to:
      let stops = options.map { SpokenQuestion.Option(value: $0.id, name: $0.name) }
      return SpokenQuestion(place: question == .from ? .from : .to, among: stops, prompts: prompts)
    case .mode: return SpokenQuestion(modeOf: prompts)
    case .interval: return SpokenQuestion(intervalOf: mode, prompts: prompts)
    case .command: return SpokenQuestion(commandOf: prompts)
    }
  }
}
