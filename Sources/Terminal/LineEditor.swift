/// A line that is being typed, with a cursor in it.
package struct LineEditor: Equatable {
  package private(set) var characters: [Character] = []
  /// How many characters are before the cursor.
  package private(set) var cursor = 0

  package init() {}

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }
  /// The columns before the cursor.
  package var cursorColumn: Int { TextColumns.of(String(characters[..<cursor])) }

  package mutating func set(_ text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  /// Does what a key does to a line.
  /// - Returns: whether the key means anything here.
  package mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .pasted(let text): insert(text)
    case .backspace: erase(cursor - 1..<cursor)
    case .delete, .control("d"): erase(cursor..<cursor + 1)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("u"): erase(0..<cursor)
    case .control("k"): erase(cursor..<characters.count)
    case .control("w"): erase(wordStart..<cursor)
    default: return false
    }
    return true
  }

  private mutating func insert(_ text: String) {
    // Far beyond any answer.
    guard characters.count + text.count <= LineReader.longestLine / 4 else { return }
    let tail = String(characters[cursor...])
    // A combining mark joins the character before it.
    let head = Array(String(characters[..<cursor]) + text)
    characters = head + Array(tail)
    cursor = head.count
  }

  private mutating func erase(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// Where the word before the cursor begins, over the spaces behind it.
  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }
}
