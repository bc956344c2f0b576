import Foundation
import Testing

@Suite("Reports of alight test")
struct TestReportTests {
  /// Cases of every outcome, with words that mean something to XML, HTML, YAML and CSV.
  private static let cases = """
    question\tutterance\texpected\ttags\txfail
    to\tpregarten\tHagenberg\tshort\t
    to\t<b>"x" & 'y'</b> # z\tHagenberg\tshort\t
    to\thagenberg\tPregarten\t\tnot <yet>
    to\tlinz hbf\tLinz Hauptbahnhof\t\t
    mode\tby time\ttime\tshort\twas wrong & is right
    interval\ttwo stops\tstops:2\t\t

    """

  private func program() throws -> (Program, String) {
    let program = try Program()
    let file = program.folder.appending(path: "cases.tsv")
    try Data(Self.cases.utf8).write(to: file)
    return (program, file.path)
  }

  /// What a few lines of Python, which shares no code with the program, make of a file.
  private func python(_ program: Program, _ script: String, _ path: String) throws -> String {
    let process = program.process(["python3", "-c", script, path], executable: URL(filePath: "/usr/bin/env"))
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("every file of --out is read by another program as what it claims to be")
  func formats() throws {
    let (program, file) = try program()
    defer { program.cleanUp() }
    let out = program.folder.appending(path: "out")
    #expect(try program.run("test", file, "--out", out.path).status == 1)
    func read(_ name: String, _ script: String) throws -> String {
      try python(
        program, "import sys,json,csv\nimport xml.etree.ElementTree as E\n" + script, out.appending(path: name).path)
    }
    #expect(
      try read("junit.xml", "r=E.parse(sys.argv[1]).getroot();print(r.get('tests'),r.get('failures'),r.get('skipped'))")
        == "6 2 1")
    #expect(
      try read("junit.xml", "print(E.parse(sys.argv[1]).findall('.//testcase[failure]')[1].get('name'))")
        == "to \"<b>\"x\" & 'y'</b> # z\"")
    #expect(
      try read(
        "report.json", "r=json.load(open(sys.argv[1]));print(r['schema'],r['total']['cases'],r['total']['right'])")
        == "alight.test/1 6 3")
    #expect(try read("errors.json", "print(len(json.load(open(sys.argv[1]))))") == "3")
    #expect(try read("successes.json", "print(len(json.load(open(sys.argv[1]))))") == "3")
    #expect(try read("confusion.csv", "print(len(list(csv.DictReader(open(sys.argv[1])))))") == "6")
    for name in ["confusion.svg", "histogram.svg"] {
      #expect(try read(name, "print(E.parse(sys.argv[1]).getroot().tag)") == "{http://www.w3.org/2000/svg}svg")
    }
  }

  @Test("the page stands alone, has both charts, and holds what was said as text")
  func page() throws {
    let (program, file) = try program()
    defer { program.cleanUp() }
    let page = program.folder.appending(path: "report.html")
    #expect(try program.run("test", file, "--html", page.path).status == 1)
    let html = try String(contentsOf: page, encoding: .utf8)
    #expect(html.contains("<svg") && html.contains("What was taken for what") && html.contains("Scores"))
    #expect(html.contains("&lt;b&gt;") && !html.contains("<b>"))
    for foreign in ["<script", "src=", "href=", "url(", "@import"] { #expect(!html.contains(foreign)) }
    // The parser knows no page from another, but it knows tags that are never closed.
    let tags =
      "import sys,html.parser\nopen_=[]\nclass P(html.parser.HTMLParser):\n def handle_starttag(s,t,a):\n"
      + "  if t not in('meta','br','wbr'):open_.append(t)\n def handle_startendtag(s,t,a):pass\n"
      + " def handle_endtag(s,t):\n  assert open_.pop()==t,t\nP().feed(open(sys.argv[1]).read());print(len(open_))"
    #expect(try python(program, tags, page.path) == "0")
  }

  @Test("TAP numbers its points, and tells what is expected to fail as a thing to do")
  func tap() throws {
    let (program, file) = try program()
    defer { program.cleanUp() }
    let outcome = try program.run("test", file, "--tap")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["TAP version 14", "1..6"])
    #expect(lines.filter { $0.hasPrefix("ok ") }.count == 3 && lines.filter { $0.hasPrefix("not ok ") }.count == 3)
    #expect(lines.contains { $0.hasPrefix("not ok 3 ") && $0.hasSuffix("# TODO not <yet>") })
    #expect(lines.contains { $0.hasPrefix("not ok 2 ") && $0.hasSuffix("\\# z\"") })
  }

  @Test("the same cases give the same bytes, however many run at once and in which order")
  func sameBytes() throws {
    let program = try Program()
    defer { program.cleanUp() }
    // Answers and dialogues in two languages; all that there are would take minutes and show no more.
    let cases = [
      "intervals.tsv", "stops.tsv", "dialogues/repairing.yaml", "de/commands.tsv", "de/dialogues/mentions.yaml",
    ]
    .map { Program.root.appending(path: "Tests/Utterances/\($0)").path }
    let runs = try [["-j", "1"], ["-j", "2"], ["-j7", "--failed-first"]].enumerated().map { number, options in
      let out = program.folder.appending(path: "out-\(number)")
      let outcome = try program.run(["test"] + cases + ["--out", out.path, "--explain", "--coverage"] + options)
      let files = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
      return try [Data(outcome.output.utf8)] + files.map { try Data(contentsOf: out.appending(path: $0)) }
    }
    #expect(runs[0].count == 9)
    #expect(runs[0] == runs[1] && runs[0] == runs[2])
  }

  @Test("times are told only where they are asked for")
  func timings() throws {
    let (program, file) = try program()
    defer { program.cleanUp() }
    #expect(try !program.run("test", file, "--json").output.contains("microseconds"))
    let timed = try program.run("test", file, "--json", "--timings")
    #expect((timed.object?["timings"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test("a folder that cannot be written ends with 74 and names it")
  func unwritable() throws {
    let (program, file) = try program()
    defer { program.cleanUp() }
    let outcome = try program.run("test", file, "--html", "/proc/none/report.html")
    #expect(outcome.status == 74 && outcome.talk.contains("/proc/none/report.html"))
  }
}
