import ArgumentParser
import Conversation
import Devices
import Following
import Foundation
import Journey

extension FollowedCommand {
  /// `alight alert status`
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Show the ride that is followed: the next stop, what is left, which alerts came and what the next waits for.",
      discussion: """
        With --watch it is shown each second and at each change until Ctrl-C: in its place on a terminal, else as it changes, \
        with --json one object a line.

        Examples:
          alight alert status --watch
          alight alert status --json
        """)

    @Flag(help: "Go on showing it, until Ctrl-C.") var watch = false
    @Flag(help: "Print the runner's answer as JSON, alight.control/1.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup(title: "Terminal") var terminal: TerminalOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let sheet = RideSheet(prompts: try language.prompts(.find(), data))
      guard watch else {
        let answer = try await FollowedCommand.asking(data) { try await $0.ask(ControlRequest(.status)) }
        if json { return try output.json(answer) }
        for line in answer.status.map(sheet.lines) ?? [] { output.words(line) }
        return
      }
      let board = RideBoard(
        sheet: sheet, output: output, isJSON: json,
        isDrawn: !json && isatty(STDOUT_FILENO) == 1 && Accessibility.mayRedraw(flag: terminal.accessible))
      try await Interruption.cancelling { [data] in
        defer { board.end() }
        try await FollowedCommand.asking(data) { client in
          try await client.follow(ControlRequest(.watch)) { answer in
            try board.show(answer)
            return true
          }
        }
        // A runner that ends says no more.
        throw CommandFailure(.unavailable, "the runner has ended: start one with \"alight run\"")
      }
    }
  }
}
