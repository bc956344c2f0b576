import ArgumentParser
import Foundation
import Matching

/// `alight-lab fuzz-matcher`: looks for answers that crash the matcher, that take it long, or that it makes nonsense of.
struct FuzzMatcher: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz-matcher", abstract: "Answer every question in every language with made-up utterances.",
    discussion: """
      The same seed gives the same utterances in the same order. Each is answered in a process of its own kind, so that \
      one that crashes it is named. Exits with 1 where one crashed, took more than the limit, or gave a result that none \
      may have.

      Example:
        alight-lab fuzz-matcher --minutes 10 --seed 1 --options stops.tsv
      """)

  @OptionGroup var fuzz: FuzzOptions

  @Option(help: "A TSV with stops, may be given several times; invented ones without.")
  var options: [String] = []

  @Option(help: "A TSV with a column utterance, of which some are spoilt; may be given several times.")
  var cases: [String] = []

  @Option(help: "How many milliseconds of a processor an answer may take, the least of three times.")
  var limit = 20.0

  @Option(help: "The folder of language files.")
  var prompts = "Prompts"

  @Option(help: "Where what was found is written, a JSON object a line.")
  var save = ".build/fuzz-matcher.jsonl"

  func run() async throws {
    if let journal = fuzz.journal { return try work(journal) }
    let file = FileManager.default.temporaryDirectory.appending(path: "alight-fuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    var crashes: [Substring] = []
    let found = try await FuzzSupervisor(arguments: arguments, options: fuzz).run(journal: file) { status, _ in
      guard let text = try? String(contentsOf: file, encoding: .utf8), !text.isEmpty else {
        throw ValidationError("the worker ended with \(status) before the first utterance: see what it says above")
      }
      crashes.append(try Self.line(Self.crash(text, "\(status)"))[...])
    }
    let lines = found + crashes
    try (lines.joined(separator: "\n") + "\n").write(toFile: save, atomically: true, encoding: .utf8)
    try conclude(lines)
  }

  /// Those of a worker.
  private var arguments: [String] {
    ["fuzz-matcher", "--limit", "\(limit)", "--prompts", prompts] + options.flatMap { ["--options", $0] }
      + cases.flatMap { ["--cases", $0] }
  }

  private func conclude(_ lines: [Substring]) throws {
    var over: [FuzzFinding] = []
    var within: [FuzzFinding] = []
    for line in lines {
      if let count = Int(line) {
        print("\(count) utterances, each at every question in every language")
      } else {
        let finding = try JSONDecoder().decode(FuzzFinding.self, from: Data(line.utf8))
        if finding.milliseconds > limit || !finding.flaws.isEmpty {
          over.append(finding)
        } else {
          within.append(finding)
        }
      }
    }
    print("over \(limit) ms, malformed or crashed: \(over.count)")
    over.sort { $0.milliseconds > $1.milliseconds }
    for finding in over.prefix(20) { print(Self.row(finding)) }
    print("the slowest within the limit:")
    for finding in within { print(Self.row(finding)) }
    if !over.isEmpty { throw ExitCode(1) }
  }

  // MARK: - Worker

  private func work(_ journal: String) throws {
    let stops = try options.isEmpty ? InventedNames(count: 5000).options : OptionsFile.read(options)
    let questions = try FuzzQuestions(prompts: URL(filePath: prompts)) { OptionIndex(stops, lexicon: $0) }
    let words = FuzzWords(
      try Calibrate.lexicon(URL(filePath: prompts)), stops: stops.map(\.name),
      sentences: try cases.flatMap(Self.utterances))
    var inputs = FuzzInputs(seed: fuzz.seed, words: words)
    var run = FuzzRun(questions.all, limit: limit)
    let file = open(journal, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ValidationError("cannot write \(journal)") }
    run.willAnswer = { text in
      var text = text
      text.withUTF8 { bytes in
        pwrite(file, bytes.baseAddress, bytes.count, 0)
        ftruncate(file, off_t(bytes.count))
      }
      // An answer that never comes ends the process as a crash does.
      alarm(60)
    }
    run.report = { finding in if let line = try? Self.line(finding) { print(line) } }
    let start = ContinuousClock.now
    repeat { run.answer(inputs.next()) } while start.duration(to: .now) < .seconds(fuzz.minutes * 60)
    for finding in run.slowest { print(try Self.line(finding)) }
    print(run.count)
  }

  private static func utterances(_ path: String) throws -> [String] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    guard let column = lines.first?.firstIndex(of: "utterance") else {
      throw ValidationError("\(path) has no column utterance: its header must name it")
    }
    return lines.dropFirst().compactMap { $0.indices.contains(column) ? String($0[column]) : nil }
  }

  private static func crash(_ text: String, _ status: String) -> FuzzFinding {
    FuzzFinding(kind: "crash", language: "-", question: "-", milliseconds: 0, flaws: [status], utterance: text)
  }

  private static func line(_ finding: FuzzFinding) throws -> String {
    String(decoding: try JSONEncoder().encode(finding), as: UTF8.self)
  }

  private static func row(_ finding: FuzzFinding) -> String {
    let time = String(format: "%8.1f ms", finding.milliseconds)
    let text = String(String.UnicodeScalarView(finding.utterance.unicodeScalars.prefix(40))).debugDescription
    let flaws = finding.flaws.isEmpty ? "" : "  " + finding.flaws.joined(separator: ", ")
    return "\(time)  \(finding.language)  \(finding.question)  \(finding.kind), "
      + "\(finding.utterance.unicodeScalars.count) letters: \(text)\(flaws)"
  }
}
