import Foundation
import Journey
import Matching
import Speech

/// What a recording was taken for: its transcript and what is to be done with it.
struct SpokenDecision: Sendable {
  var decision: Decision
  var value: String?
  var command: String?
  /// Best first, one for each value.
  var candidates: [Candidate]
  var reason: String

  /// - Parameters:
  ///   - transcript: What was heard.
  ///   - question: What was asked.
  ///   - policy: The recogniser's thresholds.
  init(_ transcript: Transcript, to question: SpokenQuestion, policy: RecognitionPolicy) {
    var candidates: [Candidate] = []
    var command: String?
    for (rank, hypothesis) in transcript.hypotheses.enumerated() {
      let meaning = question.meaning(of: hypothesis.text)
      if rank == 0 { command = meaning.command }
      guard let option = meaning.option, !candidates.contains(where: { $0.value == option.value }) else { continue }
      candidates.append(
        Candidate(value: option.value, name: option.name, score: transcript.likelihood(of: hypothesis)))
    }
    self.candidates = candidates
    guard let best = transcript.hypotheses.first else {
      (decision, reason) = (.reject, "not-heard: \(transcript.refusal ?? "nothing was recognised")")
      return
    }
    let rival = Self.rival(transcript, to: question, policy: policy)
    if let command, transcript.zone == .clear, rival == nil {
      self.command = command
      (decision, reason) = (.reject, "command: \(command) was said")
      return
    }
    if command != nil, transcript.zone != .rejected, let rival, question.meaning(of: rival.text).option != nil {
      // An answer that sounds nearly as much like the recording is asked about before a command is obeyed.
      (decision, reason) = (.ask, "ambiguous: \(best.text) and \(rival.text) sound alike here")
      return
    }
    guard transcript.zone != .rejected, let first = candidates.first, command == nil else {
      (decision, reason) = (.reject, "no-answer: the sound is no answer to the question")
      return
    }
    if let rival {
      (decision, reason) = (.ask, "ambiguous: \(best.text) and \(rival.text) sound alike here")
      return
    }
    value = first.value
    if transcript.zone == .clear {
      (decision, reason) = (.accept, "clear: \(best.text) was heard clearly")
    } else {
      (decision, reason) = (.confirm, "doubtful: \(best.text) was not heard clearly")
    }
  }

  /// The hypothesis that means something else than the best one and sounds nearly as much like the recording; nil where
  /// the best has a clear lead or is certain anyway. "Metres" and "meters" are no rivals.
  static func rival(_ transcript: Transcript, to question: SpokenQuestion, policy: RecognitionPolicy) -> Hypothesis? {
    guard let best = transcript.hypotheses.first else { return nil }
    guard transcript.zone != .clear else { return nil }
    return runnerUp(transcript, to: question).flatMap { best.score - $0.score < policy.margin ? $0 : nil }
  }

  /// The best hypothesis that means something else than the best of all.
  static func runnerUp(_ transcript: Transcript, to question: SpokenQuestion) -> Hypothesis? {
    guard let best = transcript.hypotheses.first else { return nil }
    let own = question.meaning(of: best.text)
    return transcript.hypotheses.dropFirst().first { hypothesis in
      let meaning = question.meaning(of: hypothesis.text)
      return meaning.option?.value != own.option?.value || meaning.command != own.command
    }
  }
}
