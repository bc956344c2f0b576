/// Shows a line as it is typed with nothing but characters, spaces and backspaces, which any terminal and any screen reader
/// takes: only what has changed is written.
package struct LineEcho {
  private var shown = LineEditor()

  package init() {}

  /// What to write so that the line looks as it is now.
  package mutating func change(to line: LineEditor) -> String {
    defer { shown = line }
    let (old, new) = (shown.characters, line.characters)
    guard old != new else { return move(in: old, from: shown.cursor, to: line.cursor) }
    let same = zip(old, new).prefix { $0 == $1 }.count
    let gone = TextColumns.of(String(old[same...])) - TextColumns.of(String(new[same...]))
    let blanks = String(repeating: " ", count: max(0, gone))
    return move(in: old, from: shown.cursor, to: same) + String(new[same...]) + blanks
      + back(over: blanks) + move(in: new, from: new.count, to: line.cursor)
  }

  private func move(in characters: [Character], from: Int, to: Int) -> String {
    from <= to ? String(characters[from..<to]) : back(over: String(characters[to..<from]))
  }

  private func back(over text: String) -> String { String(repeating: "\u{8}", count: TextColumns.of(text)) }
}
