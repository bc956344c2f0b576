import Foundation
import Testing

@Suite("What makes a run of alight test fail")
struct TestVerdictTests {
  private static let ownCases = Program.root.appending(path: "Tests/Utterances/intervals.tsv").path

  private func write(_ text: String, _ name: String, in program: Program) throws -> String {
    let file = program.folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("a mistake made in the prompts shows as regressions against the run before, and mending it as new passes")
  func brokenPrompts() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let (good, bad) = (program.folder.appending(path: "good"), program.folder.appending(path: "bad"))
    let page = program.folder.appending(path: "report.html")
    #expect(try program.run("test", Self.ownCases, "--out", good.path).status == 0)

    let home = program.folder.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let prompts = home.appending(path: "Prompts")
    try FileManager.default.copyItem(at: Program.root.appending(path: "Prompts"), to: prompts)
    let english = prompts.appending(path: "en.yaml")
    let text = try String(contentsOf: english, encoding: .utf8)
    let broken = text.replacing(
      "- {mode: stations, factor: 1, words: [stop, stops,", with: "- {mode: stations, factor: 1, words: [")
    #expect(broken != text)
    try Data(broken.utf8).write(to: english)

    program.environment["ALIGHT_HOME"] = home.path
    let report = good.appending(path: "report.json").path
    let worse = try program.run(
      "test", Self.ownCases, "--baseline", report, "--out", bad.path, "--html", page.path)
    #expect(worse.status == 1)
    #expect(worse.output.contains("interval \"two stops\": expected stops:2, was stops:2, is "))
    #expect(try String(contentsOf: page, encoding: .utf8).contains("Broken since the baseline"))

    program.environment["ALIGHT_HOME"] = Program.root.path
    let better = try program.run("test", Self.ownCases, "--baseline", bad.appending(path: "report.json").path)
    #expect(better.status == 0)
    #expect(better.output.contains("new passes: ") && better.output.contains("against the baseline: 0 regressions"))
  }

  @Test("with a baseline a case that failed before may go on failing, and lines may move")
  func baseline() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let header = "question\tutterance\texpected\n"
    let before = try write(header + "to\thagenberg\tPregarten\nmode\tby time\ttime\n", "cases.tsv", in: program)
    let report = try write(program.run("test", before, "--json").output, "before.json", in: program)
    _ = try write(
      header + "mode\tby time\ttime\n# moved\nto\thagenberg\tPregarten\nto\tx\tHagenberg\n", "cases.tsv", in: program)
    let outcome = try program.run("test", before, "--baseline", report)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("0 regressions, 0 new passes, 1 cases added, 0 removed"))
    #expect(try program.run("test", before, "--baseline", before).status == 65)
    #expect(try program.run("test", before, "--baseline", "/none.json").status == 66)
  }

  private static let options: [([String], Int32)] = [
    (["--min-accuracy", "0.75"], 0), (["--min-accuracy", "76%"], 1), (["--max-false-accept", "25%"], 0),
    (["--max-false-accept", "0.2"], 1), (["--min-accuracy", "2"], 64), (["--maxfail", "0"], 64), (["-j", "0"], 64),
    (["--json", "--tap"], 64), (["--write"], 64), ([], 1),
  ]

  @Test("limits decide instead of single failures", arguments: options)
  func limits(options: [String], status: Int32) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = try write(
      "question\tutterance\texpected\nto\thagenberg\tPregarten\nmode\tby time\ttime\nmode\tby stops\tstations\nto\tx\tNONE\n",
      "cases.tsv", in: program)
    #expect(try program.run(["test", file] + options).status == status)
  }

  @Test("stops after so many failures, and runs first what failed last")
  func failing() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = try write(
      "question\tutterance\texpected\nmode\tby time\ttime\nto\thagenberg\tNONE\nmode\tby stops\tstations\nto\tpregarten\tNONE\n",
      "cases.tsv", in: program)
    #expect(try program.run("test", file, "-x").output.hasSuffix("1 of 2 cases failed\n"))
    #expect(try program.run("test", file).output.hasSuffix("2 of 4 cases failed\n"))
    #expect(
      try program.run("test", file, "--failed-first", "--maxfail", "2", "-j4").output.hasSuffix("2 of 2 cases failed\n")
    )
    #expect(try program.run("test", file, "-k", "BY STOPS", "-q").output == "all 1 cases passed\n")
    #expect(try program.run("test", file, "-k", "not hagenberg", "-k", "not pregarten").status == 0)
    #expect(try program.run("test", file, "-k", "nowhere").status == 64)
  }

  @Test("what was understood is written into the failed cases, and nothing else is changed")
  func updateExpected() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = try write(
      "question\tutterance\texpected\ttags\r\n# kept\r\nto\thagenberg\tPregarten\ta,b\r\nto\tx\tNONE\t\r\n",
      "cases.tsv",
      in: program)
    let objects = try write(
      "{\"utterance\": \"by time\", \"expected\" : \"distance\", \"question\": \"mode\"}\n", "cases.ndjson", in: program
    )
    let outcome = try program.run("test", file, objects, "--update-expected")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("- to\thagenberg\tPregarten\ta,b\n+ to\thagenberg\tHagenberg\ta,b"))
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "question\tutterance\texpected\ttags\r\n# kept\r\nto\thagenberg\tHagenberg\ta,b\r\nto\tx\tNONE\t\r\n")
    #expect(
      try String(contentsOfFile: objects, encoding: .utf8)
        == "{\"utterance\": \"by time\", \"expected\" : \"by time\", \"question\": \"mode\"}\n")
    #expect(try program.run("test", file, objects).status == 0)
  }
}
