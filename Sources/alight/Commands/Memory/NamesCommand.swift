import ArgumentParser
import Foundation
import Journey

/// `alight names`: what the rider calls stops, as it was learned.
struct NamesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names", abstract: "List and remove what you call stops, as it was learned.",
    discussion: """
      A name is learned when you say yes to "Did you mean ...?", or pick a stop from a list, and set the reminder. The next \
      time it is that stop at once. It moves when you say yes to another stop for it.

      Examples:
        alight names
        alight names remove brandenberg
        alight forget --names --yes
      """, subcommands: [List.self, Remove.self], defaultSubcommand: List.self)
}

extension NamesCommand {
  /// `alight names list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the learned names and their stops.")

    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let names = try data.openStore().learnedNames()
      if names.isEmpty, !json { output.talk("No name was learned.") }
      let timetable = try names.isEmpty ? nil : Assembly(timetable: data.timetableURL).timetable
      for name in names {
        let stop = try timetable?.stop(id: name.stop)
        if json {
          try output.json(NameReport(name, stop?.name))
        } else {
          output.data("\(name.text)  \(stop?.name ?? name.stop)")
        }
      }
    }
  }

  /// `alight names remove`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forget one learned name; the stop stays.")

    @Argument(help: "The name.") var name: String
    @OptionGroup var data: DataOptions

    func run() async throws {
      guard try data.openStore().forgetLearnedNames(ReminderLabel.trimmed(name)) > 0 else {
        throw CommandFailure(.noInput, "no name \"\(name)\" was learned: \"alight names\" lists what was")
      }
    }
  }
}

/// A learned name as `--json` prints it.
private struct NameReport: Encodable {
  let schema = "alight.name/1"
  let name: String
  /// The stop's id, and its name where the timetable in use has it.
  let stop: String
  let stopName: String?
  let learnedAt: Date

  init(_ name: LearnedName, _ stopName: String?) {
    self.name = name.text
    stop = name.stop
    self.stopName = stopName
    learnedAt = name.learnedAt
  }
}
