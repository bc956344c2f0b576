/// What was typed or piped, kept until it is asked for: keys of a terminal one by one, other input line by line.
struct TypedInput {
  let isTerminal: Bool
  private var line = TypedLine()
  /// Keys that came while nobody waited, or behind an answer that ended with one of them.
  private var waiting: [UInt8] = []
  private var isAtEnd = false

  init(isTerminal: Bool) {
    self.isTerminal = isTerminal
  }

  // MARK: A terminal

  mutating func wait(_ bytes: [UInt8]) { waiting += bytes }

  mutating func nextByte() -> UInt8? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Takes a key in and shows what it does.
  mutating func take(_ byte: UInt8, output: Output) -> TypedLine.Action? {
    let action = line.take(byte)
    switch action {
    case .insert(let text): output.prompt(text)
    case .erase(let columns), .clear(let columns):
      let back = String(repeating: "\u{8}", count: columns)
      output.prompt(back + String(repeating: " ", count: columns) + back)
    case .enter: output.prompt("\n")
    case .end, .record, nil: break
    }
    return action
  }

  // MARK: A pipe or a file

  mutating func add(_ bytes: [UInt8]) { waiting += bytes }

  /// The next complete line, whatever its bytes are.
  mutating func nextLine() -> String? {
    guard !isTerminal, let end = waiting.firstIndex(of: 0x0A) else { return nil }
    defer { waiting.removeFirst(end + 1) }
    return Self.text(waiting[..<end])
  }

  /// The input is over: a last line without its end counts too.
  mutating func end() -> String? {
    guard !isTerminal, !isAtEnd else { return nil }
    isAtEnd = true
    if let line = nextLine() { return line }
    guard !waiting.isEmpty else { return nil }
    defer { waiting = [] }
    return Self.text(waiting[...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let bare = bytes.last == 0x0D ? bytes.dropLast() : bytes
    return String(decoding: bare.prefix(LineReader.longestLine), as: UTF8.self)
  }
}
