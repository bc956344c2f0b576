import Foundation

/// How far long work has come: on one line of a terminal that is written anew, else a line every ten seconds.
struct CountProgress {
  let total: Int
  let unit: String
  let output: Output
  private let isTerminal = Accessibility.mayRedraw()
  private let start = ContinuousClock.now
  private var lastLine = ContinuousClock.now
  private var isShown = false

  init(total: Int, unit: String, output: Output) {
    self.total = total
    self.unit = unit
    self.output = output
  }

  /// Most work is over before anybody would look: half a second says nothing.
  mutating func show(_ done: Int) {
    guard done < total else { return clear() }
    let now = ContinuousClock.now
    if isTerminal {
      guard start.duration(to: now) > .milliseconds(500) else { return }
      output.prompt("\r\(done) of \(total) \(unit)")
      isShown = true
    } else if lastLine.duration(to: now) >= .seconds(10) {
      output.talk("\(done) of \(total) \(unit)")
      lastLine = now
    }
  }

  /// Takes the line away before anything else is written.
  mutating func clear() {
    guard isShown else { return }
    output.prompt("\r\u{1B}[K")
    isShown = false
  }
}
