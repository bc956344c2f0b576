import Journey
import Speech

/// Hears the beginning of an answer while the rest of it is still being said, for the eye alone: nothing is decided by it.
package struct AnswerPreview: Sendable {
  private let grammar: AnswerGrammar
  private let transcriber: SharedTranscriber

  /// - Parameter transcriber: One of its own, so that the answer itself need not wait.
  init(_ question: SpokenQuestion, transcriber: SharedTranscriber) {
    var grammar = question.grammar
    // Words that are not listed take most of the time.
    grammar.wording = nil
    (self.grammar, self.transcriber) = (grammar, transcriber)
  }

  /// What was said so far, as far as it is an answer already.
  package nonisolated(nonsending) func text(of beginning: WaveFile) async -> String? {
    guard let transcript = try? await transcriber.transcribe(beginning, named: "", grammar: grammar),
      transcript.zone != .rejected
    else { return nil }
    return transcript.hypotheses.first?.text
  }
}
