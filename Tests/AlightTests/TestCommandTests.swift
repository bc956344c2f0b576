import Foundation
import Testing

@Suite("alight test")
struct TestCommandTests {
  @Test("passes a folder of cases, and tells a table")
  func folder() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("test", Program.root.appending(path: "Tests/Utterances").path)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("interval"))
  }

  @Test("fails with the case that is not understood as expected")
  func failure() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "cases.tsv")
    try Data("question\tutterance\texpected\nto\tpregarten\tHagenberg\nto\tasdfgh\tNONE\n".utf8).write(to: file)
    let outcome = try program.run("test", file.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("pregarten"))
    #expect(!outcome.output.contains("asdfgh"))
  }

  @Test("refuses cases that it cannot read", arguments: [("missing.tsv", 66), ("bad.tsv", 65)])
  func unreadable(name: String, status: Int32) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: name)
    if name == "bad.tsv" { try Data("only one column\n".utf8).write(to: file) }
    #expect(try program.run("test", file.path).status == status)
  }
}
