import Foundation
import Journey
import Speech

/// Why a recording was taken for what it was: words, evidence, and what each threshold was.
struct HearingExplanation: Encodable {
  private struct Word: Encodable {
    var text: String
    var reading: String
    var start: Double
    var end: Double
    var score: Double
    var evidence: Double
  }

  private struct Thresholds: Encodable {
    /// Evidence from which an answer may be taken, and below which it is none.
    var clear: Double
    var doubtful: Double
    /// Lead over the runner-up below which both are asked.
    var margin: Double
    /// Seconds that speech of these words may last.
    var longestSpeech: Double?

    enum CodingKeys: String, CodingKey {
      case clear, doubtful, margin
      case longestSpeech = "longest_speech_seconds"
    }
  }

  private struct RunnerUp: Encodable {
    var text: String
    var score: Double
    var lead: Double
  }

  private var words: [Word]
  private var evidence: Double?
  private var zone: Transcript.Zone
  private var speechSeconds: Double
  private var thresholds: Thresholds
  private var runnerUp: RunnerUp?
  private var refusal: String?
  private let best: String?

  enum CodingKeys: String, CodingKey {
    case words, evidence, zone, thresholds, refusal
    case speechSeconds = "speech_seconds"
    case runnerUp = "runner_up"
  }

  init(_ heard: HeardRecording, to question: SpokenQuestion, policy: RecognitionPolicy) {
    let transcript = heard.transcript
    words = heard.words.map {
      Word(
        text: $0.text, reading: $0.reading, start: Self.rounded($0.start), end: Self.rounded($0.end),
        score: Self.rounded($0.score), evidence: Self.rounded($0.evidence))
    }
    evidence = transcript.evidence.map(Self.rounded)
    zone = transcript.zone
    refusal = transcript.refusal
    speechSeconds = Self.rounded(heard.speechSeconds)
    best = transcript.hypotheses.first?.text
    thresholds = Thresholds(
      clear: policy.clearEvidence, doubtful: policy.doubtfulEvidence, margin: policy.margin,
      longestSpeech: best.map { Self.rounded(policy.slackSeconds + policy.secondsPerLetter * Double($0.count)) })
    if let first = transcript.hypotheses.first, let other = SpokenDecision.runnerUp(transcript, to: question) {
      runnerUp = RunnerUp(
        text: other.text, score: Self.rounded(other.score), lead: Self.rounded(first.score - other.score))
    }
  }

  /// Lines for a reader, below the one of the recording.
  var lines: [String] {
    guard let best, let evidence else { return ["  \(refusal ?? "nothing was recognised")"] }
    let width = words.map(\.text.count).max() ?? 0
    var lines = words.map { word in
      "  \(word.text.padding(toLength: width, withPad: " ", startingAt: 0))"
        + String(
          format: "  %.2f to %.2f s  evidence %6.1f  score %7.1f  ", word.start, word.end, word.evidence, word.score)
        + word.reading
    }
    lines.append(
      String(
        format: "  evidence %.1f is %@: clear from %.1f on, no answer below %.1f", evidence, zone.rawValue,
        thresholds.clear, thresholds.doubtful))
    lines.append(
      String(format: "  speech of %.2f s: \"%@\" may take %.2f s", speechSeconds, best, thresholds.longestSpeech ?? 0))
    if let runnerUp {
      lines.append(
        String(
          format: "  lead %.1f over \"%@\" (%.1f): below %.1f both are asked", runnerUp.lead, runnerUp.text,
          runnerUp.score, thresholds.margin))
    } else {
      lines.append("  nothing that means something else was heard")
    }
    return lines
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
