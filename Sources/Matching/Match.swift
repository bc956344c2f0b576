import Journey

/// What is to be done with an utterance.
public enum Decision: String, Sendable, Codable, CaseIterable {
  /// The value is taken.
  case accept
  /// The value is likely and is asked back: "did you mean …?"
  case confirm
  /// Several values fit: "which of these?"
  case ask
  /// Nothing fits, or a command was said.
  case reject
}

/// One option that an utterance may mean.
public struct Candidate: Sendable, Hashable, Codable {
  /// The option's id, an interval's canonical form, a mode's or a command's name.
  public var value: String
  /// What a rider calls it.
  public var name: String
  /// 0...1
  public var score: Double

  public init(value: String, name: String, score: Double) {
    self.value = value
    self.name = name
    self.score = score
  }
}

/// What was understood from an utterance as the answer to one question.
public struct Match: Sendable, Hashable, Codable {
  public var utterance: String
  public var decision: Decision
  /// The value accepted, or the likeliest one that is asked back; nil after `ask` and `reject`.
  public var value: String?
  /// The command that was said; to a question that is no command it comes with `reject`.
  public var command: String?
  /// Up to five, best first, whatever the decision.
  public var candidates: [Candidate]
  /// The best candidate's score, 0 without one.
  public var score: Double
  /// The best score minus that of the next candidate that means something else.
  public var margin: Double
  public var reason: MatchReason
  /// How the score came about, a line each.
  public var explanation: [String]

  public init(
    utterance: String, decision: Decision, value: String? = nil, command: String? = nil, candidates: [Candidate] = [],
    score: Double = 0, margin: Double = 0, reason: MatchReason, explanation: [String] = []
  ) {
    self.utterance = utterance
    self.decision = decision
    self.value = value
    self.command = command
    self.candidates = candidates
    self.score = score
    self.margin = margin
    self.reason = reason
    self.explanation = explanation
  }
}

extension Match {
  /// Whether the whole name was said.
  public var isExact: Bool { reason.code == .exact }

  /// The candidate that is taken; nil where none is.
  public var accepted: Candidate? {
    decision == .accept ? candidates.first { $0.value == value } : nil
  }

  /// Whether the words are a name that was learned for the stop.
  public var isLearned: Bool { reason.code == .learned }

  /// The candidates that are not far behind the best one, best first.
  public func likely(_ policy: MatchPolicy) -> [Candidate] {
    let least = policy.offer * (candidates.first?.score ?? 0)
    return candidates.filter { $0.score >= least }
  }

  /// The candidates that the rider is offered when asked which is meant, best first.
  public func offered(_ policy: MatchPolicy) -> [Candidate] { Array(likely(policy).prefix(policy.choices)) }
}

/// What an utterance is an answer to.
public enum MatchQuestion: Sendable, Hashable {
  case slot(Slot)
  case command
}

/// A yes or a no, with what else was said: "no, hagenau" is a no and `hagenau`.
public struct Affirmation: Sendable, Hashable, Codable {
  public var isYes: Bool
  /// The words after it, as they were said; empty when there were none.
  public var rest: String

  public init(isYes: Bool, rest: String = "") {
    self.isYes = isYes
    self.rest = rest
  }
}
