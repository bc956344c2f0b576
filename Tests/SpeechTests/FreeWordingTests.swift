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
  /// "Two stops before", for a grammar that knows of no such thing.
  private func heard(_ wording: FreeWording?, always: Bool = true) async throws -> HeardRecording {
    var grammar = AnswerGrammar(names: [.init("help")], phrases: ["cancel"])
    grammar.wording = wording
    var policy = RecognitionPolicy()
    policy.alwaysHearsWording = always
    let file = Recordings.audio.appending(path: "answers/interval.wav").path
    let transcriber = try PocketSphinxTranscriber(model: .find(), policy: policy)
    return try await transcriber.hear(WaveFile(path: file), named: file, grammar: grammar)
  }

  private func wording(_ read: @escaping @Sendable (String) -> String?) -> FreeWording {
    let numbers = ["one", "two", "three", "ten"]
    return FreeWording(
      language: "en",
      draw: {
        [
          .init(
            share: 0.9, sentences: numbers.map { [$0, "stops", "before"] } + numbers.map { ["dont", "stop", $0] }),
          .init(share: 0.1, sentences: [["um"], ["please"], ["it"]]),
        ]
      }, read: read)
  }

  @Test("is heard in words of any sentence, and read")
  func words() async throws {
    let heard = try await heard(wording { $0.hasPrefix("two stops") ? "=stops:2" : nil })
    #expect(heard.wording?.text == "two stops before")
    #expect(heard.wording?.meaning == "=stops:2")
    // The grammar heard something else, if anything.
    #expect((heard.wording?.evidence[.seconded] ?? 1) <= 0)
  }

  @Test("counts for nothing where the words mean nothing")
  func meaningless() async throws {
    let (with, without) = (try await heard(wording { _ in nil }), try await heard(nil))
    #expect(with.wording == nil)
    #expect(with.transcript == without.transcript)
  }

  @Test("is not taken for more than its own evidence says")
  func unfitted() async throws {
    // Without a fitted model nothing in free wording is taken or asked about.
    let (with, without) = (try await heard(wording { _ in "=stops:2" }), try await heard(nil))
    #expect(with.wording != nil)
    #expect(with.transcript == without.transcript)
  }
}
