import Foundation
import Journey
import Matching
import Speech

/// What one recording said, as a line or an object.
package struct TranscribedFile: Sendable, Encodable {
  package var file: String
  package var transcript: String?
  package var decision: Decision
  package var value: String?
  package var command: String?
  package var candidates: [Candidate] = []
  package var alternatives: [Hypothesis] = []
  package var evidence: Double?
  package var zone: Transcript.Zone = .rejected
  package var reason: MatchReason
  package var audioSeconds = 0.0
  package var seconds = 0.0
  /// How it came about, where that was asked for.
  package var explanation: HearingExplanation?

  enum CodingKeys: String, CodingKey {
    case file, transcript, decision, value, command, candidates, alternatives, evidence, zone, reason, seconds
    case explanation
    case audioSeconds = "audio_seconds"
  }

  /// - Parameter match: What was decided on it.
  package init(_ transcript: Transcript, _ match: Match) {
    file = transcript.source
    self.transcript = transcript.hypotheses.first?.text
    decision = match.decision
    value = match.value
    command = match.command
    candidates = match.candidates
    alternatives = Array(transcript.hypotheses.dropFirst())
    evidence = transcript.evidence
    zone = transcript.zone
    reason = match.reason
    audioSeconds = transcript.audioSeconds
  }

  package init(unreadable file: String, _ error: SpeechError) {
    self.file = file
    decision = .reject
    reason = .init(.unreadable, "\(error)")
  }

  /// With the best so many readings only.
  package func limited(to count: Int) -> TranscribedFile {
    var line = self
    line.candidates = Array(candidates.prefix(count))
    line.alternatives = Array(alternatives.prefix(count - 1))
    return line
  }

  /// Tab-separated: file, decision, value, transcript, evidence, reason.
  package var text: String {
    [
      file, decision.rawValue, value ?? command ?? "-", transcript ?? "-",
      evidence.map { String(format: "%.1f", $0) } ?? "-", reason.description,
    ].joined(separator: "\t")
  }

  package func encode(to encoder: any Encoder) throws {
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
