import ArgumentParser
import Conversation
import Devices
import Foundation
import Journey

/// What all that a rider does about an alert has in common.
private struct ActionReport {
  let request: ControlRequest.Kind

  func run(_ reminder: FollowedReminder, _ json: Bool, _ language: LanguageOption, _ data: DataOptions) async throws {
    let id = try reminder.identifier(data)
    let answer = try await FollowedCommand.asking(data) { try await $0.ask(ControlRequest(request, reminder: id)) }
    let output = Output()
    if json { return try output.json(answer) }
    guard let taken = answer.taken else { return }
    let prompts = try language.prompts(.find(), data)
    let stored = try data.openStore().reminder(taken.reminder.uuidString)
    let until = taken.until.map { ClockText(zone: stored.ride.arrivalZone).text($0) } ?? ""
    switch taken.result {
    case .done: output.data(prompts.sentence(.done(stop: stored.destination.name)))
    case .changed: output.data(prompts.sentence(.changed(stored.leg(taken.leg ?? 0).ride)))
    case .snoozed: output.data(prompts.sentence(.put(until: until)))
    case .stopped: output.data(prompts.sentence(.stopped(stop: stored.destination.name)))
    case .silenced: output.data(prompts.alerts.status.silenced)
    }
  }
}

extension FollowedCommand {
  /// `alight alert done`
  struct Done: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say that you are off: the ride is over, and nothing more is told of it.",
      discussion: "Example:\n  alight alert done")

    @OptionGroup var reminder: FollowedReminder
    @Flag(help: "Print the runner's answer as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var data: DataOptions

    func run() async throws { try await ActionReport(request: .done).run(reminder, json, language, data) }
  }

  /// `alight alert snooze`
  struct Snooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Put the alert off: it comes again in a minute or at the next stop, and never after the destination.",
      discussion: "Exits with 1 where there is nothing to put off.\n\nExample:\n  alight alert snooze")

    @OptionGroup var reminder: FollowedReminder
    @Flag(help: "Print the runner's answer as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var data: DataOptions

    func run() async throws { try await ActionReport(request: .snooze).run(reminder, json, language, data) }
  }

  /// `alight alert stop`
  struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Call off all alerts of this ride, though you stay aboard.",
      discussion: "A reminder that comes again comes again on its next day.\n\nExample:\n  alight alert stop 1a2b")

    @OptionGroup var reminder: FollowedReminder
    @Flag(help: "Print the runner's answer as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var data: DataOptions

    func run() async throws { try await ActionReport(request: .stop).run(reminder, json, language, data) }
  }
}
