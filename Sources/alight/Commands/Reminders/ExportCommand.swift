import ArgumentParser
import Foundation
import Handoff
import Storage

extension RemindersCommand {
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Hand reminders to other programs as JSON, a calendar, waypoints or a map.",
      discussion: """
        json is the whole record, one a line, which "reminders import" takes back unchanged. ics is a calendar event with \
        alarms by time and by place; it carries the record as well. gpx has the stops and the route only, and geojson those with \
        the circles at which the alerts come.
        """)

    /// What other programs read.
    enum Format: String, ExpressibleByArgument, CaseIterable {
      case json, ics, gpx, geojson
    }

    @Argument(help: "Ids of reminders, or their beginnings.", completion: Completions.reminders)
    var ids: [String] = []

    @Flag(help: "Every reminder, also those that are done or over.")
    var all = false

    @Option(help: "json, ics, gpx or geojson.")
    var format = Format.json

    @Option(name: [.short, .long], help: "The file to write (default: standard output).")
    var output: String?

    @Flag(help: "Tell what would be written, and write nothing.")
    var dryRun = false

    @OptionGroup var language: LanguageOption
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func validate() throws {
      if ids.isEmpty != all { throw ValidationError("name the reminders to export, or give --all") }
    }

    func run() async throws {
      let talk = Output()
      let store = try data.openStore()
      let records = try all ? store.records() : store.records(ids)
      guard !records.isEmpty else {
        throw CommandFailure(.noInput, "no reminder is set, so there is nothing to export: start with \"alight\"")
      }
      let document = try document(records, talk)
      let place = output == nil || output == "-" ? "standard output" : output ?? ""
      if dryRun {
        talk.talk("Would write \(records.count) as \(format.rawValue), \(document.count) bytes, to \(place).")
      } else if let output, output != "-" {
        try WholeFile.write(document, to: output)
        talk.talk("Wrote \(records.count) as \(format.rawValue) to \(output).")
      } else {
        talk.document(document)
      }
    }

    private func document(_ records: [StoredRecord], _ output: Output) throws -> Data {
      if format == .json { return Data(records.map { $0.text + "\n" }.joined().utf8) }
      let prompts = try language.prompts(.find(), data)
      var reminders: [ExportedReminder] = []
      for record in records {
        do {
          reminders.append(try ExportedReminder(record))
        } catch let error as StorageError where all {
          output.talk("left out: \(error)")
        }
      }
      let program = "Alight \(Alight.configuration.version)"
      switch format {
      case .ics: return CalendarExport(reminders, prompts: prompts, program: program, at: clock.instant).document
      case .geojson: return try GeoJSONExport(reminders, prompts: prompts).document
      case .gpx, .json: return GPXExport(reminders, prompts: prompts, program: program).document
      }
    }
  }
}
