import Foundation

/// Reads comma-separated values by RFC 4180 a row at a time, from chunks of bytes: only the row at hand is kept.
///
/// Quoted fields may hold commas, doubled quotes and line ends; a byte order mark, CR LF, empty rows and blanks round values
/// are passed over. The first row names the columns.
struct CSVReader {
  /// What a field holds where a number or time is expected.
  enum Field<Value> {
    case missing
    case invalid
    case value(Value)

    var value: Value? {
      if case .value(let value) = self { return value }
      return nil
    }

    var isInvalid: Bool {
      if case .invalid = self { return true }
      return false
    }
  }

  /// No field of a real feed comes near; what does is an attack or no text at all.
  static let longestField = 1 << 20

  let feed: String
  let file: String
  /// The line on which the present row begins, from 1.
  private(set) var line = 1
  /// Bytes taken from the source so far.
  private(set) var bytesRead = 0

  private let nextChunk: () throws -> [UInt8]
  private var chunk: [UInt8] = []
  private var position = 0
  private var nextLine = 1
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var columns: [String: Int] = [:]

  /// - Parameter nextChunk: gives the bytes in order, and none at the end.
  /// - Throws: `TimetableError.badFeed` for a file without a header in UTF-8.
  init(feed: String, file: String, nextChunk: @escaping () throws -> [UInt8]) throws {
    self.feed = feed
    self.file = file
    self.nextChunk = nextChunk
    guard try readRow() else {
      throw bad("the file is empty", remedy: "a GTFS file has a row of column names; get the feed again")
    }
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      bytes.removeFirst(3)
      ends = ends.map { $0 - 3 }
    }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      throw bad("the file is UTF-16", remedy: "GTFS is UTF-8; convert the file")
    }
    for index in ends.indices {
      if let name = try text(index) { columns[name.lowercased()] = index }
    }
  }

  /// The index of a column; nil where the file has none of this name.
  func column(_ name: String) -> Int? { columns[name] }

  /// The index of a column that every such file has.
  func requiredColumn(_ name: String) throws -> Int {
    guard let index = columns[name] else {
      throw bad("it has no column \(name)", remedy: "without it the file cannot be read; get a complete feed")
    }
    return index
  }

  var columnCount: Int { columns.count }

  /// How many fields the present row has, empty ones at its end beyond the columns left out.
  var fieldCount: Int {
    var count = ends.count
    while count > columns.count, isEmpty(count - 1) { count -= 1 }
    return count
  }

  /// An error about the present row.
  func bad(_ cause: String, remedy: String) -> TimetableError {
    .badFeed(feed: feed, file: file, line: line, cause: cause, remedy: remedy)
  }
}

extension CSVReader {
  /// Goes on to the next row that is not empty.
  /// - Returns: whether there is one.
  mutating func next() throws -> Bool {
    while try readRow() {
      if ends.count > 1 || !bytes.isEmpty { return true }
    }
    return false
  }

  private enum State {
    case fieldStart, plain, quoted, quoteInQuoted
  }

  private mutating func readRow() throws -> Bool {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    line = nextLine
    var state = State.fieldStart
    while true {
      if position == chunk.count {
        chunk = try nextChunk()
        position = 0
        bytesRead += chunk.count
        if chunk.isEmpty { return try endOfFile(state) }
      }
      if try scanChunk(&state) { return true }
    }
  }

  private mutating func endOfFile(_ state: State) throws -> Bool {
    if state == .quoted {
      throw bad("a quoted field is never closed", remedy: "the file may be cut off; get the feed again")
    }
    if ends.isEmpty, bytes.isEmpty, state == .fieldStart { return false }
    ends.append(bytes.count)
    return true
  }

  /// Takes bytes of the present chunk until the row or the chunk ends.
  /// - Returns: whether the row has ended.
  private mutating func scanChunk(_ state: inout State) throws -> Bool {
    let fieldStart = ends.last ?? 0
    guard bytes.count - fieldStart <= Self.longestField else {
      throw bad("a field is longer than \(Self.longestField) bytes", remedy: "this is no GTFS file; get the feed again")
    }
    while position < chunk.count {
      let byte = chunk[position]
      position += 1
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
      case (.quoted, _):
        if byte == UInt8(ascii: "\n") { nextLine += 1 }
        bytes.append(byte)
      case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
      case (.quoteInQuoted, UInt8(ascii: "\"")):
        bytes.append(byte)
        state = .quoted
      case (_, UInt8(ascii: ",")):
        ends.append(bytes.count)
        state = .fieldStart
      case (_, UInt8(ascii: "\n")):
        nextLine += 1
        ends.append(bytes.count)
        return true
      case (_, UInt8(ascii: "\r")): break
      case (.fieldStart, UInt8(ascii: " ")): break
      default:
        bytes.append(byte)
        state = .plain
      }
    }
    return false
  }
}

extension CSVReader {
  private func range(_ column: Int?) -> Range<Int> {
    guard let column, column < ends.count else { return 0..<0 }
    let start = column > 0 ? ends[column - 1] : 0
    var end = ends[column]
    while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return start..<end
  }

  private func isEmpty(_ column: Int) -> Bool { range(column).isEmpty }

  /// The text of a field; nil where it is empty or the column is missing.
  /// - Throws: `TimetableError.badFeed` for bytes that are no UTF-8.
  func text(_ column: Int?) throws -> String? {
    let range = range(column)
    guard !range.isEmpty else { return nil }
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw bad("it is not UTF-8 text", remedy: "convert the file to UTF-8, as GTFS asks for")
    }
    return text
  }

  /// A whole number.
  func integer(_ column: Int?) -> Field<Int> {
    let range = range(column)
    guard !range.isEmpty else { return .missing }
    return Int(String(decoding: bytes[range], as: UTF8.self)).map { .value($0) } ?? .invalid
  }

  /// A finite decimal number.
  func number(_ column: Int?) -> Field<Double> {
    let range = range(column)
    guard !range.isEmpty else { return .missing }
    guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else { return .invalid }
    return .value(value)
  }

  /// Seconds from the start of the service day, from `H:MM:SS` or `HH:MM:SS`; hours may pass 24, up to ten days.
  func time(_ column: Int?) -> Field<Int> {
    let range = range(column)
    guard !range.isEmpty else { return .missing }
    var parts: [Int] = [0]
    var digits = 0
    for byte in bytes[range] {
      switch byte {
      case UInt8(ascii: ":") where digits > 0 && parts.count < 3:
        parts.append(0)
        digits = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 3:
        parts[parts.count - 1] = parts[parts.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      default: return .invalid
      }
    }
    guard parts.count == 3, digits == 2, parts[0] < 240, parts[1] < 60, parts[2] < 60 else { return .invalid }
    return .value(parts[0] * 3600 + parts[1] * 60 + parts[2])
  }

  /// A service day, from `20261201`.
  func day(_ column: Int?) -> Field<ServiceDay> {
    switch integer(column) {
    case .missing: .missing
    case .invalid: .invalid
    case .value(let number): ServiceDay(gtfs: number).map { .value($0) } ?? .invalid
    }
  }
}
