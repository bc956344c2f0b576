import Foundation
import Journey
import Speech

/// Why a recording was taken for what it was: words, evidence, and what each threshold was.
package struct HearingExplanation: Sendable, Encodable {
  private struct Word: Sendable, Encodable {
    var text: String
    var reading: String
    var start: Double
    var end: Double
    var score: Double
    var evidence: Double
  }

  private struct Thresholds: Sendable, Encodable {
    /// Probability from which an answer may be taken, and below which it is none.
    var accept: Double
    var refuse: Double
    /// Lead over the runner-up below which both are asked where the best is not certain.
    var margin: Double
  }

  private struct Wording: Sendable, Encodable {
    var text: String
    var meaning: String?
    var probability: Double
    var features: [String: Double]
  }

  private struct RunnerUp: Sendable, Encodable {
    var text: String
    var score: Double
    var lead: Double
  }

  private struct Listed: Sendable, Encodable {
    var text: String
    var meaning: String?
    var probability: Double
  }

  private var words: [Word]
  private var evidence: Double?
  private var zone: Transcript.Zone
  private var speechSeconds: Double
  private var thresholds: Thresholds
  private var runnerUp: RunnerUp?
  private var refusal: String?
  /// What sound says of the grammar's answer, by the name of each number.
  private var features: [String: Double]
  private var probability: Double?
  /// The value, or the command, that the best hypothesis stands for.
  private var meaning: String?
  private var channel: String?
  /// In dB, as `Channel` has them.
  private var signalToNoise: Double?
  private var highBand: Double?
  /// What the grammar heard, whatever was taken in the end.
  private var listed: Listed?
  /// What was heard in words that are not listed.
  private var wording: Wording?
  /// Phones that were heard where nothing was expected.
  private var phones: String

  enum CodingKeys: String, CodingKey {
    case words, evidence, zone, thresholds, refusal, features, probability, meaning, channel, phones, listed, wording
    case speechSeconds = "speech_seconds"
    case runnerUp = "runner_up"
    case signalToNoise = "signal_to_noise"
    case highBand = "high_band"
  }

  package init(_ heard: HeardRecording, to question: SpokenQuestion, policy: RecognitionPolicy) {
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
    let channel = heard.channel?.kind ?? .wide
    thresholds = Thresholds(
      accept: policy.accept(over: channel, among: question.grammar.choiceCount), refuse: policy.model[channel].refuse,
      margin: policy.margin)
    features = heard.evidence.map(Self.features) ?? [:]
    listed = heard.listed.map {
      Listed(
        text: $0.text, meaning: question.meaning(of: $0.text).values.first, probability: Self.rounded($0.probability))
    }
    wording = heard.wording.map {
      Wording(
        text: $0.text, meaning: question.meaning(of: $0.text).values.first, probability: Self.rounded($0.probability),
        features: Self.features($0.evidence))
    }
    probability = transcript.confidence.map(Self.rounded)
    meaning = transcript.hypotheses.first.flatMap { question.meaning(of: $0.text).values.first }
    self.channel = heard.channel?.kind.rawValue
    signalToNoise = heard.channel.map { Self.rounded($0.signalToNoise) }
    highBand = heard.channel.map { Self.rounded($0.highBand) }
    phones = heard.phones
    if let first = transcript.hypotheses.first, let other = question.runnerUp(transcript) {
      runnerUp = RunnerUp(
        text: other.text, score: Self.rounded(other.score), lead: Self.rounded(first.score - other.score))
    }
  }

  /// Lines for a reader, below the one of the recording.
  package var lines: [String] {
    guard let evidence else { return ["  \(refusal ?? "nothing was recognised")"] }
    let width = words.map(\.text.count).max() ?? 0
    var lines = words.map { word in
      "  \(word.text.padding(toLength: width, withPad: " ", startingAt: 0))"
        + String(
          format: "  %.2f to %.2f s  evidence %6.1f  score %7.1f  ", word.start, word.end, word.evidence, word.score)
        + word.reading
    }
    lines.append("  sounds like \(phones)")
    lines.append(
      String(
        format: "  evidence %.1f over a %@ channel: probability %.3f is %@ (clear from %.2f on, no answer below %.2f)",
        evidence, channel ?? "wide", probability ?? 0, zone.rawValue, thresholds.accept, thresholds.refuse))
    if let wording {
      lines.append(
        String(
          format: "  in words that are not listed: \"%@\", which is %@ by %.3f", wording.text,
          wording.meaning ?? "no answer", wording.probability))
    }
    lines.append(String(format: "  speech of %.2f s", speechSeconds))
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

  private static func features(_ evidence: AnswerEvidence) -> [String: Double] {
    Dictionary(
      uniqueKeysWithValues: AnswerEvidence.Feature.allCases.map { ($0.rawValue, rounded(evidence[$0])) })
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
