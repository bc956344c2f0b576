import Foundation

/// Reads comma-separated values by RFC 4180 a row at a time, from chunks of bytes: only the row at hand is kept.
///
/// Quoted fields may hold commas, doubled quotes and line ends; a byte order mark, CR LF, empty rows and blanks round values
/// are passed over. The first row names the columns.
struct CSVReader {
  /// No field of a real feed comes near; what does is an attack or no text at all.
  static let longestField = 1 << 20
  /// Nor does any row have so many.
  static let mostFields = 1 << 12

  let feed: String
  let file: String
  /// The line on which the present row begins, from 1.
  private(set) var line = 1
  /// Bytes taken from the source so far.
  private(set) var bytesRead = 0
  /// The rows passed over because nothing stands in them: how many, and the line of the first.
  private(set) var emptyRows = (count: 0, firstLine: 0)
  /// Whether the file begins with a byte order mark.
  private(set) var hasByteOrderMark = false
  /// The rows that are no UTF-8 and were taken for Windows-1252.
  let latinRows = OddRows()
  /// The rows with characters in a text that steer a terminal or turn letters round.
  let steeringRows = OddRows()

  private let nextChunk: () throws -> [UInt8]
  private var chunk: [UInt8] = []
  private var position = 0
  private var nextLine = 1
  /// The row's fields without their quotes, a comma after each but the last.
  var bytes: [UInt8] = []
  /// Where each field ends in `bytes`.
  var ends: [Int] = []
  private var columns: [String: Int] = [:]
  /// The columns whose name was there before.
  private(set) var repeatedColumns: [String] = []
  /// How many fields a row has.
  private(set) var columnCount = 0

  /// - Parameter nextChunk: gives the bytes in order, and none at the end.
  /// - Throws: `TimetableError.badFeed` for a file without a row of column names.
  init(feed: String, file: String, nextChunk: @escaping () throws -> [UInt8]) throws {
    self.feed = feed
    self.file = file
    self.nextChunk = nextChunk
    guard try readRow() else {
      throw bad("empty-file", "the file is empty", remedy: "a GTFS file has a row of column names; get the feed again")
    }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      throw bad("utf-16", "the file is UTF-16", remedy: "GTFS is UTF-8; convert the file")
    }
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      hasByteOrderMark = true
      takeMarkAway()
    }
    for index in ends.indices {
      guard let name = text(index)?.lowercased() else { continue }
      columnCount = index + 1
      if columns[name] == nil {
        columns[name] = index
      } else if !repeatedColumns.contains(name) {
        repeatedColumns.append(name)
      }
    }
    try refuseOtherFormats()
  }

  /// The quotes of a first field that a mark stands before were taken for a part of it.
  private mutating func takeMarkAway() {
    bytes.removeFirst(3)
    ends = ends.map { $0 - 3 }
    guard bytes.first == UInt8(ascii: "\""), let end = ends.first, end >= 2, bytes[end - 1] == UInt8(ascii: "\"") else {
      return
    }
    bytes.remove(at: end - 1)
    bytes.removeFirst()
    ends = ends.map { $0 - 2 }
  }

  /// A web page or an archive under the name of a GTFS file is told from one that only lacks a column.
  private func refuseOtherFormats() throws {
    let first = bytes.first { $0 != UInt8(ascii: " ") } ?? 0
    let isMarkup = [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first)
    guard isMarkup || bytes.contains(0) || columns.isEmpty else { return }
    throw bad("not-csv", "it is no table of comma-separated values", remedy: "get the feed again")
  }

  /// The index of a column; nil where the file has none of this name.
  func column(_ name: String) -> Int? { columns[name] }

  /// The index of a column that every such file has.
  func requiredColumn(_ name: String) throws -> Int {
    guard let index = columns[name] else {
      throw bad(
        "missing-column", "it has no column \(name)", remedy: "without it the file cannot be read; get a complete feed")
    }
    return index
  }

  /// How many fields the present row has, empty ones at its end beyond the columns left out.
  var fieldCount: Int {
    var count = ends.count
    while count > columnCount, range(count - 1).isEmpty { count -= 1 }
    return count
  }

  /// An error about the present row.
  func bad(_ rule: String, _ cause: String, remedy: String) -> TimetableError {
    .badFeed(feed: feed, file: file, line: line, rule: rule, cause: cause, remedy: remedy)
  }
}

extension CSVReader {
  /// Goes on to the next row in which anything stands.
  /// - Returns: whether there is one.
  mutating func next() throws -> Bool {
    while try readRow() {
      let isEmpty = bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
      if !isEmpty { return true }
      if emptyRows.count == 0 { emptyRows.firstLine = line }
      emptyRows.count += 1
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
    if takePlainRow() { return true }
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

  /// Takes a row that lies whole in the chunk and has no quotes, as nearly all have: its fields are found sooner than by
  /// looking at what each byte means.
  /// - Returns: whether the row is of this kind.
  private mutating func takePlainRow() -> Bool {
    let chunk = chunk
    let position = position
    let length = chunk.withUnsafeBytes { all -> Int? in
      guard position < all.count, let start = all.baseAddress.map({ $0 + position }),
        let newline = memchr(start, 0x0a, all.count - position)
      else { return nil }
      let length = UnsafeRawPointer(newline) - start
      let hasReturn = length > 0 && start.load(fromByteOffset: length - 1, as: UInt8.self) == 0x0d
      let row = UnsafeRawBufferPointer(start: start, count: hasReturn ? length - 1 : length)
      guard row.count < 1 << 14, memchr(start, 0x22, row.count) == nil, memchr(start, 0x0d, row.count) == nil else {
        return nil
      }
      for (offset, byte) in row.enumerated() where byte == UInt8(ascii: ",") { ends.append(offset) }
      ends.append(row.count)
      bytes.append(contentsOf: row)
      return length
    }
    guard let length else { return false }
    guard ends.count <= Self.mostFields else {
      bytes.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      return false
    }
    self.position += length + 1
    nextLine += 1
    return true
  }

  private mutating func endOfFile(_ state: State) throws -> Bool {
    if state == .quoted {
      throw bad(
        "unclosed-quote", "a quoted field is never closed", remedy: "the file may be cut off; get the feed again")
    }
    if ends.isEmpty, bytes.isEmpty, state == .fieldStart { return false }
    ends.append(bytes.count)
    return true
  }

  /// Takes bytes of the present chunk until the row or the chunk ends.
  /// - Returns: whether the row has ended.
  private mutating func scanChunk(_ state: inout State) throws -> Bool {
    guard bytes.count - (ends.last ?? 0) <= Self.longestField else {
      throw bad(
        "field-too-long", "a field is longer than \(Self.longestField) bytes",
        remedy: "this is no GTFS file; get the feed again")
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
        try endField()
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

  private mutating func endField() throws {
    guard ends.count < Self.mostFields else {
      throw bad(
        "row-too-long", "a row has more than \(Self.mostFields) fields",
        remedy: "this is no GTFS file; get the feed again")
    }
    ends.append(bytes.count)
    bytes.append(UInt8(ascii: ","))
  }
}

/// Counts the rows of a file that something was made good in.
final class OddRows {
  private(set) var count = 0
  private(set) var firstLine = 0
  private var lastLine = 0

  func note(line: Int) {
    guard line != lastLine else { return }
    if count == 0 { firstLine = line }
    count += 1
    lastLine = line
  }
}
