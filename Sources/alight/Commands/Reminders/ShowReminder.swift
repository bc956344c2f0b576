import ArgumentParser
import Foundation
import Journey

extension RemindersCommand {
  /// `alight reminders show`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show one reminder, its ride stop by stop and where each level fires.",
      discussion:
        "In colour at a terminal, unless NO_COLOR or TERM=dumb says no; with ACCESSIBLE=1 as a list of sentences.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Print the record as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup(title: "Terminal") var terminal: TerminalOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let found = try data.openStore().reminder(reminder.id)
      if json { return try output.json(found, pretty: true) }
      let texts = try language.prompts(.find(), data).texts
      let style = StripStyle(terminal)
      for line in ReminderSheet(found, texts: texts, style: style).lines { output.data(line) }
    }
  }
}
