import ArgumentParser
import Foundation
import Handoff
import Storage

extension RemindersCommand {
  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take over reminders from JSON or a calendar.",
      discussion: """
        All of a file or, where one record cannot be used, nothing. A newer revision replaces an older one, never the other \
        way round, so importing a file twice is importing it once. Fields that Alight does not know are kept.
        """)

    @Argument(help: "What \"reminders export\" wrote as json or ics; - is standard input.")
    var file: String

    @Flag(help: "Tell what would become of each reminder, and store nothing.")
    var dryRun = false

    @Flag(help: "Print what became of each reminder as JSON.")
    var json = false

    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let taken = try TakenRecords(of: file, into: data.openStore(), isDryRun: dryRun)
      if json {
        try output.json(taken)
      } else {
        taken.lines.forEach(output.data)
      }
      if taken.foreign > 0 { output.talk("\(taken.foreign) events that Alight did not make were left out.") }
      if dryRun { output.talk("Nothing was stored: this was a dry run.") }
    }
  }
}

/// What became of the records of a file.
struct TakenRecords: Encodable {
  struct Record: Encodable {
    let id: UUID
    let revision: Int
    let destination: String
    /// `added`, `updated`, `unchanged`, `older`, `different` or `deleted`.
    let outcome: String
    /// Why a record was not taken over.
    let reason: String?

    init(_ incoming: IncomingRecord, _ outcome: TakeOutcome) {
      id = incoming.reminder.id
      revision = incoming.reminder.revision
      destination = incoming.reminder.destination.name
      (self.outcome, reason) =
        switch outcome {
        case .added: ("added", nil)
        case .updated: ("updated", nil)
        case .unchanged: ("unchanged", nil)
        case .older(let known): ("older", "revision \(known) is here already, and stays")
        case .different: ("different", "the same revision is here with other content, and stays")
        case .deleted: ("deleted", "it was deleted here after this revision was made")
        }
    }

    var line: String {
      "\(id.short)  \(destination)  \(outcome)" + (reason.map { " (\($0))" } ?? "")
    }
  }

  private enum CodingKeys: CodingKey { case schema, dryRun, records }

  let schema = "alight.import/1"
  let dryRun: Bool
  let records: [Record]
  /// Events of a calendar that are no reminders of ours.
  let foreign: Int

  var lines: [String] { records.map(\.line) }

  /// Takes over what stands in a file.
  /// - Parameters:
  ///   - file: Its path, or - for standard input.
  ///   - isDryRun: Nothing is stored.
  /// - Throws: `CommandFailure` that names the file, and nothing is taken over.
  init(of file: String, into store: @autoclosure () throws -> ReminderStore, isDryRun: Bool = false) throws {
    let content = try WholeFile.read(file, limit: RecordFile.largest)
    let found: RecordFile
    do { found = try RecordFile(content) } catch { throw error.failure(file == "-" ? "standard input" : file) }
    // Only what can be used is worth a database.
    let outcomes = try store().take(found.records, at: Date(), isRehearsal: isDryRun)
    (dryRun, foreign) = (isDryRun, found.foreign)
    records = zip(found.records, outcomes).map(Record.init)
  }
}
