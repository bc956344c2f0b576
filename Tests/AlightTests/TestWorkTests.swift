import Foundation
import TestServers
import Testing

@testable import BatchTest
@testable import alight

@Suite("Dialogues, recordings, noise, thresholds and lint of alight test")
struct TestWorkTests {
  private func program(_ text: String, as name: String) throws -> (Program, String) {
    let program = try Program()
    let file = program.folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return (program, file.path)
  }

  @Test("a dialogue that goes otherwise shows what differs in which turn, and at its end")
  func dialogue() throws {
    let script = """
      dialogues:
        - name: wrong
          turns:
            - say: linz hbf
              slots: {from: Linz Hauptplatz, to: ~}
              prompts: [ask.to]
            - say: hagenberg, two stops before
              state: ask mode
          reminder: {to: Hagenberg}
        - name: over
          turns: [{say: cancel}, {say: "yes"}, {say: more}]
      """
    let (program, file) = try program(script, as: "d.yaml")
    defer { program.cleanUp() }
    #expect(try program.run("test", file).status == 65)
    let outcome = try program.run("test", file, "--now", Program.now)
    #expect(outcome.status == 1)
    for line in [
      "turn 1, line 4, say \"linz hbf\":", "- slots.from: Linz Hauptplatz", "+ slots.from: Linz Hauptbahnhof",
      "- state: ask mode", "+ state: readback", "- reminder: saved", "the dialogue was over",
    ] {
      #expect(outcome.output.contains(line), "\(line)")
    }
    #expect(!outcome.output.contains("- prompts"))
  }

