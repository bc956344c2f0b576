import ArgumentParser
import Fleet
import FleetOptions
import FleetSQL
import Foundation

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
