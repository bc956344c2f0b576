import Conversation
import Foundation
import Handoff
import Journey
import Storage
import Testing

@testable import alight

@Suite("A damaged file")
struct DamagedFileTests {
  private func prompts() throws -> Prompts {
    try Resources(prompts: Program.root.appending(path: "Prompts"), audio: Program.root).loadPrompts()
  }

  private func documents() throws -> (json: Data, calendar: Data) {
    var random = RandomReminders(seed: 11)
    let store = try ReminderStore.inMemory()
    let records = try (0..<2).map { _ in
      let reminder = random.next()
      return IncomingRecord(reminder: reminder, text: try random.record(of: reminder))
    }
    _ = try store.take(records, at: Date(timeIntervalSince1970: 1_800_000_000))
    let stored = try store.records()
    let prompts = try self.prompts()
    return (
      Data(stored.map { $0.text + "\n" }.joined().utf8),
      CalendarExport(
        try stored.map(ExportedReminder.init), prompts: prompts, program: "Alight",
        at: Date(timeIntervalSince1970: 1_796_108_400)
      ).document
    )
  }

  /// What becomes of a file: refused as bad data, or taken over and then good for everything.
  private func outcome(_ data: Data, _ prompts: Prompts) throws -> Int32 {
    let store = try ReminderStore.inMemory()
    do {
      _ = try store.take(try RecordFile(data).records, at: Date())
    } catch {
      let failure = FailureReport((error as? RecordFileFlaw)?.failure("file") ?? error)
      #expect(!failure.sentence.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(try store.records().isEmpty)
      return failure.status.rawValue
    }
    for record in try store.records() {
      let exported = try ExportedReminder(record)
      _ = CalendarExport([exported], prompts: prompts, program: "Alight", at: .distantPast).document
      _ = GPXExport([exported], prompts: prompts, program: "Alight").document
      _ = ReminderSheet(exported.reminder, texts: prompts.texts, style: StripStyle(width: 40)).lines
    }
    return 0
  }

  private func mutated(_ data: Data, _ random: inout SplitMix) -> Data {
    var bytes = Array(data)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] = Array("{}[]\",:;\\\r\n 0-9eE").randomElement(using: &random)?.asciiValue ?? 0
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(contentsOf: Array("999999999999999999999".utf8), at: place)
      case 4:
        let end = min(bytes.count, place + Int.random(in: 1...80, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        // A digit for a digit keeps the file whole, and only its numbers go wrong.
        let digits = bytes.indices.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
        if let digit = digits.randomElement(using: &random) {
          bytes[digit] = UInt8.random(in: UInt8(ascii: "0")...UInt8(ascii: "9"), using: &random)
        }
      }
    }
    return Data(bytes)
  }

  @Test("that is cut off is refused, wherever the cut is")
  func truncated() throws {
    let (json, calendar) = try documents()
    let prompts = try self.prompts()
    let firstLine = try #require(json.firstIndex(of: UInt8(ascii: "\n")))
    var random = SplitMix(seed: 12)
    for _ in 0..<150 {
      // Lines are records: a file that ends with one is whole.
      let cut = Int.random(in: 0..<json.count - 1, using: &random)
      if abs(cut - firstLine) > 1 { #expect(try outcome(json.prefix(cut), prompts) == 65, "cut at \(cut)") }
      let end = Int.random(in: 0..<calendar.count - 2, using: &random)
      #expect(try outcome(calendar.prefix(end), prompts) == 65, "cut at \(end)")
    }
  }

  @Test("is refused or understood, and crashes nothing", arguments: [21, 22, 23, 24] as [UInt64])
  func mutated(seed: UInt64) throws {
    let (json, calendar) = try documents()
    let prompts = try self.prompts()
    var random = SplitMix(seed: seed)
    var refused = 0
    for round in 0..<150 {
      let status = try outcome(mutated(round.isMultiple(of: 2) ? json : calendar, &random), prompts)
      #expect(status == 0 || status == 65)
      if status == 65 { refused += 1 }
    }
    #expect(refused > 15, "most of such damage cannot go unnoticed")
  }

  @Test("ends the program with 65 and leaves the database as it was")
  func program() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let (json, calendar) = try documents()
    #expect(try program.run(["reminders", "import", "-"], input: json).status == 0)
    let before = try program.run("reminders", "export", "--all").output
    var random = SplitMix(seed: 31)
    for round in 0..<30 {
      let whole = round.isMultiple(of: 2) ? json : calendar
      let outcome = try program.run(
        ["reminders", "import", "-"], input: whole.prefix(Int.random(in: 0..<whole.count / 2 - 200, using: &random)))
      #expect(outcome.status == 65, "\(outcome.talk)")
      #expect(outcome.talk.hasPrefix("alight: "))
    }
    #expect(try program.run("reminders", "export", "--all").output == before)
  }
}
