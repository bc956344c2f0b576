import ArgumentParser
import Conversation
import Devices
import Following
import Foundation
import Journey

extension FollowedCommand {
  /// `alight alert log`
  struct Log: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read why the alerts of a ride came when they did, and did not before.",
      discussion: """
        A line for each alert and for what was waited for in between, with the fixes that were used and those that were not. \
        It is kept for thirty days, also after the runner has ended.

        Examples:
          alight alert log
          alight alert log 1a2b
          alight alert log 1a2b --day 2026-12-01 --json
        """)

    @Argument(
      help: "The id of a reminder, or its beginning (default: the ride that was followed last).",
      completion: Completions.reminders)
    var id: String?
    @Option(help: ArgumentHelp("The service day (default: the newest).", valueName: "YYYY-MM-DD")) var day: String?
    @Flag(help: "Print one JSON object a line, alight.decision/1.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let store = try data.openStore()
      let prompts = try language.prompts(.find(), data)
      let files = DecisionFiles(folder: RunnerSession.decisions(beside: data.databaseURL))
      var found = try id.map(store.reminder)
      // A runner that is there may have more than it has written.
      _ = try? await ControlClient(database: data.databaseURL).ask(ControlRequest(.log, reminder: found?.id))
      if found == nil, let newest = await files.newest() { found = try? store.reminder(newest.uuidString) }
      guard let found else { return output.talk(prompts.alerts.status.nothingLogged) }
      let decisions = await files.decisions(of: found.id, day: day)
      if json { return try decisions.forEach { try output.json($0) } }
      guard !decisions.isEmpty else { return output.talk(prompts.alerts.status.nothingLogged) }
      for decision in decisions {
        output.data(
          DecisionSheet(
            prompts: prompts, ride: found.leg(decision.leg ?? 0).ride, isOfPlace: found.visit != nil
          ).line(decision))
      }
    }

    func validate() throws {
      if let day, day.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) == nil {
        throw ValidationError("--day \(day): write it as YYYY-MM-DD, like 2026-12-01")
      }
    }
  }
}
