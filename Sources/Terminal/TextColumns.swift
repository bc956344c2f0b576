/// How many columns of a terminal text takes: none for a combining mark, two for a wide character of East Asia or an emoji.
package enum TextColumns {
  package static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  package static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    let scalars = character.unicodeScalars
    // A variation selector asks for the emoji; a flag is two letters that are each narrow.
    if scalars.contains(where: { $0.value == 0xFE0F || 0x1F1E6...0x1F1FF ~= $0.value }) { return 2 }
    return scalars.map(of).max() ?? 0
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control: return 0
    // A soft hyphen is shown, other signs for the layout are not.
    case .format: return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    let isWide = scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
    return isWide ? 2 : 1
  }

  /// The blocks of wide and fullwidth characters by Unicode's East Asian Width (UAX 11).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]

  /// The beginning of a text that fits, with a mark at its end where something was left out.
  package static func cut(_ text: String, to width: Int, mark: String = "…") -> String {
    guard of(text) > width else { return text }
    let room = width - of(mark)
    guard room > 0 else { return String(repeating: ".", count: max(0, width)) }
    var taken = 0
    let kept = text.prefix { character in
      taken += of(character)
      return taken <= room
    }
    return kept + mark
  }

  /// The text with spaces behind it up to a width.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// Lines of a text broken between words, each indented as the first one was; those of a row of a table, whose columns stand two
  /// spaces and more apart, begin under its last column.
  /// - Parameter width: nil where lines are not broken.
  package static func wrapped(_ text: String, to width: Int?) -> [String] {
    guard let width, of(text) > width else { return [text] }
    var lines: [String] = []
    var current = ""
    var gap = ""
    var isEmpty = true
    let indent = String(repeating: " ", count: indent(of: text, width))
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      guard !part.isEmpty else {
        gap += " "
        continue
      }
      if !isEmpty, of(current) + gap.count + of(part) > width {
        lines.append(current)
        (current, gap) = (indent, "")
      }
      current += (isEmpty ? String(gap.prefix(max(0, width / 2))) : gap) + part
      (gap, isEmpty) = (" ", false)
    }
    return lines + [current]
  }

  /// The column in which the text's second line begins.
  private static func indent(of text: String, _ width: Int) -> Int {
    let most = max(0, width / 2)
    let leading = min(text.prefix { $0 == " " }.count, most)
    var (column, spaces, last) = (0, 0, leading)
    for character in text {
      if character == " " {
        spaces += 1
      } else {
        if spaces > 1, column > leading, column <= most { last = column }
        spaces = 0
      }
      column += of(character)
    }
    return last
  }
}
