import Journey
import Matching

/// The questions that one answer can be matched to, or heard for.
package enum AskedQuestion: String, Sendable, CaseIterable {
  case from, to, mode, interval, command

  package var slot: Slot? { Slot(rawValue: rawValue) }
  package var matchQuestion: MatchQuestion { slot.map(MatchQuestion.slot) ?? .command }
}
