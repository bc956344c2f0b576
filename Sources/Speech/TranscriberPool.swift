import Foundation
import Journey

/// Recognises recordings side by side: one decoder for each that is heard at once, one table of pronunciations for all.
///
/// How many there are is up to the caller: as many as it has calls under way. A decoder takes 10 to 30 MB and stays for the
/// next recording.
public actor TranscriberPool: Transcriber {
  private let model: SpeechModel
  private let policy: RecognitionPolicy
  private let pronunciations: PronunciationTable
  private var idle: [PocketSphinxTranscriber] = []

  /// - Throws: `SpeechError` when the rider's own pronunciations are damaged.
  public init(
    model: SpeechModel, policy: RecognitionPolicy = RecognitionPolicy(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SpeechError) {
    self.model = model
    self.policy = policy
    pronunciations = PronunciationTable(try .standard(model: model, environment: environment))
  }

  public func transcribe(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> Transcript
  {
    try await hear(recording, named: source, grammar: grammar).transcript
  }

  /// Transcribes, and gives what led to it.
  /// - Throws: As `transcribe`.
  public func hear(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> HeardRecording {
    let started = ContinuousClock.now
    let transcriber =
      try idle.popLast() ?? PocketSphinxTranscriber(model: model, policy: policy, pronunciations: pronunciations)
    let startSeconds = started.duration(to: .now) / .seconds(1)
    defer { idle.append(transcriber) }
    var heard = try await transcriber.hear(recording, named: source, grammar: grammar)
    heard.preparationSeconds += startSeconds
    return heard
  }
}
