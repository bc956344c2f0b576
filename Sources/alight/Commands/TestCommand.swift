import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching
import Speech
import Timetable

/// `alight test`: checks in batches that answers are understood as expected.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check that answers are understood as expected.",
    discussion: """
      A case is a line of a TSV with the columns question, utterance and expected, and perhaps mode and options (a TSV of \
      places). Expected is an id or a name, NONE, ASK:a|b, CONFIRM:x, CMD:back, or from=a;to=b. The utterance may be the \
      path of a recording. Prints the failures and a table; the exit code is 1 if a case fails.

      Examples:
        alight test Tests/Utterances
        alight test mine.tsv --json
      """)

  @Argument(help: "Files of cases, or folders of such.")
  var files: [String]

  @Option(help: "The preferred language of the answers.")
  var lang = "en"

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let output = Output()
    let cases = try files.flatMap(CaseFile.read)
    guard !cases.isEmpty else { throw CommandFailure(.badData, "there is no case in \(files.joined(separator: ", "))") }
    let words = try LanguageWords(preferred: lang, question: .from, output: output)
    let prompts = try words.resources.loadPrompts()
    let store = try TimetableSource.open(
      timetable: data.timetableURL, demoNetwork: words.resources.demoNetwork, cache: DataFolders().cache)
    var runner = CaseRunner(
      matcher: Matcher(lexicon: words.lexicon),
      stops: OptionIndex(try store.matchOptions(), lexicon: words.lexicon), listener: SpokenCases(prompts: prompts))
    var report = BatchReport()
    for testCase in cases { report.add(try await outcome(of: testCase, &runner)) }
    if json { try output.json(report) } else { output.data(report.text) }
    if !report.passed { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func outcome(of testCase: TestCase, _ runner: inout CaseRunner) async throws -> CaseOutcome {
    do {
      return try await runner.run(testCase)
    } catch let error as SpeechError where error.isAboutRecording {
      throw CommandFailure(.badData, "\(testCase.file), line \(testCase.line): \(error.description)")
    }
  }
}
