import Fleet
import FleetOptions
import Foundation
import Journey

/// The records of a file, some at a time.
struct BatchReader {
  struct Batch {
    var reminders: [StoredReminder] = []
    /// What is wrong with lines that are no records, after which nothing was read where they are not to be left out.
    var damaged: [String] = []
    /// What is wrong with the file itself, of which nothing more can be read.
    var end: String?
  }

  private typealias Line = (number: Int, text: Data)
  private static let most = 1000
  /// To read a record takes half a millisecond: so many are read on one processor while others are on the others.
  private static let atOnce = 50
  private var lines: LineReader
  private let rider: RiderID?
  private let language: LanguageTag?
  private let skipsDamaged: Bool
  private var number = 0
  private var isOver = false

  init(_ input: FileHandle, of rider: RiderID?, in language: LanguageTag?, skipsDamaged: Bool) {
    (lines, self.rider, self.language) = (LineReader(input), rider, language)
    self.skipsDamaged = skipsDamaged
  }

  /// - Returns: Nil at the end of the file.
  mutating func next() async -> Batch? {
    let (taken, end) = takeLines()
    guard !taken.isEmpty || end != nil else { return nil }
    var batch = Batch()
    for (line, record) in zip(taken, await read(taken)) {
      switch record {
      case .success(let reminder): batch.reminders.append(reminder)
      case .failure(let error):
        batch.damaged.append("line \(line.number): \(error)")
        // Whoever wants to know of the first alone gets those before it.
        if !skipsDamaged { return batch }
      }
    }
    batch.end = end
    return batch
  }

  /// - Returns: The next lines, and what is wrong with the file itself, after which there is nothing more to read.
  private mutating func takeLines() -> ([Line], String?) {
    var taken: [Line] = []
    do {
      while !isOver, taken.count < Self.most, let line = try lines.next() {
        number += 1
        if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { taken.append((number, line)) }
      }
      return (taken, nil)
    } catch {
      isOver = true
      return (taken, "line \(number + 1): \(error)")
    }
  }

  /// - Returns: What each line says, in order.
  private func read(_ lines: [Line]) async -> [Result<StoredReminder, any Error>] {
    let parts = stride(from: 0, to: lines.count, by: Self.atOnce).map { lines[$0..<min($0 + Self.atOnce, lines.count)] }
    return await withTaskGroup(of: (Int, [Result<StoredReminder, any Error>]).self) { group in
      for (place, part) in parts.enumerated() {
        group.addTask { [rider, language] in
          (place, part.map { line in Result { try FleetRecord.read(line.text, of: rider, in: language) } })
        }
      }
      var read: [Int: [Result<StoredReminder, any Error>]] = [:]
      for await (place, records) in group { read[place] = records }
      return parts.indices.flatMap { read[$0] ?? [] }
    }
  }
}

/// The lines of a file, however long that is.
struct LineReader {
  /// No record is as long.
  private static let longest = 16 << 20
  private let input: FileHandle
  private var rest = Data()
  private var isAtEnd = false

  init(_ input: FileHandle) { self.input = input }

  /// - Throws: For a line that is too long to be one.
  mutating func next() throws -> Data? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest = rest[rest.index(after: end)...] }
        return Data(rest[..<end])
      }
      if isAtEnd {
        defer { rest = Data() }
        return rest.isEmpty ? nil : Data(rest)
      }
      guard rest.count <= Self.longest else { throw FleetFailure(.data, "a line of more than 16 MB is no record") }
      guard let more = try input.read(upToCount: 1 << 20), !more.isEmpty else {
        isAtEnd = true
        continue
      }
      rest = Data(rest) + more
    }
  }
}
