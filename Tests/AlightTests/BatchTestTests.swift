import Foundation
import Journey
import Matching
import Testing
import Timetable

@testable import alight

@Suite("Batch tests")
struct BatchTestTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let caseFiles: [URL] =
    ((try? FileManager.default.contentsOfDirectory(
      at: root.appending(path: "Tests/Utterances"), includingPropertiesForKeys: nil)) ?? [])
    .filter { $0.pathExtension == "tsv" }.sorted { $0.path < $1.path }

  private struct NoListener: CaseListener {
    func match(
      recording: String, question: AskedQuestion, mode: Mode?, among options: [MatchOption]
    ) async throws -> Match {
      Match(utterance: recording, decision: .reject, reason: "not-heard: nobody listens")
    }
  }

  private func runner() throws -> CaseRunner {
    let prompts = Self.root.appending(path: "Prompts")
    let words = try LanguageWords(
      resources: Resources(prompts: prompts, audio: Self.root.appending(path: "Audio")), preferred: "en",
      question: .from, output: Output(quiet: true))
    let cache = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: cache) }
    let store = try TimetableSource.open(
      timetable: cache.appending(path: "none.sqlite"), demoNetwork: prompts.appending(path: "demo-network"),
      cache: cache)
    let index = OptionIndex(try store.matchOptions(), lexicon: words.lexicon)
    return CaseRunner(matcher: Matcher(lexicon: words.lexicon), stops: index, listener: NoListener())
  }

  private func written(_ text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).tsv")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("all cases of our own are understood as expected", arguments: caseFiles)
  func ownCases(file: URL) async throws {
    var runner = try runner()
    for testCase in try CaseFile.read(file.path) {
      let outcome = try await runner.run(testCase)
      #expect(
        outcome.passed,
        "line \(testCase.line): \"\(testCase.utterance)\" expected \(testCase.expectedText), got \(outcome.got)")
    }
  }

  @Test("there are at least 150 cases of our own")
  func enoughCases() throws {
    #expect(try Self.caseFiles.flatMap { try CaseFile.read($0.path) }.count >= 150)
  }

  @Test("a case that is not understood as expected fails, and taking a value then is a false accept")
  func failureIsReported() async throws {
    let path = try written("question\tutterance\texpected\nto\thagenberg\tNONE\nto\tpregarten\tPregarten\n")
    defer { try? FileManager.default.removeItem(atPath: path) }
    var runner = try runner()
    var report = BatchReport()
    for testCase in try CaseFile.read(path) { report.add(try await runner.run(testCase)) }
    #expect(!report.passed)
    #expect(report.failures.map(\.line) == [2])
    #expect(report.questions.map(\.falseAccepts) == [1])
    #expect(report.questions.map(\.cases) == [2])
  }

  @Test(
    "a bad case names its line and ends with 65",
    arguments: [
      ("question\tutterance\texpected\nwhere\tx\ty\n", "line 2"), ("utterance\tquestion\nx\tto\n", "line 1"),
      ("question\tutterance\texpected\tmode\ninterval\t5\tstops:5\tspeed\n", "line 2"),
      ("question\tutterance\texpected\nto\tx\t\n", "line 2"),
      ("question\tutterance\texpected\nto\tx\twhen=now\n", "line 2"),
    ])
  func badCase(text: String, place: String) throws {
    let path = try written(text)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let failure = #expect(throws: CommandFailure.self) { try CaseFile.read(path) }
    #expect(failure?.status == .badData)
    #expect(failure?.description.contains(place) == true)
  }

  @Test("a missing file of cases ends with 66")
  func missingFile() {
    let failure = #expect(throws: CommandFailure.self) { try CaseFile.read("/nonexistent/cases.tsv") }
    #expect(failure?.status == .noInput)
  }

  @Test("options name the line of a mistake")
  func badOptions() throws {
    let path = try written("id\tname\tlat\tlon\na\tLinz\t48.3\t14.3\nb\tGraz\tnorth\teast\n")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let failure = #expect(throws: CommandFailure.self) { try OptionsFile.read([path]) }
    #expect(failure?.status == .badData)
    #expect(failure?.description.contains("line 3") == true)
  }
}
