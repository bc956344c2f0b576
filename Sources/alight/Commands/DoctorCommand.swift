import ArgumentParser
import Foundation

/// `alight doctor`: what is there and what is missing, with the command that mends it.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Tell what is there and what is missing.",
    discussion: """
      Looks for prompts, speech model, dictionary, microphone (which is opened for a moment), speech output, database, \
      timetable, sound (a moment of silence is played), notifications (whoever shows them is asked for its name), vibration and \
      espeak-ng. Exit code 1 where something is missing without which Alight does not \
      work; what is only wanting is a warning, with the command that mends it.

      With --test-alarm it tries instead how you would be told to get off: notification, vibration, sound, speech and your own \
      program, one after the other, and ends with 69 where you would neither see nor hear anything.
      """)

  @Flag(help: "Try out how alerts reach you: something is shown, played and spoken.") var testAlarm = false
  @Flag(help: "Print the findings as JSON.") var json = false
  @OptionGroup var language: LanguageOption
  @OptionGroup var data: DataOptions

  func run() async throws {
    if testAlarm { return try await tryAlarm() }
    let findings = await Checkup(databasePath: data.databaseURL.path, timetable: data.timetableURL).findings()
    try print(findings)
    if findings.contains(where: { $0.outcome == .missing }) { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func tryAlarm() async throws {
    let resources = try Resources.find()
    let test = AlarmTest(
      prompts: try language.prompts(resources, data), resources: resources, preferences: try data.preferences())
    let findings = await test.findings { Output().talk($0) }
    try print(findings)
    if !AlarmTest.isReached(findings) { throw ExitCode(ExitStatus.unavailable.rawValue) }
  }

  private func print(_ findings: [Checkup.Finding]) throws {
    let output = Output()
    if json { return try output.json(Report(findings: findings), pretty: true) }
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

  private struct Report: Encodable {
    let schema = "alight.doctor/1"
    let findings: [Checkup.Finding]
  }
}
