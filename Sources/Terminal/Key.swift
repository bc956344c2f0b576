/// What was pressed, or pasted.
package enum Key: Equatable {
  case character(Character)
  case pasted(String)
  case enter, tab, backTab, escape
  case up, down, left, right, home, end
  case backspace, delete
  /// A letter together with Ctrl, in lower case.
  case control(Character)
}

/// Turns the bytes of a terminal into keys; what is incomplete waits for the next bytes.
package struct KeyParser {
  /// Ends the longest paste that is taken; no answer is longer.
  package static let longestPaste = LineReader.longestLine

  package init() {}

  private enum State: Equatable {
    case plain
    /// An escape sequence, without its first byte.
    case escaped([UInt8])
    case pasting
  }

  private var state = State.plain
  /// The bytes of a character that is not complete.
  private var partial: [UInt8] = []
  private var paste: [UInt8] = []

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Whether an escape byte waits for others: alone it is the key Esc, which only time can tell.
  package var awaitsEscape: Bool { state == .escaped([]) }
  /// Whether nothing is incomplete.
  package var isIdle: Bool { state == .plain && partial.isEmpty }

  /// Nothing followed the escape byte.
  package mutating func endEscape() -> Key? {
    guard awaitsEscape else { return nil }
    state = .plain
    return .escape
  }

  /// - Returns: nil where the byte completes no key.
  package mutating func take(_ byte: UInt8) -> Key? {
    switch state {
    case .pasting: return takePasted(byte)
    case .escaped(let sequence): return take(byte, after: sequence)
    case .plain: break
    }
    if byte >= 0x80 || !partial.isEmpty && byte >= 0x20 { return takePart(byte) }
    partial = []
    switch byte {
    case Self.escape:
      state = .escaped([])
      return nil
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C: return .control("\\")
    case 0..<0x20: return nil
    default: return .character(Character(Unicode.Scalar(byte)))
    }
  }

  /// A character of several bytes.
  private mutating func takePart(_ byte: UInt8) -> Key? {
    // A byte that begins a character ends one that was cut off.
    if byte < 0x80 || byte >= 0xC0 { partial = [] }
    guard byte >= 0x80 else { return .character(Character(Unicode.Scalar(byte))) }
    partial.append(byte)
    if let text = String(validating: partial, as: UTF8.self), let character = text.first {
      partial = []
      return .character(character)
    }
    if partial.count >= 4 { partial = [] }
    return nil
  }

  private mutating func take(_ byte: UInt8, after sequence: [UInt8]) -> Key? {
    if byte == Self.escape {
      // Esc twice, or a sequence that was cut off.
      state = .escaped([])
      return sequence.isEmpty ? .escape : nil
    }
    let whole = sequence + [byte]
    let isIntroducer = whole.count == 1 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
    // A sequence is one letter, or a bracket, parameters, and a last byte.
    guard !isIntroducer, whole.count == 1 || 0x40...0x7E ~= byte || whole.count > 32 else {
      state = .escaped(whole)
      return nil
    }
    state = .plain
    let name = String(decoding: whole, as: UTF8.self)
    if name == "[200~" {
      state = .pasting
      return nil
    }
    return Self.keys[name]
  }

  private static let keys: [String: Key] = [
    "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[C": .right, "OC": .right, "[D": .left, "OD": .left,
    "[H": .home, "OH": .home, "[1~": .home, "[7~": .home, "[F": .end, "OF": .end, "[4~": .end, "[8~": .end,
    "[3~": .delete, "[Z": .backTab,
  ]

  private mutating func takePasted(_ byte: UInt8) -> Key? {
    paste.append(byte)
    guard paste.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else {
      // What is too long goes by, so that its end is still found.
      if paste.count > Self.longestPaste + Self.pasteEnd.count { paste.remove(at: Self.longestPaste) }
      return nil
    }
    defer { (paste, state) = ([], .plain) }
    let text = String(decoding: paste.dropLast(Self.pasteEnd.count), as: UTF8.self)
    // A pasted line end is no answer yet, and a pasted control character no key.
    let words = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    return .pasted(String(words.filter { TextColumns.of($0) > 0 }))
  }
}
