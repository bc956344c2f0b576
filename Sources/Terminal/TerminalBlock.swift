/// The rows of a terminal that are drawn anew in their place, below all that was written before.
package struct TerminalBlock {
  private var drawn = TerminalFrame()

  package init() {}

  /// What to write so that a frame takes the place of the one before.
  /// - Parameter width: the terminal's columns now; those of the frame before may have been wrapped to it since.
  package mutating func draw(_ frame: TerminalFrame, width: Int) -> String {
    defer { drawn = frame }
    let up = frame.rows.count - 1 - frame.cursorRow
    return toTop(width) + frame.rows.joined(separator: "\r\n") + Self.move(up, "A") + "\r"
      + Self.move(frame.cursorColumn, "C")
  }

  /// What to write so that nothing of it is left, with the cursor where it began.
  package mutating func erase(width: Int) -> String {
    defer { drawn = TerminalFrame() }
    return toTop(width)
  }

  private func toTop(_ width: Int) -> String {
    let width = max(1, width)
    let above = drawn.widths.prefix(drawn.cursorRow).reduce(0) { $0 + max(1, ($1 + width - 1) / width) }
    return "\r" + Self.move(above + drawn.cursorColumn / width, "A") + "\u{1B}[J"
  }

  private static func move(_ count: Int, _ direction: String) -> String {
    count > 0 ? "\u{1B}[\(count)\(direction)" : ""
  }
}
