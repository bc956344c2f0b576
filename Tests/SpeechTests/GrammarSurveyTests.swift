import Foundation
import Testing

@testable import Speech

@Suite("A survey of a grammar", .enabled(if: Recordings.hasModel))
struct GrammarSurveyTests {
  private let grammar = AnswerGrammar(
    carriers: ["to"], trailers: ["please"],
    names: ["four mile", "for mile", "Stockholm", "駅", "two stops"].map { .init($0) }, phrases: ["help", "too stops"])

  private func survey() async throws -> GrammarSurvey {
    try await GrammarSurvey(grammar, pronunciations: PronunciationTable(model: .find()))
  }

  @Test("tells answers and words apart that sound alike")
  func alike() async throws {
    let survey = try await survey()
    #expect(survey.alikeAnswers.contains(["for mile", "four mile"]))
    #expect(survey.alikeAnswers.contains(["too stops", "two stops"]))
    #expect(!survey.alikeAnswers.joined().contains("Stockholm"))
    #expect(survey.alikeWords.contains { $0.contains("four") && $0.contains("for") })
  }

  @Test("tells who reads each word")
  func words() async throws {
    let words = try await survey().words
    #expect(words.map(\.text) == words.map(\.text).sorted())
    #expect(words.first { $0.text == "help" }?.readings == [Reading(phones: "HH EH L P", source: .dictionary)])
  }

  @Test("lists each way to answer once")
  func sentences() {
    let all = (0..<grammar.sentenceCount).map(grammar.sentence)
    #expect(all.count == 5 * 2 * 2 + 2)
    #expect(Set(all).count == all.count)
    #expect(all.contains("to Stockholm please"))
    #expect(all.contains("Stockholm"))
    #expect(all.suffix(2) == ["help", "too stops"])
    #expect(all.dropLast(2).allSatisfy { grammar.answer(in: $0) != nil })
  }
}
