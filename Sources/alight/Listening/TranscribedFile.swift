import Foundation
import Journey
import Matching
import Speech

/// The line that `alight transcribe` prints for a recording.
struct TranscribedFile: Encodable {
  var file: String
  var transcript: String?
  var decision: Decision
  var value: String?
  var command: String?
  var candidates: [Candidate] = []
  var alternatives: [Hypothesis] = []
  var evidence: Double?
  var zone: Transcript.Zone = .rejected
  var reason: String
  var audioSeconds = 0.0
  var seconds = 0.0
  /// How it came about, where that was asked for.
  var explanation: HearingExplanation?

  enum CodingKeys: String, CodingKey {
    case file, transcript, decision, value, command, candidates, alternatives, evidence, zone, reason, seconds
    case explanation
    case audioSeconds = "audio_seconds"
  }

  init(_ transcript: Transcript, _ decision: SpokenDecision) {
    file = transcript.source
    self.transcript = transcript.hypotheses.first?.text
    self.decision = decision.decision
    value = decision.value
    command = decision.command
    candidates = decision.candidates
    alternatives = Array(transcript.hypotheses.dropFirst())
    evidence = transcript.evidence
    zone = transcript.zone
    reason = decision.reason
    audioSeconds = transcript.audioSeconds
  }

  init(unreadable file: String, _ error: SpeechError) {
    self.file = file
    decision = .reject
    reason = "unreadable: \(error)"
  }

  /// With the best so many readings only.
  func limited(to count: Int) -> TranscribedFile {
    var line = self
    line.candidates = Array(candidates.prefix(count))
    line.alternatives = Array(alternatives.prefix(count - 1))
    return line
  }

  /// Tab-separated: file, decision, value, transcript, evidence, reason.
  var text: String {
    [
      file, decision.rawValue, value ?? command ?? "-", transcript ?? "-",
      evidence.map { String(format: "%.1f", $0) } ?? "-", reason,
    ].joined(separator: "\t")
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(file, forKey: .file)
    // What is not there is null rather than absent, so that a reader finds every field in every line.
    try fields.encode(transcript, forKey: .transcript)
    try fields.encode(decision, forKey: .decision)
    try fields.encode(value, forKey: .value)
    try fields.encodeIfPresent(command, forKey: .command)
    try fields.encode(candidates, forKey: .candidates)
    try fields.encode(alternatives, forKey: .alternatives)
    try fields.encode(evidence, forKey: .evidence)
    try fields.encode(zone, forKey: .zone)
    try fields.encode(reason, forKey: .reason)
    try fields.encode(audioSeconds, forKey: .audioSeconds)
    try fields.encode(seconds, forKey: .seconds)
    try fields.encodeIfPresent(explanation, forKey: .explanation)
  }
}