  @Test(
    "recordings are cases by a text beside them, by a table, and as turns of a dialogue",
    .enabled(if: Program.hasSpeechModel, "no speech model"))
  func recordings() throws {
    let script = """
      now: \(Program.now)
      dialogues:
        - name: spoken
          turns: [{wav: from.wav, slots: {from: Linz Hauptbahnhof}}, {wav: to.wav, slots: {to: Hagenberg}, state: ask mode}]
      """
    let (program, _) = try program(script, as: "d.yaml")
    defer { program.cleanUp() }
    func add(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: program.folder.appending(path: name))
    }
    for name in ["from", "to", "mode"] {
      try FileManager.default.copyItem(
        at: Program.root.appending(path: "Audio/answers/\(name).wav"), to: program.folder.appending(path: "\(name).wav")
      )
    }
    try add("Linz Hauptbahnhof\n", "from.txt")
    try add("Pregarten\nexpected: Pregarten\n", "to.txt")
    try add("question\tutterance\texpected\ttranscript\nmode\tmode.wav\tstations\tby stops\n", "table.tsv")
    let outcome = try program.run("test", program.folder.path, "--json")
    let total = try #require(outcome.object?["total"] as? [String: Any])
    #expect(total["cases"] as? Int == 4 && total["right"] as? Int == 3)
    // "Hagenberg" against "Pregarten" is one word of five that is wrong.
    let speech = try #require(outcome.object?["speech"] as? [String: Any])
    #expect(
      speech["recordings"] as? Int == 3 && speech["exact"] as? Int == 2 && speech["word_error_rate"] as? Double == 0.2)
    #expect(speech["right_as_said"] as? Int == 3 && speech["right_as_heard"] as? Int == 2)
    try add("no recording", "mode.wav")
    let broken = try program.run("test", program.folder.appending(path: "table.tsv").path)
    #expect(broken.status == 65 && broken.talk.contains("line 2"))
  }

  @Test("noise from a seed is the same each time, another from another, and never takes a wrong stop")
  func fuzz() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let first = try program.run("test", "--fuzz", "60", "--seed", "5", "-v", "-k", "from ")
    #expect(first.output == (try program.run("test", "--fuzz", "60", "--seed", "5", "-v", "-k", "from ", "-j3").output))
    #expect(first.output != (try program.run("test", "--fuzz", "60", "--seed", "6", "-v", "-k", "from ").output))
    #expect(first.status == 0, "\(first.output)")
    #expect(try program.run("test").status == 64)
  }

  @Test("lint finds contradictions, doubles, what cannot be expected, and stops that sound alike")
  func lint() throws {
    let cases = """
      question\tutterance\texpected\toptions\tremark
      to\tHagenberg\tHagenberg\t\t
      to\thagenberg!\tPregarten\t\t
      to\tpregarten\tPregarten\t\t
      to\tpregarten\tPregarten\t\t
      to\tatlantis\tAtlantis\t\t
      command\tfly\tCMD:fly\t\t
      interval\tfive\tfive minutes\t\t
      to\tmayer\tm1\tplaces.options.tsv\t

      """
    let (program, file) = try program(cases, as: "cases.tsv")
    defer { program.cleanUp() }
    try Data("id\tname\nm1\tMeyer\nm2\tMaier\nm3\tHuber\n".utf8)
      .write(to: program.folder.appending(path: "places.options.tsv"))
    let outcome = try program.run("test", "lint", program.folder.path, "--json")
    #expect(outcome.status == 1)
    let findings = try #require(outcome.object?["findings"] as? [[String: Any]])
    let kinds = findings.map { "\($0["kind"] ?? "") \($0["line"] ?? "-")" }
    #expect(
      Set(kinds) == [
        "unknown-column 1", "contradiction 3", "duplicate 5", "no-option 6", "no-option 7", "no-option 8",
        "sounds-alike -",
      ])
    #expect(try program.run("test", "lint", Program.root.appending(path: "Tests/Utterances").path).status == 0)
    #expect(try program.run("test", "lint").status == 64)
    _ = file
  }

  @Test("thresholds are only stored when told so, and then count")
  func calibrate() throws {
    let cases =
      "question\tutterance\texpected\nto\tkevamark\tKefermarkt\nto\thagenberg\tHagenberg\n"
    var (program, file) = try program(cases, as: "cases.tsv")
    defer { program.cleanUp() }
    let home = program.folder.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Program.root.appending(path: "Prompts"), to: home.appending(path: "Prompts"))
    program.environment["ALIGHT_HOME"] = home.path
    let stored = home.appending(path: "Prompts/models/thresholds.json")
    try? FileManager.default.removeItem(at: stored)
    // What is only asked back is wrong here, so that a lower threshold is cheaper.
    #expect(try program.run("test", file).status == 1)
    let dry = try program.run("test", file, "--calibrate")
    #expect(dry.status == 0 && dry.output.contains("suggested: accept "))
    #expect(!FileManager.default.fileExists(atPath: stored.path))
    #expect(try program.run("test", file, "--calibrate", "--write").status == 0)
    #expect(try program.run("test", file).status == 0)
    try Data("{}".utf8).write(to: stored)
    let broken = try program.run("test", file)
    #expect(broken.status == 65 && broken.talk.contains("thresholds.json"))
  }

  @Test("a confusion matrix of many stops shows the confused ones, and puts the rarest together")
  func confusionMatrix() throws {
    let outcomes = (0..<60).flatMap { number in
      let testCase = TestCase(
        place: CasePlace(file: "x", line: number + 1), subject: .answer(.to, .accept("S\(number)")), utterance: "s",
        expected: "S\(number)")
      // The first thirty are taken for the next one, some of them more often.
      let wrong = number < 30 ? Array(repeating: false, count: number < 5 ? 3 : 1) : []
      return ([true] + wrong).map { CaseOutcome(testCase, isRight: $0, got: $0 ? "S\(number)" : "S\(number + 1)") }
    }
    let chart = try #require(ConfusionChart(ConfusionTable("to", outcomes)))
    #expect(chart.svg.contains(">S3<") && !chart.svg.contains(">S45<") && chart.svg.contains(">others<"))
    #expect(chart.width < 1200 && chart.height < 1000)
    #expect(ConfusionChart(ConfusionTable("to", outcomes.filter(\.isRight))) == nil)
  }

  @Test("an interrupted run says how far it came")
  func interrupted() throws {
    let lines = (0..<20_000).map { "to\tno \($0) such stop as that\tNONE" }
    let (program, file) = try program(
      "question\tutterance\texpected\n" + lines.joined(separator: "\n"), as: "cases.tsv")
    defer { program.cleanUp() }
    let process = program.process(["test", file, "-j1"])
    let talk = Pipe()
    process.standardError = talk
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    #expect(Patience.wait { takesInterrupts(process) })
    process.interrupt()
    process.waitUntilExit()
    let text = String(decoding: try talk.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 130)
    #expect(text.contains(" of 20000 cases"), "\(text)")
  }

  /// Whether a program has said what is to be done at Ctrl-C, by the kernel's own words.
  private func takesInterrupts(_ process: Process) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8) else {
      return false
    }
    // Not what is ignored, as whoever was started in the background of a shell has inherited it.
    return status.split(separator: "\n").filter { $0.hasPrefix("SigCgt:") }.contains { line in
      line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }.map { $0 & (1 << UInt64(SIGINT - 1)) != 0 }
        ?? false
    }
  }
}
