import Journey

/// One recogniser for all that a program hears, one recording after the other.
///
/// It is made for the first recording: conversations that are only typed need no model. A grammar that one conversation has built
/// is ready for the next.
public actor SharedTranscriber: Transcriber {
  private let policy: RecognitionPolicy
  private let model: @Sendable () throws(SpeechError) -> SpeechModel
  private var transcriber: PocketSphinxTranscriber?

  /// - Parameter model: Finds the model when it is needed.
  public init(
    policy: RecognitionPolicy,
    model: @escaping @Sendable () throws(SpeechError) -> SpeechModel = { () throws(SpeechError) in try .find() }
  ) {
    (self.policy, self.model) = (policy, model)
  }

  public func transcribe(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> Transcript
  {
    try await made().transcribe(recording, named: source, grammar: grammar)
  }

  /// Makes a grammar ready before the recording is there.
  /// - Throws: `SpeechError` when the model does not load, the grammar has no words or the recogniser fails.
  public func ready(_ grammar: AnswerGrammar) async throws { try await made().ready(grammar) }

  private func made() throws -> PocketSphinxTranscriber {
    if let transcriber { return transcriber }
    let made = try PocketSphinxTranscriber(model: model(), policy: policy)
    transcriber = made
    return made
  }
}
