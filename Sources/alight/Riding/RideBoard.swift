import Devices
import Foundation
import Synchronization
import Terminal

/// How a ride stands, shown again and again: in its place on a terminal, or else whenever it reads differently.
final class RideBoard: Sendable {
  private struct State {
    var block = TerminalBlock()
    var last: [String] = []
  }

  private let sheet: RideSheet
  private let output: Output
  private let isJSON: Bool
  private let isDrawn: Bool
  private let state = Mutex(State())

  /// - Parameter isDrawn: Whether it may be drawn anew in its place.
  init(sheet: RideSheet, output: Output, isJSON: Bool, isDrawn: Bool) {
    self.sheet = sheet
    self.output = output
    self.isJSON = isJSON
    self.isDrawn = isDrawn
  }

  func show(_ answer: ControlAnswer) throws {
    if isJSON { return try output.json(answer) }
    guard let status = answer.status else { return }
    let lines = isDrawn ? sheet.lines(status) : sheet.brief(status)
    let isNews = state.withLock { state in
      defer { state.last = lines }
      return state.last != lines
    }
    guard isNews else { return }
    if isDrawn { return draw(lines) }
    for line in lines { output.words(line) }
  }

  /// Leaves the last picture where it stands, with the cursor below it.
  func end() {
    if isDrawn, state.withLock({ !$0.last.isEmpty }) { output.prompt("\r\n") }
  }

  private func draw(_ lines: [String]) {
    let width = TerminalSize.current.columns
    var frame = TerminalFrame()
    for line in lines.flatMap({ TextColumns.wrapped($0, to: width) }).prefix(TerminalSize.current.rows - 1) {
      frame.add(line)
    }
    frame.cursorRow = max(0, frame.rows.count - 1)
    let text = state.withLock { $0.block.draw(frame, width: width) }
    output.prompt(text)
  }
}
