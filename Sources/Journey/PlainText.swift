/// Text from outside as it may be shown: without what steers a terminal or turns the order of letters round.
///
/// A feed, a record or a phone may call itself anything. What it says is shown on terminals, in notifications and in logs, which obey
/// control characters.
public enum PlainText {
  /// What may steer the terminal after all, where our own codes are among the text.
  public enum Codes: Sendable {
    /// Nothing; a line stays one line.
    case none
    /// Tabs and line ends.
    case lines
    /// Colours and weights, tabs and line ends.
    case styles
    /// Whatever draws a picture in its place.
    case drawing
  }

  /// Whether a text has nothing in it that has to be taken out. Costs one look at its bytes.
  public static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var before: UInt8 = 0
      var twoBefore: UInt8 = 0
      for byte in bytes {
        // C0 and DEL; C1; U+2028 to U+202E; U+2066 to U+2069.
        if byte < 0x20 || byte == 0x7F || before == 0xC2 && byte < 0xA0 { return false }
        if twoBefore == 0xE2, before == 0x80 && 0xA8...0xAE ~= byte || before == 0x81 && 0xA6...0xA9 ~= byte {
          return false
        }
        (twoBefore, before) = (before, byte)
      }
      return true
    }
  }

  /// The text without control characters, the sequences that they begin, and marks that turn letters round; line ends and tabs become
  /// a blank where they may not stay.
  public static func of(_ text: String, keeping codes: Codes = .none) -> String {
    if isPlain(text) { return text }
    var scan = Scan(scalars: Array(text.unicodeScalars), codes: codes)
    return scan.plain()
  }

  private struct Scan {
    let scalars: [Unicode.Scalar]
    let codes: Codes
    private var place = 0

    init(scalars: [Unicode.Scalar], codes: Codes) { (self.scalars, self.codes) = (scalars, codes) }

    mutating func plain() -> String {
      var found = String.UnicodeScalarView()
      while place < scalars.count {
        let scalar = scalars[place]
        place += 1
        switch scalar.value {
        case 0x1B: if let code = escape() { found.append(contentsOf: code) }
        case 0x9B: _ = sequence()
        case 0x9D, 0x90, 0x98, 0x9E, 0x9F: skipString()
        case 0x09, 0x0A: append(scalar, to: &found)
        case 0x0D where codes == .drawing: found.append(scalar)
        case 0x0B...0x0D, 0x85, 0x2028, 0x2029: append(codes == .none ? " " : "\n", to: &found)
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: break
        default: found.append(scalar)
        }
      }
      return String(found)
    }

    /// A line end or a tab, or a blank in its place.
    private func append(_ scalar: Unicode.Scalar, to found: inout String.UnicodeScalarView) {
      if codes != .none { found.append(scalar) } else if found.last != " " { found.append(" ") }
    }

    /// What follows an escape; nil where it must not be.
    private mutating func escape() -> [Unicode.Scalar]? {
      guard place < scalars.count else { return nil }
      switch scalars[place] {
      case "[":
        place += 1
        guard let sequence = sequence(), let last = sequence.last else { return nil }
        let isStyle = last == "m" && sequence.dropLast().allSatisfy { "0"..."9" ~= $0 || $0 == ";" }
        let isDrawing = "ABCDHJKhl".unicodeScalars.contains(last)
        let isOurs = codes == .styles && isStyle || codes == .drawing && (isStyle || isDrawing)
        return isOurs ? ["\u{1B}", "["] + sequence : nil
      case "]", "P", "X", "^", "_":
        place += 1
        skipString()
        return nil
      default: return nil
      }
    }

    /// The rest of a control sequence (ECMA-48, 5.4): parameters and one letter.
    private mutating func sequence() -> [Unicode.Scalar]? {
      let start = place
      while place < scalars.count, 0x20...0x3F ~= scalars[place].value { place += 1 }
      guard place < scalars.count, 0x40...0x7E ~= scalars[place].value else { return nil }
      place += 1
      return Array(scalars[start..<place])
    }

    /// Past a string that ends with a bell or with an escape and a backslash, and would be swallowed by a terminal; one without an
    /// end is text.
    private mutating func skipString() {
      var end = place
      while end < scalars.count {
        switch scalars[end] {
        case "\u{07}", "\u{9C}":
          place = end + 1
          return
        case "\u{1B}" where end + 1 < scalars.count && scalars[end + 1] == "\\":
          place = end + 2
          return
        default: end += 1
        }
      }
    }
  }
}
