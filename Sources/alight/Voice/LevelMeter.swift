import Foundation

/// What a terminal shows while the microphone is open: a word, and a bar of how loud it is.
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
    draw(0, word)
  }

  private var word = ""

  private mutating func draw(_ bars: Int, _ word: String) {
    self.word = word
    shown = bars
    let bar = String(repeating: "#", count: bars) + String(repeating: " ", count: Self.width - bars)
    output.prompt("\r[\(bar)] \(word)\u{1B}[K")
  }

  /// - Parameter level: In dBFS; the bar begins at -60.
  mutating func show(level: Double) {
    guard isOpen else { return }
    let bars = max(0, min(Self.width, Int((level + 60) / 60 * Double(Self.width) + 0.5)))
    if bars != shown { draw(bars, word) }
  }

  /// Takes the line away.
  mutating func close() {
    guard isOpen else { return }
    isOpen = false
    shown = nil
    output.prompt("\r\u{1B}[K")
  }
}
