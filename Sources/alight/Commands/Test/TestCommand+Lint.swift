import ArgumentParser
import BatchTest
import Foundation
import Matching

/// `alight test lint`: looks for cases that cannot all be right.
extension TestCommand {
  private struct LintReport: Encodable {
    let schema = "alight.test-lint/1"
    let findings: [CaseLint.Finding]
  }

  /// Tells cases that are there twice or contradict each other, expectations that no option can meet, columns that mean
  /// nothing, and options that differ in writing and not in sound.
  /// - Throws: `ExitCode` 1 if there is anything to tell.
  func lint(_ files: [String], _ output: Output) throws {
    let setUp = try TestSetUp(language: selection.lang, timetable: selection.timetable, output: output)
    let read = try CaseFiles(files, now: selection.clock.now?.date)
    let paths = Set(read.cases.compactMap(\.options))
    let tables = try paths.reduce(into: [:]) { $0[$1] = try OptionsFile.read([$1]) }
    let lint = CaseLint(stops: setUp.stops, lexicon: try setUp.lexicon(), tables: tables)
    let findings = lint.findings(read.cases, unknownColumns: read.unknownColumns)
    if reports.json {
      try output.json(LintReport(findings: findings), pretty: true)
    } else {
      for finding in findings { output.data(finding.text) }
      output.data(findings.isEmpty ? "nothing to tell of \(read.cases.count) cases" : "\(findings.count) to look at")
    }
    if !findings.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }
}
