import ArgumentParser
import BatchTest
import Foundation
import Matching

/// `alight test`: checks in batches that answers are understood as expected.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check that answers are understood as expected.",
    discussion: """
      Cases are lines of TSV, CSV or NDJSON files with the columns question, utterance and expected, and perhaps mode, lang, \
      tier (accept, confirm, any), tags, options (a TSV of places), transcript, xfail (why it is known to fail) and comment. \
      Expected is an id or a name, NONE, ASK:a|b (exactly these are offered), CONFIRM:x, CMD:back, or from=a;to=b, \
      also with departure=17:10 or arrival=12:00. An utterance may be the path of a recording; a recording with a text of the same name beside it is a case as well. YAML \
      files hold whole dialogues: a name, the time as now, turns with say, wav, heard, silence or do and what must follow \
      (slots, prompts, says, state, options, default, line), then the reminder or how it ended. Folders are searched for all of these.

      Exit codes: 0 all passed, 1 a failure, a regression or a broken limit, 64 usage, 65 a case or a recording that cannot \
      be read. With --baseline only regressions count, with --min-accuracy or --max-false-accept only these.

      Examples:
        alight test Tests/Utterances
        alight test Tests/Utterances --out before
        alight test Tests/Utterances --baseline before/report.json --html report.html
        alight test Tests/Utterances --calibrate
        alight test --fuzz 1000 --seed 7
        alight test lint Tests/Utterances    # contradictory cases, and options that sound alike
      """)

  @Argument(
    help: "Files of cases, or folders of such; - is standard input. With lint before them they are only looked at.")
  var files: [String] = []

  @OptionGroup(title: "Which cases run")
  var selection: CaseSelection
  @OptionGroup(title: "Reports")
  var reports: ReportOptions
  @OptionGroup(title: "Verdict")
  var verdict: Verdict

  @Option(help: "Add so many cases made by noise from the options: nothing wrong may be taken.")
  var fuzz: Int?

  @Option(help: "What the noise is made from; the same seed gives the same cases.")
  var seed = 1

  @Flag(help: "Write what was understood into the cases that failed, and print the changes.")
  var updateExpected = false

  @Flag(help: "Try other thresholds instead of reporting, and suggest the cheapest.")
  var calibrate = false

  @Flag(help: "With --calibrate, store what is suggested in Prompts/models/thresholds.json.")
  var write = false

  func validate() throws {
    if files.isEmpty || files == ["lint"], fuzz == nil {
      throw ValidationError("Name a file or a folder of cases, or give --fuzz.")
    }
    if let fuzz, !(1...1_000_000).contains(fuzz) { throw ValidationError("--fuzz \(fuzz): give 1 to 1000000.") }
    if write, !calibrate { throw ValidationError("--write stores what --calibrate suggests: give both.") }
    if calibrate, updateExpected { throw ValidationError("--calibrate and --update-expected exclude each other.") }
  }

  func run() async throws {
    let output = Output()
    // A word rather than a subcommand, which the parser cannot tell from a file.
    if files.first == "lint" { return try lint(Array(files.dropFirst()), output) }
    let baseline = try verdict.baseline.map(Baseline.init(path:))
    let setUp = try TestSetUp(language: selection.lang, timetable: selection.timetable, output: output)
    let cases = try cases(setUp)
    let progress = RunProgress(total: cases.count, output: output)
    var run = BatchRun(
      runner: try setUp.runner(for: cases), jobs: selection.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    guard !calibrate else { return try await sweep(cases, run, setUp, output) }

    run.mostFailures = selection.mostFailures
    run.progress = { done, failures in progress.show(done, failures) }
    let outcomes = try await outcomes(of: cases, run, progress)
    LastFailures(state: DataFolders().state).note(outcomes)
    var report = BatchReport(outcomes)
    report.language = selection.lang
    report.explains = reports.explain
    report.showsTimings = reports.timings
    report.baseline = baseline.map { BaselineComparison($0, outcomes) }
    report.limits = verdict.limits(report.total)
    if reports.coverage { report.coverage = Coverage.rows(cases, stops: setUp.stops, lexicon: try setUp.lexicon()) }
    try reports.write(report, output)
    if updateExpected { return try update(outcomes, output) }
    if !report.isSuccess { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func cases(_ setUp: TestSetUp) throws -> [TestCase] {
    var cases = try CaseFiles(files, now: selection.clock.now?.date).cases
    if let fuzz {
      cases += FuzzCases(stops: setUp.stops, lexicon: try setUp.lexicon()).cases(fuzz, seed: seed)
    }
    guard !cases.isEmpty else { throw CommandFailure(.badData, "there is no case in \(files.joined(separator: ", "))") }
    let kept = cases.filter(CaseFilter(selection.keep).picks)
    guard !kept.isEmpty else {
      throw CommandFailure(.usage, "none of \(cases.count) cases holds \(selection.keep.joined(separator: " and "))")
    }
    return kept
  }

  /// The outcomes in the order of the cases, whatever the order they ran in.
  private func outcomes(of cases: [TestCase], _ run: BatchRun, _ progress: RunProgress) async throws -> [CaseOutcome] {
    let order = selection.failedFirst ? LastFailures(state: DataFolders().state).first(cases) : Array(cases.indices)
    let ordered = order.map { cases[$0] }
    defer { progress.clear() }
    let outcomes = try await Interruption.cancelling { try await run.outcomes(ordered) }
    return zip(order, outcomes).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func sweep(_ cases: [TestCase], _ run: BatchRun, _ setUp: TestSetUp, _ output: Output) async throws {
    let present = try setUp.lexicon().policy
    let result = try await Interruption.cancelling {
      try await ThresholdSweep(cases, run: run, present: present).result
    }
    if reports.json {
      try output.json(result, pretty: true)
    } else {
      for line in result.lines { output.data(line) }
    }
    guard write else { return }
    let file = try result.store(in: setUp.resources.prompts, fittedOn: files)
    output.talk("stored in \(file.path)")
  }

  private func update(_ outcomes: [CaseOutcome], _ output: Output) throws {
    let update = try ExpectationUpdate(outcomes)
    for line in update.lines { reports.json || reports.tap ? output.talk(line) : output.data(line) }
    try update.write()
    output.talk("\(update.changes.count) expectations changed")
    if !update.leftOut.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}
