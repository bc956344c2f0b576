import ArgumentParser
import Foundation

/// `alight doctor`: what is there and what is missing, with the command that mends it.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Tell what is there and what is missing.",
    discussion: """
      Looks for prompts, speech model, dictionary, microphone (which is opened for a moment), speech output, database, \
      timetable, sound, notifications and espeak-ng. Exit code 1 where something is missing without which Alight does not \
      work; what is only wanting is a warning, with the command that mends it.
      """)

  @Flag(help: "Print the findings as JSON.") var json = false
  @OptionGroup var data: DataOptions

  func run() async throws {
    let findings = await Checkup(databasePath: data.databaseURL.path, timetable: data.timetableURL).findings()
    let output = Output()
    if json {
      try output.json(Report(findings: findings), pretty: true)
    } else {
      let width = findings.map(\.name.count).max() ?? 0
      for finding in findings {
        let name = finding.name.padding(toLength: width, withPad: " ", startingAt: 0)
        let mark = finding.outcome.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
        output.data("\(mark)  \(name)  \(finding.detail)")
        if let fix = finding.fix {
          output.data("         \(String(repeating: " ", count: width))  mend it with: \(fix)")
        }
      }
    }
    if findings.contains(where: { $0.outcome == .missing }) { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private struct Report: Encodable {
    let schema = "alight.doctor/1"
    let findings: [Checkup.Finding]
  }
}
