import Journey
import Matching
import Speech

/// The one decision on what was heard: every front and every test asks here.
extension SpokenQuestion {
  /// What a recording was taken for.
  ///
  /// The sound decides, by the options that the grammar's phrases stand for: a name is not looked up a second time. A clear answer is
  /// accepted, a doubtful one asked back, two that sound nearly alike are both asked, and the rest is refused. Of several stops of one
  /// name the first stands for all, as it does where the name is typed.
  /// - Parameters:
  ///   - transcript: What was heard, with this question's grammar.
  ///   - policy: The recogniser's thresholds.
  /// - Returns: Candidates best first, one for each value, whose scores are likelihoods. To a question that is no command a command
  ///   comes with `reject`. A correction is rejected as `correction`: only the dialogue knows what it corrects.
  package func decide(_ transcript: Transcript, policy: RecognitionPolicy) -> Match {
    let candidates = candidates(transcript)
    let (score, next) = (candidates.first?.score ?? 0, candidates.dropFirst().first?.score ?? 0)
    func match(_ decision: Decision, value: String? = nil, command: String? = nil, _ reason: MatchReason) -> Match {
      Match(
        utterance: transcript.hypotheses.first?.text ?? "", decision: decision, value: value, command: command,
        candidates: candidates, score: score, margin: score - next, reason: reason)
    }
    guard let best = transcript.hypotheses.first else {
      return match(.reject, .init(.notHeard, "\(transcript.refusal ?? "nothing was recognised")"))
    }
    let noAnswer = MatchReason(.noAnswer, "the sound is no answer to the question")
    guard transcript.zone != .rejected else { return match(.reject, noAnswer) }
    let rival = rival(transcript, policy: policy)
    let alike = rival.map { MatchReason(.ambiguous, "\(best.text) and \($0.text) sound alike here") }
    switch meaning(of: best.text) {
    case .command(let command):
      if transcript.zone == .clear, isPlain(best.text) {
        return match(.reject, command: command, .init(.command, "\(command) was said"))
      }
      // An answer that sounds nearly as much like the recording is asked about before a command is obeyed.
      if let alike, let rival, case .options = meaning(of: rival.text) { return match(.ask, alike) }
      return match(.reject, noAnswer)
    case .options(let options):
      if let alike { return match(.ask, alike) }
      guard let option = options.first else { return match(.reject, noAnswer) }
      return transcript.zone == .clear && isPlain(best.text)
        ? match(.accept, value: option.value, .init(.clear, "\(best.text) was heard clearly"))
        : match(.confirm, value: option.value, .init(.doubtful, "\(best.text) was not heard clearly"))
    case .correction: return match(.reject, .init(.correction, "\(best.text) is about another answer"))
    case .nothing: return match(.reject, noAnswer)
    }
  }

  private func candidates(_ transcript: Transcript) -> [Candidate] {
    var candidates: [Candidate] = []
    for hypothesis in transcript.hypotheses {
      guard case .options(let options) = meaning(of: hypothesis.text), let option = options.first,
        !candidates.contains(where: { $0.value == option.value })
      else { continue }
      candidates.append(
        Candidate(value: option.value, name: option.name, score: transcript.likelihood(of: hypothesis)))
    }
    return candidates
  }

  /// The hypothesis that means something else than the best one and sounds nearly as much like the recording; nil where
  /// the best has a clear lead or is certain anyway. "Metres" and "meters" are no rivals.
  private func rival(_ transcript: Transcript, policy: RecognitionPolicy) -> Hypothesis? {
    guard let best = transcript.hypotheses.first, transcript.zone != .clear else { return nil }
    return runnerUp(transcript).flatMap { best.score - $0.score < policy.margin ? $0 : nil }
  }

  /// The best hypothesis that means something else than the best of all.
  package func runnerUp(_ transcript: Transcript) -> Hypothesis? {
    guard let best = transcript.hypotheses.first else { return nil }
    let own = meaning(of: best.text).key
    return transcript.hypotheses.dropFirst().first { meaning(of: $0.text).key != own }
  }
}
