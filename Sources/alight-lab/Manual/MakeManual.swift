import ArgumentParser
import Foundation

/// `alight-lab make-manual`: a manual page for each command, from what the commands say of themselves.
struct MakeManual: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-manual", abstract: "Write the manual pages, one a command.")

  @Option(help: "The folder that the pages go into; it is made where it is missing.")
  var output: String

  /// The topics of the help that belong into the program's own page.
  private static let topics = [
    "dialogue", "voice", "alerts", "following", "feeds", "hand-off", "testing", "exit-codes", "environment", "formats",
    "accessibility",
  ]

  func run() async throws {
    let program = LabProgram.alight
    let version = try await program.run(["--version"]).output.trimmingCharacters(in: .newlines)
    let info = try CommandInfo.read(Data(try await program.run(["--experimental-dump-help"]).output.utf8))
    var topics: [TopicInfo] = []
    for name in Self.topics {
      let text = try await program.run(["help", name, "--json"]).output
      topics.append(try JSONDecoder().decode(TopicInfo.self, from: Data(text.utf8)))
    }
    let folder = URL(filePath: output, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for command in info.all {
      let page = ManualPage(command: command, version: version, topics: command.superCommands == nil ? topics : [])
      try Data(page.text.utf8).write(to: folder.appending(path: "\(page.name).1"))
    }
    print("\(info.all.count) pages in \(folder.path)")
  }
}
