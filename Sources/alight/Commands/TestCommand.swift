import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching
import Timetable

/// `alight test`: checks in batches that answers are understood as expected.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check that answers are understood as expected.",
    discussion: """
      A case is a line of a TSV, CSV or NDJSON file with the columns question, utterance and expected, and perhaps mode, \
      lang, tier (accept, confirm, any), tags, options (a TSV of places), xfail (why it fails), transcript and comment. \
      Expected is an id or a name, NONE, ASK:a|b, CONFIRM:x, CMD:back, or from=a;to=b. The utterance may be the path of a \
      recording. Folders are searched for such files. Prints the failures and a table; the exit code is 1 if a case fails.

      Examples:
        alight test Tests/Utterances
        alight test mine.tsv --json
      """)

  @Argument(help: "Files of cases, or folders of such; - is standard input.")
  var files: [String]

  @Option(help: "The preferred language of the answers.")
  var lang = "en"

  @Option(name: [.customShort("j"), .long], help: "How many cases run at once.")
  var jobs: Int?

  @Option(help: "A timetable to take the stops from (default: the demo network).")
  var timetable: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "Tell how the scores of failures came about.")
  var explain = false

  func run() async throws {
    let output = Output()
    let cases = try CaseFiles.read(files)
    guard !cases.isEmpty else { throw CommandFailure(.badData, "there is no case in \(files.joined(separator: ", "))") }
    let setUp = try TestSetUp(language: lang, timetable: timetable, output: output)
    let runner = try setUp.runner(for: cases)
    let run = BatchRun(runner: runner, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    var report = BatchReport(try await run.outcomes(cases))
    report.explains = explain
    if json {
      try output.json(ReportDocument(report), pretty: true)
    } else {
      for line in TextReport(report: report).lines { output.data(line) }
    }
    if !report.isSuccess { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}
