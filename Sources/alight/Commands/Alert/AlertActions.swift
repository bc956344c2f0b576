import ArgumentParser
import Conversation
import Devices
import Foundation
import Journey

/// What all that a rider does about an alert has in common.
private struct ActionReport {
  let request: ControlRequest.Kind
  /// For later: when it is asked again; nil for the next time.
  var until: Date?

  func run(_ reminder: FollowedReminder, _ json: Bool, _ language: LanguageOption, _ data: DataOptions) async throws {
    let id = try reminder.identifier(data)
    let answer = try await FollowedCommand.asking(data) {
      try await $0.ask(ControlRequest(request, reminder: id, until: until))
    }
    let output = Output()
    if json { return try output.json(answer) }
    guard let taken = answer.taken else { return }
    let prompts = try language.prompts(.find(), data)
    let stored = try data.openStore().reminder(taken.reminder.uuidString)
    let clock = ClockText(zone: stored.ride.arrivalZone)
    switch taken.result {
    case .done where stored.visit != nil:
      output.words(prompts.sentence(RunnerTalk.settled(stop: stored.destination.name)))
    case .done: output.words(prompts.sentence(.done(stop: stored.destination.name)))
    case .changed: output.words(prompts.sentence(.changed(stored.leg(taken.leg ?? 0).ride)))
    case .snoozed where stored.visit != nil:
      output.words(prompts.sentence(.later(until: taken.until.map { clock.text($0) })))
    case .snoozed where stored.ride.isFromAnywhere:
      output.words(prompts.sentence(.snoozed(until: taken.until.map { clock.text($0) } ?? "", isOnRide: false)))
    case .snoozed: output.words(prompts.sentence(.put(until: taken.until.map { clock.text($0) } ?? "")))
    case .stopped: output.words(prompts.sentence(.stopped(stop: stored.destination.name)))
    case .silenced: output.words(prompts.alerts.status.silenced)
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

  /// `alight alert later`
  struct Later: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Have a reminder of a place ask again later: at a time, or the next time that you come there.",
      discussion: """
        Exits with 1 where nothing has come yet.

        Examples:
          alight alert later --at 18:00
          alight alert later 1a2b
        """)

    @OptionGroup var reminder: FollowedReminder
    @Option(help: "When it asks again, like 18:00 (default: the next time that what it waits for happens).")
    var at: String?
    @Flag(help: "Print the runner's answer as JSON.") var json = false
    @OptionGroup var clock: ClockOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let prompts = try language.prompts(.find(), data)
      let zone = TimeZone.current.identifier
      let times = TimeArgument(words: prompts.clock, zone: zone, now: clock.instant)
      let until = try at.map { try times.instant($0, option: "--at") }
      try await ActionReport(request: .later, until: until).run(reminder, json, language, data)
    }
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
