import Foundation
import Testing

@Suite("alight test")
struct TestCommandTests {
  /// A program and a file of cases.
  private func program(_ text: String = "", as name: String = "cases.tsv") throws -> (Program, String) {
    let program = try Program()
    let file = program.folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return (program, file.path)
  }

  private static let header = "question\tutterance\texpected"

  @Test("all cases of our own are understood as expected")
  func ownCases() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("test", Program.root.appending(path: "Tests/Utterances").path, "--json")
    #expect(outcome.status == 0)
    let cases = try #require(outcome.object?["cases"] as? [[String: Any]])
    for failed in cases where failed["status"] as? String == "failed" {
      Issue.record(
        "\(failed["file"] ?? ""), line \(failed["line"] ?? ""): \(failed["utterance"] ?? ""): expected \(failed["expected"] ?? ""), got \(failed["got"] ?? "")"
      )
    }
    #expect(cases.count >= 150)
  }

  @Test(
    "tells a failure with what was expected and what was understood, and counts taking a value then as a false accept")
  func failure() throws {
    let (program, file) = try program(
      "\(Self.header)\nto\tpregarten\tHagenberg\nto\tasdfgh\tNONE\nto\thagenberg\tNONE\n")
    defer { program.cleanUp() }
    let outcome = try program.run("test", file)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("pregarten") && !outcome.output.contains("asdfgh"))
    #expect(outcome.output.hasSuffix("2 of 3 cases failed\n"))
    let total = try #require(try program.run("test", file, "--json").object?["total"] as? [String: Any])
    #expect(total["false_accepts"] as? Int == 2)
  }

  @Test("a case that is expected to fail fails no run, and is told when it passes")
  func expectedFailure() throws {
    let (program, file) = try program(
      "\(Self.header)\txfail\nto\thagenberg\tPregarten\tnot yet\nto\tpregarten\tPregarten\tlong mended\n")
    defer { program.cleanUp() }
    let outcome = try program.run("test", file)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("passes now") && outcome.output.contains("long mended"))
    #expect(outcome.output.hasSuffix("all 1 cases passed, 1 failed as expected\n"))
  }

  @Test("each case is read with the words of its own language")
  func languages() throws {
    let (program, file) = try program(
      "\(Self.header)\tlang\ninterval\tzwei haltestellen\tstops:2\tde\ninterval\ttwo stops\tstops:2\ten\ninterval\tzwei haltestellen\tNONE\ten\n"
    )
    defer { program.cleanUp() }
    let outcome = try program.run("test", file)
    #expect(outcome.status == 0, "\(outcome.output)")
    try Data("\(Self.header)\tlang\nto\tx\tNONE\txx\n".utf8).write(to: URL(filePath: file))
    let unknown = try program.run("test", file)
    #expect(unknown.status == 65 && unknown.talk.contains("line 2"))
  }

  @Test("options that are not there are told with the case that names them")
  func missingOptions() throws {
    let (program, file) = try program("\(Self.header)\toptions\nto\tx\tNONE\tnone.tsv\n")
    defer { program.cleanUp() }
    let outcome = try program.run("test", file)
    #expect(outcome.status == 65 && outcome.talk.contains("line 2") && outcome.talk.contains("none.tsv"))
  }

  @Test("an utterance that would move the cursor or clear the screen is printed harmlessly")
  func controlCharacters() throws {
    let (program, file) = try program("\(Self.header)\nto\t\u{1B}[2J\u{7}\tHagenberg\n")
    defer { program.cleanUp() }
    let outcome = try program.run("test", file)
    #expect(outcome.status == 1 && !outcome.output.contains("\u{1B}") && !outcome.output.contains("\u{7}"))
  }

  @Test("a time of travel counts where a case names one")
  func times() throws {
    let sentence = "from linz hbf to hagenberg arriving before noon"
    let slots = "from=Linz Hauptbahnhof;to=Hagenberg"
    let (program, file) = try program(
      "\(Self.header)\nfrom\t\(sentence)\t\(slots)\nfrom\t\(sentence)\t\(slots);arrival=12:00\nfrom\t\(sentence)\t\(slots);departure=12:00\n"
    )
    defer { program.cleanUp() }
    let outcome = try program.run("test", file)
    #expect(outcome.output.hasSuffix("1 of 3 cases failed\n"), "\(outcome.output)")
    #expect(outcome.output.contains("expected \(slots);departure=12:00, got \(slots);arrival=12:00"))
  }

  @Test("refuses cases that it cannot read", arguments: [("missing.tsv", 66), ("bad.tsv", 65), ("bad.wav", 65)])
  func unreadable(name: String, status: Int32) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: name)
    if name != "missing.tsv" { try Data("only one column\n".utf8).write(to: file) }
    #expect(try program.run("test", file.path).status == status)
  }
}
