import Journey
import Matching

/// What became of one case.
package struct CaseOutcome: Sendable {
  package enum Status: String, Sendable, Codable {
    case passed, failed
    /// It failed, as the case says it would.
    case xfailed
    /// It passed although the case says it would fail.
    case xpassed
  }

  package let testCase: TestCase
  package let status: Status
  /// What was understood, in the notation of the cases.
  package let got: String
  /// What was decided on the open question; nil for a dialogue.
  package var decision: Decision?
  package var score = 0.0
  package var margin = 0.0
  /// The name of the second best candidate.
  package var runnerUp: String?
  package var reason = ""
  package var explanation: [String] = []
  /// Whether a value or command was taken that nobody meant: the costly error.
  package var isFalseAccept = false
  /// Whether an answer was refused.
  package var isFalseReject = false
  /// How a recording was heard.
  package var hearing: Hearing?
  /// Of a dialogue, what differs turn by turn.
  package var differences: [String] = []
  package var microseconds = 0

  package init(_ testCase: TestCase, isRight: Bool, got: String) {
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
  package var isRight: Bool { status == .passed || status == .xpassed }
  package var isFailure: Bool { status == .failed }
}

/// How a recording was heard, beside what was made of it.
package struct Hearing: Sendable {
  /// What the recogniser wrote.
  package var heard: String
  /// What was said, where that is known.
  package var reference: String?
  /// Whether the words that were heard would have been right as typed ones, and whether those that were said would.
  package var isRightAsHeard: Bool
  package var isRightAsSaid: Bool?
}
