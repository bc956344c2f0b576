import Foundation
import Journey

/// Every threshold of the recogniser, each with its reason.
public struct RecognitionPolicy: Sendable, Hashable {
  // MARK: What counts as an answer at all

  /// Shorter sounds hold no word: "no" takes 0.2 s.
  public var shortestSpeech = 0.15
  /// Longer recordings are no answer to a question; a whole sentence with both stops takes 6 s.
  public var longestRecording = 20.0
  /// Peak in dBFS below which even a far microphone has not heard anybody.
  public var silencePeak = -50.0
  /// Share of samples at full scale from which distortion changes what is heard.
  public var clippedShare = 0.05

  /// The loud frames over the quiet ones as a ratio of amplitudes: words rise and fall, hiss and hum do not.
  public var leastDynamics = 1.6

  // MARK: Preparation

  /// Root mean square of the added noise, of 32,768: runs of zero samples break the front end.
  public var noiseFloor = 20.0
  /// Seconds kept around speech, where plosives and breath begin words.
  public var surround = 0.1
  /// Of full scale; with the noise floor it sets the ratio of speech to noise that the model hears best.
  public var peak = 0.25

  // MARK: Grammar

  /// Of a carrier or trailer against none: most people say the name alone.
  public var carrierProbability = 0.1
  /// Of a command against a name.
  public var phraseProbability = 0.1
  public var hypothesisCount = 8
  /// How many of them are scored alone, for the lead of the best over the others.
  public var rescoredCount = 4
  /// What a rival scored alone must have over the grammar's best way, per frame, to take its place.
  public var overtake = 0.5
  /// How far below the best, per frame, an answer is put that was not scored alone: far enough to be no rival.
  public var unscoredLag = 10.0

  // MARK: Zones of evidence, per frame of 10 ms

  /// From here on an answer may be taken: of wrong ones and of other speech hardly any reaches it.
  public var clearEvidence = 4.0
  /// Below it is no answer to the question.
  public var doubtfulEvidence = -6.0
  /// Lead of the best answer over the second, per frame, below which both are asked.
  public var margin = 2.0

  public init() {}

  /// Evidence as a number between 0 and 1, 0.5 in the middle of the doubtful zone.
  public func confidence(evidence: Double) -> Double {
    let middle = (clearEvidence + doubtfulEvidence) / 2
    let halfWidth = max(0.1, (clearEvidence - doubtfulEvidence) / 2)
    return 1 / (1 + exp(-2 * (evidence - middle) / halfWidth))
  }

  /// Seconds of speech that an answer may take besides those of its letters.
  public var slackSeconds = 0.9
  /// A slow speaker's pace. Sound that lasts longer than its words is mostly something else.
  public var secondsPerLetter = 0.1

  /// How far sound alone supports an answer.
  /// - Parameters:
  ///   - evidence: Of the best hypothesis.
  ///   - text: The best hypothesis.
  ///   - seconds: How long the speech lasts.
  public func zone(evidence: Double, text: String, seconds: Double) -> Transcript.Zone {
    if evidence < doubtfulEvidence { return .rejected }
    let isPlausible = seconds <= slackSeconds + secondsPerLetter * Double(text.count)
    return evidence >= clearEvidence && isPlausible ? .clear : .doubtful
  }
}
