import Terminal

/// What was typed or piped, kept until it is asked for: keys of a terminal one by one, other input line by line.
struct TypedInput {
  /// What a key came to that is more than a change of the line.
  enum Action: Equatable {
    case enter(String)
    /// Ctrl-D on an empty line.
    case end
    /// Ctrl-R on an empty line.
    case record
  }

  let isTerminal: Bool
  private var keys = KeyParser()
  private var line = LineEditor()
  private var echo = LineEcho()
  /// Keys that came while nobody waited, or behind an answer that ended with one of them.
  private var waiting: [UInt8] = []
  private var isAtEnd = false

  init(isTerminal: Bool) {
    self.isTerminal = isTerminal
  }

  // MARK: A terminal

  mutating func wait(_ bytes: [UInt8]) { waiting += bytes }

  mutating func nextByte() -> UInt8? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Begins the line with a text, to be edited.
  mutating func begin(with text: String, output: Output) {
    line.set(text)
    output.prompt(echo.change(to: line))
  }

  /// Takes a byte of a key in and shows what it does.
  mutating func take(_ byte: UInt8, output: Output) -> Action? {
    guard let key = keys.take(byte) else { return nil }
    switch key {
    case .enter:
      output.prompt("\n")
      defer { (line, echo) = (LineEditor(), LineEcho()) }
      return .enter(line.text)
    case .control("d") where line.isEmpty: return .end
    case .control("r") where line.isEmpty: return .record
    default:
      if line.take(key) { output.prompt(echo.change(to: line)) }
      return nil
    }
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
