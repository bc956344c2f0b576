/// A line being typed at a terminal that echoes nothing, byte by byte.
struct TypedLine {
  /// What a byte came to.
  enum Action: Equatable {
    /// To be shown behind what is there.
    case insert(String)
    /// The last character goes, which takes this many columns.
    case erase(columns: Int)
    /// All of it goes.
    case clear(columns: Int)
    case enter(String)
    /// Ctrl-D on an empty line.
    case end
    /// Ctrl-R on an empty line.
    case record
  }

  private(set) var text = ""
  /// The bytes of a character that is not complete.
  private var partial: [UInt8] = []
  /// Whether an escape sequence, such as an arrow key's, is going by.
  private var escape: [UInt8]?

  var isEmpty: Bool { text.isEmpty && partial.isEmpty }

  /// - Returns: nil where nothing is to be done.
  mutating func take(_ byte: UInt8) -> Action? {
    if isEscaped(byte) { return nil }
    switch byte {
    case 0x0A, 0x0D:
      defer { self = TypedLine() }
      return .enter(text)
    case 0x04: return isEmpty ? .end : nil
    case 0x12: return isEmpty ? .record : nil
    case 0x15:
      defer { self = TypedLine() }
      return text.isEmpty ? nil : .clear(columns: text.reduce(0) { $0 + Self.columns($1) })
    case 0x08, 0x7F:
      guard partial.isEmpty else {
        partial = []
        return nil
      }
      return text.popLast().map { .erase(columns: Self.columns($0)) }
    case 0..<0x20: return nil
    default: return insert(byte)
    }
  }

  private mutating func insert(_ byte: UInt8) -> Action? {
    // Far beyond any answer.
    guard text.utf8.count < LineReader.longestLine else { return nil }
    partial.append(byte)
    guard let character = String(validating: partial, as: UTF8.self) else {
      if partial.count >= 4 { partial = [] }
      return nil
    }
    partial = []
    text += character
    return .insert(character)
  }

  /// Escape, a bracket or O, parameters, and a letter at last.
  private mutating func isEscaped(_ byte: UInt8) -> Bool {
    if byte == 0x1B {
      escape = []
      return true
    }
    guard var sequence = escape else { return false }
    sequence.append(byte)
    let isIntroducer = sequence.count == 1 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
    let isOver = !isIntroducer && (sequence.count == 1 || 0x40...0x7E ~= byte)
    escape = isOver ? nil : sequence
    return true
  }

  /// Two for the wide characters of East Asia.
  private static func columns(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    return
      (0x1100...0x115F ~= scalar.value || 0x2E80...0xA4CF ~= scalar.value || 0xAC00...0xD7A3 ~= scalar.value
      || 0xF900...0xFAFF ~= scalar.value || 0xFE30...0xFE6F ~= scalar.value || 0xFF00...0xFF60 ~= scalar.value
      || 0x1F300...0x1FAFF ~= scalar.value) ? 2 : 1
  }
}
