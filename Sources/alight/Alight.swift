import ArgumentParser
import Foundation
import Journey

/// The program: parses the command line, runs the command, and turns what it threw into words and an exit code.
@main
struct Alight: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alight",
    abstract: "Wakes you before your stop: four answers, typed or spoken, become a reminder that follows your ride.",
    discussion: "Topics of \"alight help\": \(HelpTopic.all.map(\.name).joined(separator: ", ")).",
    version: AlightVersion.text,
    // One a line: the order in which the help lists them.
    subcommands: ([
      NewCommand.self,
      RemindersCommand.self,
      TripCommand.self,
      SessionsCommand.self,
      PlacesCommand.self,
      NamesCommand.self,
      NotesCommand.self,
      PreferencesCommand.self,
      ForgetCommand.self,
      FeedCommand.self,
      StopsCommand.self,
      RidesCommand.self,
      OnboardCommand.self,
      LiveCommand.self,
      DoctorCommand.self,
      RunCommand.self,
    ] as [any ParsableCommand.Type]) + BuiltCommands.page + [
      FollowedCommand.self,
      SimulateCommand.self,
      TranscribeCommand.self,
      MatchCommand.self,
      TestCommand.self,
      VoiceCommand.self,
      ManualCommand.self,
    ],
    defaultSubcommand: NewCommand.self)

  static func main() async {
    // A player that is stopped in the middle of a prompt must not end the program; see `Output` for readers that go away.
    signal(SIGPIPE, SIG_IGN)
    do {
      if try HelpRequest(Array(CommandLine.arguments.dropFirst()))?.answer() == true { return }
      var command = try await asyncParseAsRoot()
      Accessibility.adoptPreference(Array(CommandLine.arguments.dropFirst()))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      FailureReport(error).end()
    }
  }
}
