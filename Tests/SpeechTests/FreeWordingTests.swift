import Foundation
import Journey
import Testing

@testable import Speech

@Suite("A model of how words follow each other")
struct TrigramModelTests {
  private let model = TrigramModel([
    .init(share: 0.9, sentences: [["wake", "me"], ["wake", "me", "please"], ["tell", "me", "xyzzy", "please"]]),
    .init(share: 0.1, sentences: [["soon"]]),
  ]) { $0 != "xyzzy" }

  /// Of an ARPA file, by gram, the probability and what is left to other words.
  private func entries() -> [String: (probability: Double, backoff: Double)] {
    var entries: [String: (probability: Double, backoff: Double)] = [:]
    var order = 0
    for line in model.arpa(naming: [:]).split(separator: "\n") {
      if line.hasPrefix("\\") { order = Int(line.dropFirst().prefix(1)) ?? 0 }
      let fields = line.split(separator: " ").map(String.init)
      guard order > 0, fields.count > order, let logarithm = Double(fields[0]) else { continue }
      let backoff = fields.count > order + 1 ? Double(fields[order + 1]) ?? 0 : 0
      entries[fields[1...order].joined(separator: " ")] = (pow(10, logarithm), pow(10, backoff))
    }
    return entries
  }

  @Test("leaves out what cannot be pronounced, and joins what is left")
  func words() {
    #expect(model.words == ["me", "please", "soon", "tell", "wake"])
    #expect(entries()["tell me please"] != nil)
  }

  @Test("spends all probability on the words, after any word before")
  func sums() throws {
    let entries = self.entries()
    let words = model.words + ["</s>"]
    for context in ["<s>", "wake", "me"] {
      let backoff = try #require(entries[context]).backoff
      let seen = words.compactMap { entries["\(context) \($0)"]?.probability }.reduce(0, +)
      let all = words.reduce(0.0) { sum, word in
        sum + (entries["\(context) \(word)"]?.probability ?? backoff * (entries[word]?.probability ?? 0))
      }
      #expect(seen > 0.3 && abs(all - 1) < 0.02, "\(context): \(all)")
    }
  }

  @Test("takes what it has met for likelier, and nothing for impossible")
  func likelier() throws {
    let entries = self.entries()
    let met = try #require(entries["wake me"]).probability
    #expect(met > 10 * (try #require(entries["wake"]).backoff * (try #require(entries["soon"]).probability)))
    #expect(words(entries).allSatisfy { $0 > 0 })
  }

  private func words(_ entries: [String: (probability: Double, backoff: Double)]) -> [Double] {
    model.words.compactMap { entries[$0]?.probability }
  }

  @Test("is the same file each time")
  func same() {
    let again = TrigramModel([
      .init(share: 0.9, sentences: [["wake", "me"], ["wake", "me", "please"], ["tell", "me", "xyzzy", "please"]]),
      .init(share: 0.1, sentences: [["soon"]]),
    ]) { $0 != "xyzzy" }
    #expect(again.arpa(naming: ["me": "w1"]) == model.arpa(naming: ["me": "w1"]))
  }
}

@Suite("An answer in other words than those listed", .enabled(if: Recordings.hasModel))
struct FreeWordingTests {
  /// A model that is as sure as this of whatever free wording it hears.
  private func model(sure probability: Double) -> VoiceModel {
    let plain = VoiceModel.unfitted[.wide]
    let bias = log(probability / (1 - probability))
    let wording = VoiceModel.Weights(bias: bias, weights: AnswerEvidence().values, accept: 0.9, refuse: 0.2)
    var model = VoiceModel.unfitted
    for kind in Channel.Kind.allCases { model.set(plain, wording: wording, over: kind) }
    return model
  }

