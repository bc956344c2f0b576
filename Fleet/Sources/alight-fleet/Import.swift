import ArgumentParser
import Fleet
import FleetOptions
import FleetSQL
import Foundation
import Journey

/// Takes riders in, from their own machines or from another fleet.
struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take reminders in, one a line.",
    discussion: """
      A line is a record as "alight reminders export --all" writes it, of the rider that --rider names:

        alight reminders export --all | alight-fleet import - --rider anna

      or one with its rider beside it, as "alight-fleet export --all" writes it:

        {"rider": "anna", "language": "de", "reminder": {"schema": "alight.reminder/1", …}}

      Riders are told in their language, which --language names where the lines do not; without either in that which they came with \
      before, or in that of the workers, as where those have no texts in theirs.

      What is there already under the same id is replaced. Lines are written in batches: after an error or a crash, import the same \
      file again.
      """)

  @Argument(help: "The file, or - for standard input.")
  var file: String

  @Option(help: "Whose reminders they are, where the lines do not say so.")
  var rider: RiderID?

  @Option(help: "The language of their alerts, where the lines do not say so: de, en.")
  var language: LanguageTag?

  @Flag(help: "Leave lines out that are no records, and tell of each; without it nothing after the first is taken.")
  var skipDamaged = false

  @OptionGroup var database: DatabaseOption

  func run() async throws {
    try await reporting {
      let store = try await database.open()
      guard let input = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file) else {
        throw FleetFailure(.noInput, "\(file) cannot be read: name another file, or - for standard input")
      }
      var reader = BatchReader(input, of: rider, in: language, skipsDamaged: skipDamaged)
      var (count, skipped) = (0, 0)
      let isTerminal = isatty(2) == 1
      var batch = await reader.next()
      while let taken = batch {
        async let written = store.take(taken.reminders)
        // Meanwhile: to read records takes as long as to write them.
        let goesOn = taken.end == nil && (taken.damaged.isEmpty || skipDamaged)
        batch = goesOn ? await reader.next() : nil
        count += try await written
        guard taken.damaged.isEmpty || skipDamaged else {
          throw FleetFailure(.data, "\(taken.damaged.joined()); \(count) before it were taken")
        }
        taken.damaged.forEach { say("\($0); left out") }
        if let end = taken.end {
          throw FleetFailure(.data, "\(end); the rest of the file was not read, \(count) before it were taken")
        }
        skipped += taken.damaged.count
        if isTerminal { FileHandle.standardError.write(Data("\r\(count) taken".utf8)) }
      }
      if isTerminal { FileHandle.standardError.write(Data("\r".utf8)) }
      say("\(count) \(count == 1 ? "reminder" : "reminders") taken" + (skipped > 0 ? ", \(skipped) left out" : ""))
    }
  }

  private func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// Writes riders out, for their own machines or for another fleet.
struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write reminders out, one a line.",
    discussion: """
      Those of a rider as "alight reminders import" takes them:

        alight-fleet export anna | alight reminders import -

      With --with-rider each has its rider and language beside it, as "alight-fleet import" takes them; with --all everybody's have.
      """)

  @Argument(help: "Whose reminders.")
  var rider: RiderID?

  @Flag(help: "Everybody's, with the riders beside them.")
  var all = false

  @Flag(help: "With the rider and their language beside each.")
  var withRider = false

  @OptionGroup var database: DatabaseOption

  func validate() throws {
    if (rider == nil) != all { throw ValidationError("name a rider, or give --all") }
  }

  func run() async throws {
    try await reporting {
      let store = try await database.open()
      var (last, count) = (UUID?.none, 0)
      repeat {
        let page = try await store.page(of: rider, after: last, count: 1000)
        for stored in page {
          try FileHandle.standardOutput.write(
            contentsOf: FleetRecord.write(stored, withRider: all || withRider) + Data("\n".utf8))
        }
        (last, count) = (page.last?.reminder.id, count + page.count)
      } while last != nil
      if count == 0 {
        throw FleetFailure(.noInput, rider.map { "\($0) has no reminders here" } ?? "there are no reminders")
      }
    }
  }
}

/// A line of an import or an export.
enum FleetRecord {
  private struct Named: Codable {
    var rider: RiderID
    var language: LanguageTag?
    var reminder: Reminder
  }

  static func read(_ line: Data, of rider: RiderID?, in language: LanguageTag?) throws -> StoredReminder {
    struct Envelope: Decodable {
      var rider: RiderID?
      var language: LanguageTag?
      var reminder: Reminder?
    }
    let envelope: Envelope?
    do {
      envelope = try RecordCoding.decoder().decode(Envelope.self, from: line)
    } catch {
      // What is damaged within it has a name; what is no JSON at all is no envelope either.
      if case .field(let path, let problem) = RecordError(error) {
        throw RecordError.field(path: path, problem: problem)
      }
      envelope = nil
    }
    if let named = envelope?.rider, let reminder = envelope?.reminder {
      try reminder.check()
      return StoredReminder(rider: named, reminder: reminder, language: envelope?.language ?? language)
    }
    guard let rider else { throw FleetFailure(.data, "it names no rider: say whose reminders these are with --rider") }
    return StoredReminder(rider: rider, reminder: try Reminder(record: line), language: language)
  }

  static func write(_ stored: StoredReminder, withRider: Bool) throws -> Data {
    try withRider
      ? RecordCoding.encoder().encode(
        Named(rider: stored.rider, language: stored.language, reminder: stored.reminder))
      : RecordCoding.encoder().encode(stored.reminder)
  }
}

/// The records of a file, some at a time.
private struct BatchReader {
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
