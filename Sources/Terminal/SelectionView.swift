/// What a terminal shows of a question: rows of text, and where its cursor is.
package struct TerminalFrame: Equatable {
  package var rows: [String] = []
  /// The columns that each row takes.
  package var widths: [Int] = []
  package var cursorRow = 0
  package var cursorColumn = 0

  package init() {}

  /// - Parameter paint: what makes a row from its text.
  package mutating func add(_ text: String, paint: (String) -> String = { $0 }) {
    rows.append(paint(text))
    widths.append(TextColumns.of(text))
  }
}

/// Draws a selection for a terminal of some size: the line, below it the rows that fit, and the keys that help.
///
/// The cursor is where the rider is: in the line, or on the active row, which also bears a mark. No row is ever longer than
/// the terminal is wide.
package struct SelectionView {
  package var width = 80
  package var height = 24
  package var paint = Paint(isOn: false)

  /// A column stays free, so that a full row does not wrap.
  private var room: Int { max(4, width - 1) }

  package func frame(of selection: Selection) -> TerminalFrame {
    var frame = TerminalFrame()
    let hint = selection.question.hint
    let hints = hint.isEmpty ? [] : TextColumns.wrapped(hint, to: room)
    let line = visible(selection.line)
    frame.add("> " + line.text)
    frame.cursorColumn = 2 + line.cursor
    let shown = window(selection, height: max(1, height - 2 - hints.count))
    let marks = selection.rows.map { TextColumns.of($0.mark) }.max() ?? 0
    for place in shown {
      let row = selection.rows[place]
      let isActive = place == selection.active
      let mark = marks == 0 ? "" : TextColumns.padded(row.mark, to: marks) + "  "
      if isActive { (frame.cursorRow, frame.cursorColumn) = (frame.rows.count, 0) }
      frame.add(TextColumns.cut((isActive ? "> " : "  ") + mark + row.text, to: room)) { text in
        isActive ? paint.accented(text) : text
      }
    }
    // Where there is little room the rows are what matters.
    if shown.count + hints.count + 1 < height { hints.forEach { frame.add($0, paint: paint.faint) } }
    return frame
  }

  /// The rows that fit, the active one among them.
  private func window(_ selection: Selection, height: Int) -> Range<Int> {
    let count = min(selection.rows.count, height)
    let active = selection.active ?? 0
    let start = max(0, min(active - count / 2, selection.rows.count - count))
    return start..<start + count
  }

  /// The stretch of a line around its cursor that fits, and the cursor's column in it.
  private func visible(_ line: LineEditor) -> (text: String, cursor: Int) {
    let room = room - 2
    var start = 0
    var column = line.cursorColumn
    while column > room - 1, start < line.cursor {
      column -= TextColumns.of(line.characters[start])
      start += 1
    }
    var taken = 0
    let text = line.characters[start...].prefix { character in
      taken += TextColumns.of(character)
      return taken <= room
    }
    return (String(text), column)
  }
}