  /// "Two stops before".
  private func heard(
    _ grammar: AnswerGrammar, _ model: VoiceModel, reading read: @escaping @Sendable (String) -> String?
  ) async throws -> HeardRecording {
    let numbers = ["one", "two", "three", "ten"]
    var grammar = grammar
    grammar.wording = FreeWording(
      language: "en",
      draw: {
        [
          .init(
            share: 0.9, sentences: numbers.map { [$0, "stops", "before"] } + numbers.map { ["dont", "stop", $0] }),
          .init(share: 0.1, sentences: [["um"], ["please"], ["it"]]),
        ]
      }, read: read)
    let file = Recordings.audio.appending(path: "answers/interval.wav").path
    let transcriber = try PocketSphinxTranscriber(model: .find(), policy: RecognitionPolicy(model: model))
    return try await transcriber.hear(WaveFile(path: file), named: file, grammar: grammar)
  }

  private let others = AnswerGrammar(names: [.init("help")], phrases: ["cancel"])
  private var listed: AnswerGrammar {
    var grammar = AnswerGrammar(
      trailers: ["before"], names: [.init("two stops"), .init("ten stops")], phrases: ["cancel"])
    grammar.meanings = ["two stops": "=stops:2", "ten stops": "=stops:10"]
    return grammar
  }

  @Test("is heard in words of any sentence, read, and taken where it is certain")
  func certain() async throws {
    let heard = try await heard(others, model(sure: 0.99)) { $0.hasPrefix("two stops") ? "=stops:2" : nil }
    #expect(heard.wording?.text == "two stops before")
    #expect(heard.wording?.meaning == "=stops:2")
    #expect(heard.transcript.hypotheses.first?.text == "two stops before")
    #expect(heard.transcript.zone == .clear)
  }

  @Test("is only asked about where it is not, and no answer where it is unlikely")
  func doubtful() async throws {
    let asked = try await heard(others, model(sure: 0.6)) { _ in "=stops:2" }
    #expect(asked.transcript.hypotheses.first?.text == "two stops before")
    #expect(asked.transcript.zone == .doubtful)
    let refused = try await heard(others, model(sure: 0.05)) { _ in "=stops:2" }
    #expect(refused.transcript.zone == .rejected)
  }

  @Test("bears out what the grammar heard where it means the same")
  func seconded() async throws {
    let heard = try await heard(listed, model(sure: 0.95)) { _ in "=stops:2" }
    #expect(heard.transcript.hypotheses.first?.text == "two stops before")
    #expect(heard.wording?.evidence[.seconded] == 1)
    #expect(heard.transcript.zone == .clear)
  }

  @Test("fits the sound as well as the same words of the grammar do")
  func alike() async throws {
    let heard = try await heard(listed, model(sure: 0.95)) { _ in "=stops:2" }
    let (free, listed) = (try #require(heard.wording?.evidence), try #require(heard.evidence))
    // What the grammar says of the words costs one of them something.
    #expect(abs(free[.fit] - listed[.fit]) < 1 && free[.fit] > 0)
    #expect(abs(free[.weakestWord] - listed[.weakestWord]) < 0.5)
    // Both mean the same: the lead is the one over the next answer.
    #expect(free[.lead] == listed[.lead])
  }

  @Test("leaves nothing clear that it contradicts")
  func alone() async throws {
    let model = model(sure: 0.3)
    let silent = try await heard(listed, model) { _ in nil }
    #expect(silent.wording == nil)
    #expect(silent.transcript.hypotheses.first?.text == "two stops before")
    #expect(silent.transcript.zone == .clear)
    let other = try await heard(listed, model) { _ in "=stops:10" }
    #expect(other.wording?.evidence[.seconded] == -1)
    #expect(other.transcript.zone != .clear)
  }

  @Test("is not listened for by a model that was not fitted to it")
  func unfitted() async throws {
    let heard = try await heard(listed, .unfitted) { _ in "=stops:10" }
    #expect(heard.wording == nil)
    #expect(heard.transcript.hypotheses.first?.text == "two stops before")
  }
}
