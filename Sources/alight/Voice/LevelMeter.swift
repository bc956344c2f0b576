import Foundation
import Terminal

/// What a terminal shows while the microphone is open: a bar of how loud it is, and a word, or what was heard so far.
///
/// Where lines must not be redrawn (no terminal, a screen reader) it is the word alone.
struct LevelMeter {
  let output: Output
  let redraws: Bool
  private var shown: Int?
  private var isOpen = false

  private static let width = 20

  init(output: Output, redraws: Bool) {
    self.output = output
    self.redraws = redraws
  }

  /// Says the word.
  mutating func open(_ word: String) {
    close()
    guard redraws else { return output.talk(word) }
    isOpen = true
    (self.word, text) = (word, nil)
    draw(0)
  }

  private var word = ""
  private var text: String?

  private mutating func draw(_ bars: Int) {
    shown = bars
    let bar = String(repeating: "#", count: bars) + String(repeating: " ", count: Self.width - bars)
    // Who is heard knows that it is listened. A line that wraps cannot be written anew.
    let line = TextColumns.cut("[\(bar)] \(text.map { "\($0)…" } ?? word)", to: TerminalSize.current.columns - 1)
    output.prompt("\r\(line)\u{1B}[K")
  }

  /// - Parameter text: What was heard so far; nil where that is no answer.
  mutating func show(text: String?) {
    guard isOpen, text != self.text else { return }
    self.text = text
    draw(shown ?? 0)
  }

  /// - Parameter level: In dBFS; the bar begins at -60.
  mutating func show(level: Double) {
    guard isOpen else { return }
    let bars = max(0, min(Self.width, Int((level + 60) / 60 * Double(Self.width) + 0.5)))
    if bars != shown { draw(bars) }
  }

  /// Takes the line away.
  mutating func close() {
    guard isOpen else { return }
    isOpen = false
    shown = nil
    output.prompt("\r\u{1B}[K")
  }
}
