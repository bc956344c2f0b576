import Foundation
import Journey
import Matching
import Speech

/// A recording of a speaker, with what was read.
package struct ReadRecording: Sendable {
  package var file: String
  /// Of the question that it answers, and of one that it does not answer; nil where it answers any, as a command does.
  package var question: SpokenQuestion
  package var otherQuestion: SpokenQuestion?
  /// The value, the command, or the name of the stop.
  package var expected: String
  /// Allows what was read and nothing else.
  package var phrase: AnswerGrammar

  package init(
    file: String, question: SpokenQuestion, otherQuestion: SpokenQuestion?, expected: String, phrase: AnswerGrammar
  ) {
    (self.file, self.question, self.otherQuestion) = (file, question, otherQuestion)
    (self.expected, self.phrase) = (expected, phrase)
  }
}

/// Fits the recogniser to a speaker, and finds out whether that helps.
///
/// Each phrase is judged by what was made from the others. Two ways are tried: the transform of the model's means with an offset of the
/// log odds, and the offset alone.
package struct SpeakerStudy {
  /// What came of it.
  package struct Outcome {
    /// nil where nothing helped.
    package var kept: SpeakerAdaptation?
    package var before: SpeakerAdaptation.HeldOutHearing
    package var withTransform: SpeakerAdaptation.HeldOutHearing
    package var withOffset: SpeakerAdaptation.HeldOutHearing
    /// Recordings in which the phrase was not found.
    package var leftOut: [String]
  }

  /// Fewer phrases tell nothing of a voice.
  package static let fewest = 20
  /// So many parts the phrases are split into, each judged by the others.
  private static let folds = 4

  private let recordings: [ReadRecording]
  private let model: SpeechModel
  private let policy: RecognitionPolicy
  private let pronunciations: PronunciationTable
  private let heard: () -> Void

  /// - Parameters:
  ///   - policy: As it is for anybody.
  ///   - heard: Called after every recording that was heard, as often as `hearings(of:)` tells.
  /// - Throws: `SpeechError` where the speaker's own pronunciations are damaged.
  package init(
    of recordings: [ReadRecording], model: SpeechModel, policy: RecognitionPolicy,
    heard: @escaping () -> Void
  ) throws(SpeechError) {
    (self.recordings, self.model, self.policy, self.heard) = (recordings, model, policy, heard)
    pronunciations = try PronunciationTable(model: model)
  }

  /// How often so many recordings are heard, at most.
  package static func hearings(of recordings: Int) -> Int { 5 * recordings }

  /// - Throws: `SpeechError` where a recording cannot be read, or a program that is needed is missing or fails.
  package func run(speaker: String, at now: Date) async throws -> Outcome {
    let (phrases, found, leftOut) = try await aligned()
    let trainer = try await TransformTrainer(model: model, phrases: phrases)
    let before = try await hearings(found) { _ in policy }
    var transforms: [SpeakerTransform?] = []
    for fold in 0..<Self.folds {
      transforms.append(try await trainer.transform(from: phrases.indices.filter { $0 % Self.folds != fold }))
    }
    let transformed = try await hearings(found) { policy.adapted(transforms[$0], offset: 0) }
    let withTransform = try await hearings(found) {
      policy.adapted(transforms[$0], offset: offset(from: transformed, without: $0))
    }
    let withOffset = try await hearings(found) {
      policy.adapted(nil, offset: offset(from: before, without: $0))
    }
    var outcome = Outcome(
      before: Self.figures(before), withTransform: Self.figures(withTransform),
      withOffset: Self.figures(withOffset), leftOut: leftOut)
    let ways = [(outcome.withTransform, transformed, true), (outcome.withOffset, before, false)]
    let helping = ways.filter { $0.0.helps(instead: outcome.before) }
    guard let best = helping.max(by: { $0.0.isWorse(than: $1.0) }) else { return outcome }
    outcome.kept = SpeakerAdaptation(
      speaker: speaker, made: now, recordings: found.count, model: model.digest, offset: offset(from: best.1),
      transform: best.2 ? try await trainer.transform(from: Array(phrases.indices)) : nil, before: outcome.before,
      after: best.0)
    return outcome
  }

  // MARK: Hearing

  /// One recording put to a question.
  private struct Hearing {
    var fold: Int
    /// Whether the question is the one that it answers.
    var isAnswer: Bool
    var isFirst: Bool
    var isAccepted: Bool
    var logOdds: Double
  }

  /// Recordings with the ways their words were said, as far as the phrases are in them.
  private func aligned() async throws -> ([AlignedPhrase], [(ReadRecording, WaveFile)], [String]) {
    let transcriber = try transcriber(policy)
    var phrases: [AlignedPhrase] = []
    var found: [(ReadRecording, WaveFile)] = []
    var leftOut: [String] = []
    for recording in recordings {
      let sound = try WaveFile(path: recording.file)
      if let phrase = try await transcriber.aligned(sound, to: recording.phrase) {
        phrases.append(phrase)
        found.append((recording, sound))
      } else {
        leftOut.append(recording.file)
      }
      heard()
    }
    return (phrases, found, leftOut)
  }

  /// - Parameter policy: By the part that a phrase belongs to.
  private func hearings(
    _ recordings: [(ReadRecording, WaveFile)], by policy: (Int) -> RecognitionPolicy
  ) async throws -> [Hearing] {
    var hearings: [Hearing] = []
    for fold in 0..<Self.folds {
      let policy = policy(fold)
      let transcriber = try transcriber(policy)
      for (place, (recording, sound)) in recordings.enumerated() where place % Self.folds == fold {
        let transcript = try await transcriber.transcribe(
          sound, named: recording.file, grammar: recording.question.grammar)
        let match = recording.question.decide(transcript, policy: policy)
        let best = transcript.hypotheses.first.map { recording.question.meaning(of: $0.text) }
        let isFirst = best?.means(recording.expected) ?? false
        hearings.append(
          Hearing(
            fold: fold, isAnswer: true, isFirst: isFirst, isAccepted: match.isTaken,
            logOdds: Self.logOdds(transcript)))
        if let other = recording.otherQuestion {
          let transcript = try await transcriber.transcribe(sound, named: recording.file, grammar: other.grammar)
          hearings.append(
            Hearing(
              fold: fold, isAnswer: false, isFirst: false,
              isAccepted: other.decide(transcript, policy: policy).isTaken, logOdds: Self.logOdds(transcript)))
        }
        heard()
      }
    }
    return hearings
  }

  private func transcriber(_ policy: RecognitionPolicy) throws(SpeechError) -> PocketSphinxTranscriber {
    try PocketSphinxTranscriber(model: model, policy: policy, pronunciations: pronunciations)
  }

  private static func logOdds(_ transcript: Transcript) -> Double {
    min(0.999, max(0.001, transcript.confidence ?? 0)).logOdds
  }

  // MARK: Judging

  /// The offset that fits the speaker's answers, as far as nothing that is wrong comes to be taken by it.
  /// - Parameter fold: The part that the offset is for, which has no say in it.
  private func offset(from hearings: [Hearing], without fold: Int? = nil) -> Double {
    let others = hearings.filter { $0.fold != fold }
    let limit = policy.accept(over: .wide, among: 1).logOdds
    let highest = others.filter { !$0.isFirst && $0.logOdds < limit }.map(\.logOdds).max()
    let fitted = SpeakerOffset.fitted(to: others.filter(\.isAnswer).map { ($0.logOdds, $0.isFirst) })
    return min(fitted, highest.map { limit - $0 } ?? SpeakerOffset.largest)
  }

  private static func figures(_ hearings: [Hearing]) -> SpeakerAdaptation.HeldOutHearing {
    var figures = SpeakerAdaptation.HeldOutHearing()
    figures.phrases = hearings.count(where: \.isAnswer)
    figures.first = hearings.count(where: \.isFirst)
    figures.accepted = hearings.count { $0.isAccepted && $0.isFirst }
    figures.wrong = hearings.count { $0.isAccepted && !$0.isFirst }
    return figures
  }
}

extension SpeakerAdaptation.HeldOutHearing {
  /// Something is better, and nothing is worse.
  fileprivate func helps(instead other: Self) -> Bool {
    first >= other.first && accepted >= other.accepted && wrong <= other.wrong && other.isWorse(than: self)
  }

  fileprivate func isWorse(than other: Self) -> Bool {
    (accepted, first, -wrong) < (other.accepted, other.first, -other.wrong)
  }
}

extension SpokenQuestion.Meaning {
  /// Whether it is the value, the command or the name.
  fileprivate func means(_ expected: String) -> Bool {
    switch self {
    case .options(let options): options.contains { $0.value == expected || $0.name == expected }
    case .command(let command): command == expected
    case .correction, .nothing: false
    }
  }
}

extension Match {
  /// Whether something was set or done by it, without a question.
  fileprivate var isTaken: Bool { decision == .accept || command != nil }
}
