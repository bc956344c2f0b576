import Foundation
import Testing

@testable import Terminal
@testable import alight

@Suite("alight help")
struct HelpTests {
  /// The text of all source files of the program and its modules.
  private static func sources() throws -> String {
    let folder = Program.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("alight-lab/") && !$0.hasPrefix("alight/Help/") }
    return try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined(separator: "\n")
  }

  @Test("tells every topic, and lists them")
  func topics() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let list = try program.run(["help"]).output
    for topic in HelpTopic.all {
      #expect(list.contains(topic.name))
      let outcome = try program.run(["help", topic.name])
      #expect(outcome.status == 0 && outcome.output.hasPrefix(topic.title + "\n"))
      #expect(try program.run(["help", topic.name, "--json"]).object?["schema"] as? String == "alight.help/1")
    }
    #expect(try program.run(["help", "reminders", "show"]).output.contains("alight reminders show"))
  }

  @Test("lists the exit codes that there are")
  func exitCodes() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let text = try program.run(["help", "exit-codes"]).output
    for status in ExitStatus.allCases {
      #expect(text.contains("\n  \(status.rawValue)"))
    }
  }

  /// Words as a shell parts them, up to a comment.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for match in line.matches(of: /"([^"]*)"|(#.*)|([^\s"#]+)/) {
      if match.output.2 != nil { break }
      words.append(String(match.output.1 ?? match.output.3 ?? ""))
    }
    return words
  }

  private static func readme() throws -> String {
    try String(contentsOf: Program.root.appending(path: "README.md"), encoding: .utf8)
  }

  @Test("shows commands that there are, with options that they have, in every topic and the README")
  func commands() throws {
    let blocks = try Self.readme().matches(of: /```sh\n([^`]*)```/).map { String($0.output.1) }
    let shown = HelpTopic.all.flatMap(\.entries).map(\.term) + blocks.flatMap { $0.components(separatedBy: "\n") }
    let commands = shown.filter { $0 == "alight" || $0.hasPrefix("alight ") }.map(Self.words)
    #expect(commands.count > 80)
    for command in commands {
      // Where nothing is named but options, it is "new".
      #expect(throws: Never.self, "\(command.joined(separator: " "))") {
        _ = try Alight.parseAsRoot(Array(command.dropFirst()))
      }
    }
  }

  @Test("is listed in the README, which is no longer than a screen or two, and names targets that there are")
  func frontDoor() throws {
    let readme = try Self.readme()
    #expect(readme.utf8.count <= 6000)
    for topic in HelpTopic.all { #expect(readme.contains("`\(topic.name)`"), "\(topic.name)") }
    let makefile = try String(contentsOf: Program.root.appending(path: "Makefile"), encoding: .utf8)
    for target in readme.matches(of: /make ([a-z-]+)[` ]/).map(\.output.1) {
      #expect(makefile.contains("\n\(target):"), "\(target)")
    }
  }

  @Test("lists the environment variables that are read, and no others")
  func environment() throws {
    let reading = try Regex("(?:environment\\[|isSet\\(|folder\\()\"([A-Z_]+)\"|\"(LC_[A-Z]+|LANG)\"")
    let read = try Set(
      Self.sources().matches(of: reading).compactMap {
        ($0.output[1].substring ?? $0.output[2].substring).map(String.init)
      })
    #expect(read.contains("ALIGHT_HOME") && read.contains("NO_COLOR"))
    #expect(Set(HelpTopic.environment.entries.map(\.term)) == read)
  }

  @Test("lists the forms of data that are written and read, and no others")
  func formats() throws {
    let naming = try Regex("\"(alight\\.[a-z-]+/[0-9]+)\"")
    let named = try Set(Self.sources().matches(of: naming).compactMap { $0.output[1].substring.map(String.init) })
    #expect(Set(HelpTopic.formats.entries.map(\.term)) == named.union(["alight.help/1"]))
  }

  @Test("fits a narrow terminal", arguments: HelpTopic.all.map(\.name))
  func narrow(name: String) throws {
    let topic = try #require(HelpTopic.all.first { $0.name == name })
    for line in topic.lines(width: 40) { #expect(TextColumns.of(line) <= 40, "\(line)") }
  }

  @Test(
    "a command that does not exist is told with the one that is like it",
    arguments: [
      (["remnders"], "reminders"), (["lsit"], "reminders list"), (["reminders", "sohw", "ab"], "show"),
      (["help", "exitcodes"], "exit-codes"), (["help", "reminder"], "reminders"), (["voice", "listne"], "listen"),
    ])
  func didYouMean(arguments: [String], meant: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.talk.contains("did you mean \"\(meant)\"?"), "\(outcome.talk)")
    #expect(outcome.output.isEmpty)
  }

  @Test("a word that is like nothing is told without a guess, in JSON as well")
  func noGuess() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["qwertzuiop", "--json"])
    #expect(outcome.status == 64 && !outcome.talk.contains("did you mean"))
    #expect(outcome.talk.contains("\"alight --help\" lists them"))
    #expect(outcome.object?["schema"] as? String == "alight.failure/1")
    #expect(try program.run(["new", "--frm", "x"]).talk.contains("--from"), "options have the parser's own guess")
  }
}
