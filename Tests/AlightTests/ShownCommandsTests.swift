import Foundation
import Testing

@testable import alight

/// The commands of the README and of the help topics, run as they stand in the order of the texts, by somebody who has nothing yet.
@Suite(
  "Every command shown", .tags(.alone),
  .enabled(
    if: Program.hasSpeechModel && Program.isWhole,
    "no speech model is installed, or Alight built without one of its traits"))
struct ShownCommandsTests {
  /// What stands for something of the reader's own, and what is lacking where the tests run: no microphone, no runner, no receiver.
  private static let endings: [(beginning: String, status: [Int32])] = [
    ("alight voice listen", [69]), ("alight voice adapt", [66]), ("alight doctor --test-alarm", [0, 69]),
    ("alight run --nmea /dev/ttyUSB0", [66]), ("alight alert status", [69]), ("alight alert snooze", [69]),
    ("alight alert done", [69]), ("alight alert stop", [69]),
    // Without a network, a feed or a receiver.
    ("alight live add bart", [66]), ("alight live show", [66]), ("alight live check bart", [66]),
    ("alight live remove bart", [66]), ("alight onboard ride.gpx", [66]), ("alight run --position vehicle", [66]),
    // Misspelt commands are a matter of degree.
    ("alight test --fuzz", [0, 1]),
  ]
  /// What goes on until it is ended, with what it says first.
  private static let lasting = ["alight run", "alight serve"]

  private let program: Program
  private let folder: URL

  init() throws {
    var program = try Program()
    folder = program.folder.appending(path: "fresh")
    program.environment = ["HOME": folder.path, "XDG_DATA_HOME": folder.appending(path: ".local/share").path]
    self.program = program
    let files = FileManager.default
    try files.createDirectory(at: folder.appending(path: "Tests/Utterances"), withIntermediateDirectories: true)
    try files.copyItem(at: Program.root.appending(path: "Audio"), to: folder.appending(path: "Audio"))
    for name in ["modes.tsv", "choices.tsv"] {
      try files.copyItem(
        at: Program.root.appending(path: "Tests/Utterances/\(name)"),
        to: folder.appending(path: "Tests/Utterances/\(name)"))
    }
    // What the texts call by names of their own.
    try files.copyItem(at: Program.root.appending(path: "Prompts/demo-network"), to: folder.appending(path: "FEED.zip"))
    try files.copyItem(
      at: Program.root.appending(path: "Audio/answers/interval.wav"), to: folder.appending(path: "answer.wav"))
    let recordings = folder.appending(path: ".local/share/alight/recordings")
    try files.createDirectory(at: recordings, withIntermediateDirectories: true)
    try Data("question\tutterance\texpected\nmode\tby time\ttime\n".utf8).write(
      to: recordings.appending(path: "recordings.tsv"))
  }

  @Test("does what it is shown for, in the order of the texts, on one fresh folder")
  func all() throws {
    defer { program.cleanUp() }
    let commands = try Self.shown()
    #expect(commands.count > 80)
    for command in commands {
      try prepare(command)
      let ends = Self.endings.contains { command.hasPrefix($0.beginning) }
      if Self.lasting.contains(where: command.hasPrefix), !ends {
        try runs(command)
      } else {
        let answers = ["linz hbf", "hagenberg", "2 stops", "yes"]
        let lines = command.contains("--ndjson") ? answers.map { "{\"text\": \"\($0)\"}" } : answers
        let outcome = try program.run(process(command), input: Data(lines.map { $0 + "\n" }.joined().utf8))
        let expected = Self.endings.first { command.hasPrefix($0.beginning) }?.status ?? [0]
        #expect(expected.contains(outcome.status), "\(command): \(outcome.status), \(outcome.talk.suffix(400))")
        #expect(
          !outcome.output.isEmpty || !outcome.talk.isEmpty || command.contains("--output"), "\(command) says nothing")
      }
    }
  }

  private static func shown() throws -> [String] {
    let readme = try String(contentsOf: Program.root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.matches(of: /```sh\n([^`]*)```/).flatMap { $0.output.1.split(separator: "\n").map(String.init) }
    let terms = HelpTopic.all.flatMap(\.entries).map(\.term)
    return (blocks + terms).map { String($0.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces) }
      .filter { $0 == "alight" || $0.hasPrefix("alight ") }
  }

  /// Makes what the reader of a command has: the record that is to be taken over, and a ride that is recorded.
  private func prepare(_ command: String) throws {
    if command.contains("reminders.json") {
      let records = try program.run(["reminders", "export", "--all"]).output
      try Data(records.utf8).write(to: folder.appending(path: "reminders.json"))
    }
    if command.contains("RIDE.gpx") {
      let made = try program.run(
        "--json", "--now", Program.now, lines: "from linz hbf to hagenberg, two stops before", "yes")
      let record = folder.appending(path: "record.json")
      try Data(made.output.utf8).write(to: record)
      let ride = try program.runLab(["make-ride", record.path, "--out", folder.appending(path: "RIDE.gpx").path])
      try #require(ride.status == 0, "\(made.talk) \(ride.talk)")
    }
  }

  private func reminder() throws -> String {
    let listed = try program.run(["reminders", "list", "--all", "--json"]).objects
    return try #require(listed.compactMap { $0["id"] as? String }.last)
  }

  private func process(_ command: String) throws -> Process {
    let process = program.process(try words(command))
    process.currentDirectoryURL = folder
    return process
  }

  /// Follows, or waits to follow, until it is interrupted.
  private func runs(_ command: String) throws {
    let lock = folder.appending(path: ".local/share/alight/alight.sqlite.runner")
    try? FileManager.default.removeItem(at: lock)
    let live = try LiveProgram(
      program, try words(command).map { $0 == "RIDE.gpx" ? folder.appending(path: $0).path : $0 })
    // Who can be asked is ready for everything else.
    live.wait { (try? String(contentsOf: lock, encoding: .utf8))?.contains("control") ?? false }
    live.interrupt()
    let outcome = live.end()
    #expect([0, 130].contains(outcome.status), "\(command): \(outcome.status), \(outcome.talk.suffix(400))")
  }

  /// The words of a command as a shell parts them, with what they stand for.
  private func words(_ command: String) throws -> [String] {
    try command.matches(of: /"([^"]*)"|([^\s"]+)/).dropFirst().map { match in
      let word = String(match.output.1 ?? match.output.2 ?? "")
      if word == "ID" || word == "1a2b" { return try reminder() }
      return word.hasPrefix("~/") ? folder.path + word.dropFirst() : word
    }
  }
}
