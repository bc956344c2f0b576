import ArgumentParser
import BatchTest
import Foundation

/// Which cases run, and how.
struct CaseSelection: ParsableArguments {
  @Option(
    name: .customShort("k"), help: "Only cases that hold this text, or with \"not \" before it do not; repeatable.")
  var keep: [String] = []

  @Flag(name: [.customShort("x"), .customLong("exit-first")], help: "Stop at the first failure.")
  var stopsAtFirst = false

  @Option(help: "Stop after so many failures.")
  var maxfail: Int?

  @Flag(help: "Run what failed last time first.")
  var failedFirst = false

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: "How many cases run at once (default: one a core).")
  var jobs: Int?

  @Option(help: "The preferred language of the answers, where a case names none.")
  var lang = "en"

  @Option(help: "A timetable to take the stops from (default: the demo network).")
  var timetable: String?

  @OptionGroup var clock: ClockOption

  func validate() throws {
    try JobLimit.check(jobs)
    if let maxfail, maxfail < 1 { throw ValidationError("--maxfail \(maxfail): give 1 or more, or leave it out.") }
  }

  var mostFailures: Int? { stopsAtFirst ? 1 : maxfail }
}

/// What is reported, and where to.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "Print the Test Anything Protocol.")
  var tap = false

  @Option(name: .customLong("junit-xml"), help: "Write JUnit XML to this file.")
  var junitXML: String?

  @Option(help: "Write one self-contained page to this file.")
  var html: String?

  @Option(help: "Write every report into this folder.")
  var out: String?

  @Flag(name: .shortAndLong, help: "Print a line for every case.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print failures and the last line only.")
  var quiet = false

  @Flag(help: "Tell how the scores of failures came about.")
  var explain = false

  @Flag(help: "Tell how long cases took.")
  var timings = false

  @Flag(help: "Tell which stops, modes, intervals and commands no case expects.")
  var coverage = false

  func validate() throws {
    if json, tap { throw ValidationError("--json and --tap both print the report: give one of them.") }
    if verbose, quiet { throw ValidationError("--verbose and --quiet cannot both be had.") }
  }

  /// Writes and prints what was asked for.
  func write(_ report: BatchReport, _ output: Output) throws {
    if let out { try ReportFolder(report: report).write(to: out) }
    if let junitXML { try ReportFolder.write(JUnitReport(report: report).text, to: junitXML) }
    if let html { try ReportFolder.write(HTMLReport(report: report).text, to: html) }
    if json { return try output.json(ReportDocument(report), pretty: true) }
    let text = TextReport(report: report, verbosity: verbose ? 2 : quiet ? 0 : 1)
    for line in tap ? TAPReport(report: report).lines : text.lines { output.data(line) }
  }
}

/// What decides whether the run is a success.
struct Verdict: ParsableArguments {
  @Option(help: "Compare with the report.json of another run; only a regression then fails the run.")
  var baseline: String?

  @Option(help: "The run fails where fewer cases than this share are right, like 0.95 or 95%.", transform: Share.parse)
  var minAccuracy: Share?

  @Option(help: "The run fails where in more cases than this share something wrong is taken.", transform: Share.parse)
  var maxFalseAccept: Share?

  /// The bounds, and whether they are kept.
  func limits(_ total: CaseCounts) -> [BatchReport.Limit] {
    var limits: [BatchReport.Limit] = []
    if let bound = minAccuracy?.value {
      limits.append(
        .init(name: "accuracy", bound: bound, value: total.accuracy, isKept: total.right >= total.atLeast(bound)))
    }
    if let bound = maxFalseAccept?.value {
      let isKept = Double(total.falseAccepts) <= bound * Double(total.cases)
      limits.append(.init(name: "false accepts", bound: bound, value: total.falseAcceptRate, isKept: isKept))
    }
    return limits
  }
}

extension CaseCounts {
  /// The least number of cases that is this share of all.
  fileprivate func atLeast(_ share: Double) -> Int { Int((share * Double(cases) - 1e-9).rounded(.up)) }
}

/// A share of all, written as 0.95 or 95%.
struct Share: RangedArgument {
  static let range = "a share from 0 to 1, or 0% to 100%"

  let value: Double

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument), number.isFinite else { return nil }
    value = isPercent ? number / 100 : number
    guard (0...1).contains(value) else { return nil }
  }
}
