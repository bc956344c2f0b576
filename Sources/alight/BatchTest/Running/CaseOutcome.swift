import Journey
import Matching

/// What became of one case.
struct CaseOutcome: Sendable {
  enum Status: String, Sendable, Codable {
    case passed, failed
    /// It failed, as the case says it would.
    case xfailed
    /// It passed although the case says it would fail.
    case xpassed
  }

  let testCase: TestCase
  let status: Status
  /// What was understood, in the notation of the cases.
  let got: String
  /// What was decided on the open question; nil for a dialogue.
  var decision: Decision?
  var score = 0.0
  var margin = 0.0
  /// The name of the second best candidate.
  var runnerUp: String?
  var reason = ""
  var explanation: [String] = []
  /// Whether a value or command was taken that nobody meant: the costly error.
  var isFalseAccept = false
  /// Whether an answer was refused.
  var isFalseReject = false
  /// How a recording was heard.
  var hearing: Hearing?
  /// Of a dialogue, what differs turn by turn.
  var differences: [String] = []
  var microseconds = 0

  init(_ testCase: TestCase, isRight: Bool, got: String) {
    self.testCase = testCase
    self.got = got
    status =
      switch (isRight, testCase.xfail != nil) {
      case (true, false): .passed
      case (false, false): .failed
      case (true, true): .xpassed
      case (false, true): .xfailed
      }
  }

  /// Whether it came out as expected, whatever is said of its failing.
  var isRight: Bool { status == .passed || status == .xpassed }
  var isFailure: Bool { status == .failed }
}

/// How a recording was heard, beside what was made of it.
struct Hearing: Sendable {
  /// What the recogniser wrote.
  var heard: String
  /// What was said, where that is known.
  var reference: String?
  /// Whether the words that were heard would have been right as typed ones, and whether those that were said would.
  var isRightAsHeard: Bool
  var isRightAsSaid: Bool?
}
