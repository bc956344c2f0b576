import Foundation
import Testing

/// Days of riders from the first word to the last alert, as scripts: a line with `$` is a command, one with `>` must be in what it
/// says, one with `!` must not.
@Suite("Journeys")
struct JourneyTests {
  private static let folder = Program.root.appending(path: "Tests/Utterances/journeys")

  private struct Step {
    var line: Int
    var command: String
    var expected: [String] = []
    var unwanted: [String] = []
  }

  private static func steps(_ name: String) throws -> [Step] {
    let text = try String(contentsOf: folder.appending(path: "\(name).journey"), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().reduce(into: []) { steps, line in
      let rest = String(line.element.dropFirst(2))
      switch line.element.prefix(2) {
      case "$ ": steps.append(Step(line: line.offset + 1, command: rest))
      case "> ": steps[steps.count - 1].expected.append(rest)
      case "! ": steps[steps.count - 1].unwanted.append(rest)
      default: break
      }
    }
  }

  @Test("are as they are written down", arguments: ["commuting", "parking", "errands", "platform"])
  func journey(name: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let steps = try Self.steps(name)
    // One shell for all, so that what runs in the background goes on; each command's words go into a file of their own.
    let script = """
      cd "$JOURNEY"
      id() { alight reminders list --json | python3 -c 'import json, sys
      print([r["id"] for r in map(json.loads, sys.stdin) if r.get("visit", {}).get("event", "ride") == sys.argv[1]][-1])' "$1"; }
      """
    let commands = steps.enumerated().map { "{ \($0.element.command)\n} > step\($0.offset).said 2>&1" }
    let file = program.folder.appending(path: "journey.sh")
    try ([script] + commands).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let shell = program.process([file.path], executable: URL(filePath: "/bin/bash"))
    var environment = shell.environment ?? [:]
    environment["JOURNEY"] = program.folder.path
    // Where the runner listens for a word of the rider's.
    environment["XDG_RUNTIME_DIR"] = program.folder.path
    // Times of day are those of the demonstration network.
    environment["TZ"] = "Europe/Vienna"
    environment["PATH"] =
      "\(Program.executable.deletingLastPathComponent().path):\(Self.folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    shell.environment = environment
    let played = try program.run(shell, input: Data())
    for (number, step) in steps.enumerated() {
      let said = (try? String(contentsOf: program.folder.appending(path: "step\(number).said"), encoding: .utf8)) ?? ""
      for text in step.expected {
        #expect(said.contains(text), "\(name).journey:\(step.line): \(text) is not in: \(said)\(played.talk)")
      }
      for text in step.unwanted {
        #expect(!said.contains(text), "\(name).journey:\(step.line): \(text) is in: \(said)")
      }
    }
  }
}
