import Foundation
import Testing

@Suite("alight voice record")
struct VoiceRecordTests {
  private func folder(_ program: Program) -> URL { program.folder.appending(path: "voices") }

  private func arguments(_ program: Program, _ more: String...) -> [String] {
    ["voice", "record", "--question", "mode", "--prompts", "3", "--folder", folder(program).path] + more
  }

  @Test("shows what would be read without recording: every question in turn, the same each time")
  func list() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let listed = try program.run("voice", "record", "--list", "--prompts", "50")
    let again = try program.run("voice", "record", "--list", "--prompts", "50")
    #expect(listed.status == 0 && listed.output == again.output)
    let rows = listed.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.count == 50 && Set(rows).count == 50)
    for question in ["from", "to", "mode", "interval", "command"] {
      #expect(rows.count { $0[0] == question } == 10)
    }
    let intervals = rows.filter { $0[0] == "interval" }
    #expect(Set(intervals.map { $0[1] }) == ["time", "stations", "distance"])
    #expect(rows.contains { $0[0] == "to" && $0[3].hasSuffix($0[2]) && $0[3] != $0[2] }, "a stop in a sentence")
    #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: "data").path) == false)
  }

  @Test("reads German phrases from their own section")
  func german() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let listed = try program.run("voice", "record", "--list", "--lang", "de", "--question", "command")
    #expect(listed.status == 0, "\(listed.talk)")
    #expect(listed.output.contains("CMD:help\tHilfe"))
  }

  @Test("says what is kept and where, and records nothing unless that is agreed to")
  func consent() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let declined = try program.run(arguments(program), input: Data("no\n".utf8))
    #expect(declined.status == 0)
    #expect(declined.talk.contains(folder(program).path) && declined.talk.contains("nothing is sent anywhere"))
    #expect(declined.talk.contains("Nothing was recorded"))
    let silent = try program.run(arguments(program))
    #expect(silent.status == 75)
    #expect(!FileManager.default.fileExists(atPath: folder(program).path))
  }

  @Test("refuses a name that is no name, and a number that is none")
  func usage() throws {
    let program = try Program()
    defer { program.cleanUp() }
    for wrong in [["--speaker", "../me"], ["--speaker", ""], ["--prompts", "0"], ["--question", "why"]] {
      #expect(try program.run(["voice", "record"] + wrong).status == 64, "\(wrong)")
    }
    #expect(try program.run("voice", "record", "--lang", "xx").status != 0)
  }

  @Test("without a microphone ends with 69, and with a table that is damaged with 65")
  func noMicrophone() throws {
    var program = try Program()
    defer { program.cleanUp() }
    program.environment = ["PULSE_SERVER": "unix:/nonexistent", "PATH": "/usr/bin:/bin"]
    let outcome = try program.run(arguments(program), input: Data("yes\n\n".utf8))
    #expect(outcome.status == 69, "\(outcome.talk)")
    try Data("question\n\u{1}".utf8).write(to: folder(program).appending(path: "recordings.tsv"))
    #expect(try program.run(arguments(program), input: Data("yes\n".utf8)).status == 65)
  }
}
