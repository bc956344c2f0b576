import ArgumentParser
import Foundation
import Terminal

/// A yes to what cannot be had back easily: asked for at a terminal, given by `--yes` anywhere else.
struct Consent: ParsableArguments {
  @Flag(help: "Do not ask.") var yes = false

  /// - Parameters:
  ///   - deed: What needs the yes, for a message: "deleting 1a2b".
  ///   - question: What is asked, without the words for the answer.
  /// - Throws: `CommandFailure` (75) where nobody can be asked.
  func isGiven(to deed: String, asking question: String, _ output: Output) throws -> Bool {
    if yes { return true }
    guard isatty(STDIN_FILENO) == 1 else { throw CommandFailure(.answerNeeded, "\(deed) needs a yes: add --yes") }
    output.prompt("\(question) (yes or no) ")
    guard case .line(let answer) = LineReader().next() else { return false }
    return answer.lowercased().hasPrefix("y")
  }
}
