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
      let content = try WholeFile.read(file, limit: RecordFile.largest)
      let found = try RecordFile(content, of: file == "-" ? "standard input" : file)
      // Only what can be used is worth a database.
      let outcomes = try data.openStore().take(found.records, at: Date(), isRehearsal: dryRun)
      let taken = TakenRecords(
        dryRun: dryRun, records: zip(found.records, outcomes).map(TakenRecords.Record.init), foreign: found.foreign)
      if json {
        try output.json(taken)
      } else {
        taken.records.map(\.line).forEach(output.data)
      }
      if taken.foreign > 0 { output.talk("\(taken.foreign) events that Alight did not make were left out.") }
      if dryRun { output.talk("Nothing was stored: this was a dry run.") }
    }
  }
}

/// What became of the records of a file.
private struct TakenRecords: Encodable {
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
      self.outcome = outcome.name
      reason =
        switch outcome {
        case .added, .updated, .unchanged: nil
        case .older(let known): "revision \(known) is here already, and stays"
        case .different: "the same revision is here with other content, and stays"
        case .deleted: "it was deleted here after this revision was made"
        }
    }

    var line: String {
      "\(id.short)  \(destination)  \(outcome)" + (reason.map { " (\($0))" } ?? "")
    }
  }

  private enum CodingKeys: CodingKey { case schema, dryRun, records }

  let schema = "alight.import/1"
  var dryRun: Bool
  var records: [Record]
  /// Events of a calendar that are no reminders of ours.
  var foreign: Int
}
