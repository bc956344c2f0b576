import Foundation
import Journey
import Testing

@testable import Speech

@Suite("What is usually said in a language")
struct BackgroundSpeechTests {
  private func read(_ table: String) -> BackgroundSpeech? {
    BackgroundSpeech(language: "en", table: Data(table.utf8))
  }

  @Test("is read from words and the logarithms of their shares, and from nothing else")
  func table() throws {
    let speech = try #require(read("# usual words\nthe\t-1.27\ncomputer\t-3.95\r\n"))
    #expect(speech.words.map(\.spelling) == ["the", "computer"])
    for wrong in ["", "# only this", "the", "the\tmuch", "the\t0.5", "the\tnan", "the -1.2", "a\tb\t-1"] {
      #expect(read(wrong) == nil, "\(wrong)")
    }
    #expect(BackgroundSpeech(language: "en", table: Data([0xff, 0xfe, 0x09])) == nil)
  }

  @Test("leaves out words that cannot be pronounced")
  func arpa() throws {
    let model = try #require(read("the\t-1.27\nxyzzy\t-4\n")).arpa(naming: ["the": "b-en-the"])
    #expect(model.contains("ngram 1=3\n") && model.contains("-1.27 b-en-the 0.0") && !model.contains("-4.0"))
  }

  @Test("tells an answer from other speech", .enabled(if: Recordings.hasModel))
  func evidence() async throws {
    let words =
      "this is not an answer to what the was asked i like it very much but weather today nice you and so about".split(
        separator: " ")
    let table = Set(words).sorted().map { "\($0)\t-2.5\n" }.joined()
    let policy = RecognitionPolicy(backgrounds: ["en": try #require(read(table))])
    let transcriber = try PocketSphinxTranscriber(model: .find(), policy: policy)
    let grammar = AnswerGrammar(
      carriers: ["to"], names: [.init("Hagenberg"), .init("Linz Hauptbahnhof", language: "de")])
    func background(_ name: String) async throws -> Double {
      let file = Recordings.audio.appending(path: name).path
      return try #require(await transcriber.hear(WaveFile(path: file), named: file, grammar: grammar).evidence)[
        .background]
    }
    let answer = try await background("answers/to.wav")
    let other = try await background("phrases/no-answer.wav")
    #expect(answer - other > 0.5 && other < -0.5, "\(answer) and \(other)")
  }

  @Test("is no evidence in a language whose usual words are not known", .enabled(if: Recordings.hasModel))
  func unknown() async throws {
    let transcriber = try PocketSphinxTranscriber(model: .find())
    let file = Recordings.audio.appending(path: "answers/to.wav").path
    let heard = try await transcriber.hear(
      WaveFile(path: file), named: file, grammar: AnswerGrammar(names: [.init("Hagenberg")]))
    #expect(heard.evidence?[.background] == 0)
  }
}
