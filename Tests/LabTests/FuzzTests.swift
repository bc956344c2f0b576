import Foundation
import Matching
import Testing

@testable import alight_lab

@Suite("Fuzzed utterances")
struct FuzzTests {
  private static let prompts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Prompts")

  @Test("crash nothing, and what comes of them is well formed at every question in every language")
  func wellFormed() throws {
    let stops = InventedNames(count: 300)
    let questions = try FuzzQuestions(prompts: Self.prompts) { OptionIndex(stops.options, lexicon: $0) }
    #expect(Set(questions.all.map(\.language)).isSuperset(of: ["de", "en", "ja"]))
    let words = FuzzWords(try Calibrate.lexicon(Self.prompts), stops: stops.names, sentences: [])
    var inputs = FuzzInputs(seed: 3, words: words)
    // Nothing is too slow here: a debug build on a busy machine says nothing of that.
    var run = FuzzRun(questions.all, limit: .infinity)
    var findings: [FuzzFinding] = []
    run.report = { findings.append($0) }
    for _ in 0..<60 { run.answer(inputs.next()) }
    for finding in findings {
      Issue.record("\(finding.language) \(finding.question): \(finding.flaws) of \(finding.utterance.prefix(80))")
    }
  }

  @Test("are the same for the same seed, and others for another")
  func seeded() throws {
    let words = FuzzWords(try Calibrate.lexicon(Self.prompts), stops: ["Linz"], sentences: [])
    func texts(_ seed: UInt64) -> [String] {
      var inputs = FuzzInputs(seed: seed, words: words)
      return (0..<30).map { _ in inputs.next().text }
    }
    #expect(texts(1) == texts(1))
    #expect(texts(1) != texts(2))
  }
}
