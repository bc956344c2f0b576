import Foundation
import Journey
import Matching
import Testing

@testable import BatchTest
@testable import alight

@Suite("Reading test cases")
struct BatchTestTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "cases-\(UUID().uuidString)")

  private func written(_ text: String, as name: String = "cases.tsv") throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func cases(_ text: String, as name: String = "cases.tsv") throws -> [TestCase] {
    defer { try? FileManager.default.removeItem(at: folder) }
    return try CaseFiles.read([try written(text, as: name)])
  }

  private func failure(_ text: String, as name: String = "cases.tsv") throws -> BatchTestError? {
    #expect(throws: BatchTestError.self) { try cases(text, as: name) }
  }

  @Test("TSV, CSV, NDJSON and YAML tell the same case")
  func formats() throws {
    let texts = [
      (
        "a.tsv",
        "question\tutterance\texpected\tmode\tlang\ttags\txfail\ninterval\tfünf\tduration:300s\ttime\tde\ta,b\tno\n"
      ),
      (
        "a.csv",
        "question,utterance,expected,mode,lang,tags,xfail\r\ninterval,fünf,duration:300s,time,de,\"a,b\",no\r\n"
      ),
      (
        "a.ndjson",
        #"{"question":"interval","utterance":"fünf","expected":"duration:300s","mode":"time","lang":"de","tags":["a","b"],"xfail":"no"}"#
      ),
      (
        "a.yaml",
        """
        lang: de
        cases:
          - {question: interval, utterance: fünf, expected: "duration:300s", mode: time, tags: [a, b], xfail: "no"}
        """
      ),
    ]
    for (name, text) in texts {
      let read = try #require(try cases(text, as: name).first, "\(name)")
      #expect(read.question == "interval" && read.utterance == "fünf" && read.mode == .time, "\(name)")
      #expect(read.language == "de" && read.tags == ["a", "b"] && read.xfail == "no", "\(name)")
    }
  }

  @Test("a quoted field of a CSV may hold commas, quotes and line ends, and lines are counted on")
  func quotedFields() throws {
    let text = "question,utterance,expected\nto,\"a \"\"b\"\", c\nd\",NONE\nto,e,NONE\n"
    let read = try cases(text, as: "a.csv")
    #expect(read.map(\.utterance) == ["a \"b\", c\nd", "e"])
    #expect(read.map(\.place.line) == [2, 4])
  }

  @Test("a byte order mark, CR LF, comments and empty lines are passed over")
  func decoration() throws {
    let read = try cases("\u{FEFF}question\tutterance\texpected\r\n# why\r\n\r\nto\tx\tNONE\r\n")
    #expect(read.map(\.place.line) == [4])
  }

  @Test("the tier says how surely a value must be understood")
  func tiers() throws {
    let read = try cases("question\tutterance\texpected\ttier\nto\ta\tA\t\nto\ta\tA\tconfirm\nto\ta\tfrom=A\tany\n")
    let expectations = read.compactMap { if case .answer(_, let expectation) = $0.subject { expectation } else { nil } }
    #expect(expectations == [.accept("A"), .confirm("A"), .slots([.from: .heard("A")], times: [:])])
  }

  @Test(
    "what cannot be a case is told with its line, and ends with 65",
    arguments: [
      ("question\tutterance\texpected\nwhere\tx\ty\n", "line 2"), ("utterance\tquestion\nx\tto\n", "line 1"),
      ("question\tutterance\texpected\tmode\ninterval\t5\tstops:5\tspeed\n", "line 2"),
      ("question\tutterance\texpected\nto\tx\t\n", "line 2"),
      ("question\tutterance\texpected\n\nto\tx\twhen=now\n", "line 3"),
      ("question\tutterance\texpected\nto\tx\tto=a;to=b\n", "line 2"),
      ("question\tutterance\texpected\texpected\nto\tx\ta\tb\n", "line 1"),
      ("question\tutterance\texpected\nto\tx\ta\tb\n", "line 2"),
      ("question\tutterance\texpected\ttier\nto\tx\ta\tsure\n", "line 2"), ("", "line 1"), ("\n\n", "line 1"),
      ("id\tname\na\tb\n", "line 1"),
    ])
  func badCase(text: String, place: String) throws {
    let failure = try failure(text)
    #expect(failure?.kind == .badData)
    #expect(failure?.description.contains(place) == true, "\(failure?.description ?? "")")
  }

  @Test(
    "what cannot be NDJSON, CSV or a script is told with its line",
    arguments: [
      ("a.ndjson", "{\"question\":\"to\",\"utterance\":\"x\",\"expected\":\"y\"}\nnot json\n", "line 2"),
      ("a.ndjson", "{\"question\":\"to\"}\n", "line 1"), ("a.ndjson", "[1]\n", "line 1"),
      ("a.csv", "question,utterance,expected\nto,\"x\n", "line 2"),
      ("a.yaml", "dialogues:\n  - name: x\n    turns: [\n", "line"), ("a.yaml", "dialogue: []\n", "line 1"),
      ("a.yaml", "now: 2026-12-01T08:00:00Z\ndialogues:\n  - name: x\n    turns: []\n", "line 3"),
      ("a.yaml", "dialogues:\n  - name: x\n    turns:\n      - say: hello\n", "line 2"),
      (
        "a.yaml",
        "now: 2026-12-01T08:00:00Z\ndialogues:\n  - name: x\n    turns:\n      - {say: a, prompts: [ask.you]}\n",
        "line 5"
      ),
      (
        "a.yaml", "now: 2026-12-01T08:00:00Z\ndialogues:\n  - name: x\n    turns:\n      - {say: a, wav: b}\n", "line 5"
      ),
      ("a.yaml", "now: 2026-12-01T08:00:00Z\ndialogues:\n  - name: x\n    turns:\n      - {do: sleep}\n", "line 5"),
      (
        "a.yaml", "now: 2026-12-01T08:00:00Z\ndialogues:\n  - name: x\n    turns:\n      - {say: a, zone: clear}\n",
        "line 5"
      ),
      (
        "a.yaml", "now: 2026-12-01T08:00:00Z\ndialogues:\n  - name: x\n    turns:\n      - {heard: [a], zone: loud}\n",
        "line 5"
      ),
    ])
  func badFormats(name: String, text: String, place: String) throws {
    let failure = try failure(text, as: name)
    #expect(failure?.kind == .badData)
    #expect(failure?.description.contains(place) == true, "\(failure?.description ?? "")")
  }

  @Test("bytes that are no UTF-8 are told with their line")
  func encoding() throws {
    let path = try written("")
    defer { try? FileManager.default.removeItem(at: folder) }
    try (Data("question\tutterance\texpected\nto\t".utf8) + Data([0xFF, 0xFE]) + Data("\tNONE\n".utf8))
      .write(to: URL(filePath: path))
    let failure = #expect(throws: BatchTestError.self) { try CaseFiles.read([path]) }
    #expect(failure?.kind == .badData && failure?.description.contains("line 2") == true)
  }

  @Test("a missing file of cases ends with 66")
  func missingFile() {
    let failure = #expect(throws: BatchTestError.self) { try CaseFiles.read(["/nonexistent/cases.tsv"]) }
    #expect(failure?.kind == .noInput)
  }

  @Test("options name the line of a mistake")
  func badOptions() throws {
    let path = try written("id\tname\tlat\tlon\na\tLinz\t48.3\t14.3\nb\tGraz\tnorth\teast\n")
    defer { try? FileManager.default.removeItem(at: folder) }
    let failure = #expect(throws: OptionsFileError.self) { try OptionsFile.read([path]) }
    #expect(failure?.status == .badData)
    #expect(failure?.description.contains("line 3") == true)
  }

  @Test("to ask means to offer exactly what is expected")
  func asking() throws {
    let place = CasePlace(file: "x", line: 1)
    let candidates = ["A", "B"].map { Candidate(value: $0, name: $0, score: 0.7) }
    let match = Match(utterance: "x", decision: .ask, candidates: candidates, reason: .init(.ambiguous, "x"))
    func fits(_ text: String) throws -> Bool {
      try Expectation(text, at: place).fits(match, policy: MatchPolicy())
    }
    #expect(try fits("ASK:B|A") && fits("ASK"))
    #expect(try !fits("ASK:A") && !fits("ASK:A|B|C") && !fits("A"))
  }

  @Test("words are counted wrong that are other, left out or added")
  func wordErrors() {
    #expect(WordErrorRate.distance(["two", "stops", "before"], ["two", "stop"]) == 2)
    var rate = WordErrorRate()
    rate.add(heard: "by the time", reference: "By time.")
    rate.add(heard: "", reference: "two stops")
    #expect(rate.rate == 0.75)
  }
}
