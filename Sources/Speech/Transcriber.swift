import Journey

/// Turns a recorded answer into what it may have said, among what a question allows.
public protocol Transcriber: Sendable {
  /// - Parameters:
  ///   - recording: The samples, of any rate.
  ///   - source: The recording's name, for messages.
  ///   - grammar: What may be said.
  /// - Returns: Up to eight hypotheses, best first, in the grammar's own spelling; or a refusal with its reason.
  /// - Throws: `SpeechError` when the recogniser fails, never because speech is unclear.
  func transcribe(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> Transcript
}
