import Foundation

/// How far a run has come, on one line of a terminal that is written anew; nothing where standard error is none.
struct RunProgress: Sendable {
  private let isTerminal = Accessibility.mayRedraw()
  private let start = ContinuousClock.now
  let total: Int
  let output: Output

  /// Most runs are over before anybody would look: the first second says nothing.
  func show(_ done: Int, _ failures: Int) {
    guard isTerminal, start.duration(to: .now) > .seconds(1), done % 10 == 0 || done == total else { return }
    output.prompt("\r\(done) of \(total), \(failures) failed")
    if done == total { clear() }
  }

  /// Takes the line away before anything else is written.
  func clear() {
    guard isTerminal, start.duration(to: .now) > .seconds(1) else { return }
    output.prompt("\r\u{1B}[K")
  }
}
