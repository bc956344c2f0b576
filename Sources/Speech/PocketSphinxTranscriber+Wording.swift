import Foundation
import Journey

/// A second search of a recording, for answers in words that the grammar does not list.
extension PocketSphinxTranscriber {
  /// A search by the words of a question, as they follow each other.
  struct WordingSearch {
    var wording: FreeWording
    /// The words that the decoder knew when it was made.
    var wordCount: Int
    /// By the decoder's word, the one that it stands for.
    var spellings: [String: String]
  }

  private static let wordingSearch = "wording"

  /// What was heard in free wording.
  struct HeardWording {
    var text: String
    /// In the terms of `AnswerGrammar.meanings`.
    var meaning: String
    var pass: PocketSphinx.Pass
  }

  /// What free wording the recording that was searched last is most like.
  /// - Returns: Nil where it is like none, or the words mean nothing as an answer to the question.
  func wording(by search: WordingSearch, in samples: [Int16]) throws -> HeardWording? {
    let pass = try decoder.decodeAgain(samples, search: Self.wordingSearch, withSegments: true)
    let words = pass.segments.compactMap(\.word).map { search.spellings[$0] ?? $0 }
    let text = words.joined(separator: " ")
    guard !words.isEmpty, let meaning = search.wording.meaning(of: text) else { return nil }
    return HeardWording(text: text, meaning: meaning, pass: pass)
  }

  /// Its words read and its search made; nil where it has no words, or there is no place for its file.
  func prepare(_ wording: FreeWording) async throws -> WordingSearch? {
    if let known = wordingSearch, known.wording == wording, known.wordCount == decoder.wordCount { return known }
    let spoken = Set(wording.parts.flatMap(\.sentences).joined()).map { word in
      var spoken = SpokenWord(spelling: word, language: wording.language)
      spoken.mayLackApostrophe = true
      return spoken
    }
    let readings = try await pronunciations.readings(of: Set(spoken))
    var identifiers: [String: String] = [:]
    for (word, readings) in readings.sorted(by: { $0.key.spelling < $1.key.spelling }) {
      let identifier = "f-" + word.language + "-" + word.spelling
      try decoder.define(readings.map(\.phones), as: identifier)
      identifiers[word.spelling] = identifier
    }
    let model = TrigramModel(wording.parts) { identifiers[$0] != nil }
    guard !model.isEmpty else { return nil }
    guard try decoder.define(search: Self.wordingSearch, arpa: model.arpa(naming: identifiers)) else { return nil }
    let search = WordingSearch(
      wording: wording, wordCount: decoder.wordCount,
      spellings: Dictionary(uniqueKeysWithValues: identifiers.map { ($1, $0) }))
    wordingSearch = search
    return search
  }

  /// Weighs free wording against what the grammar heard, and puts the likelier one first.
  ///
  /// A listed answer that is clear stays so unless other words of another meaning are heard: a rider whose words are not listed is
  /// otherwise taken for having said the listed ones that sound most like them.
  /// - Parameters:
  ///   - wording: What was heard.
  ///   - found: What the grammar's search found; nil where it found nothing.
  ///   - loop: What was heard without a grammar.
  ///   - background: Of usual speech.
  func weigh(
    _ wording: HeardWording, against found: NBestSearch.Found?,
    _ loop: PocketSphinx.Pass, _ background: Double?, _ grammar: AnswerGrammar, _ channel: Channel,
    _ heard: inout HeardRecording
  ) {
    let listed = heard.transcript.confidence ?? 0
    let isSame = found.map { grammar.meaning(of: $0.answer.key) == wording.meaning }
    let evidence = AnswerEvidence(
      wording: wording.pass, phones: loop, listed: found?.best, isSame: isSame, evidence: heard.evidence,
      probability: listed, background: background, channel: channel)
    let probability = policy.model.wording(over: channel.kind).probability(evidence)
    heard.wording = .init(
      text: wording.text, meaning: wording.meaning, evidence: evidence, probability: probability)
    if isSame == true {
      heard.transcript.confidence = max(listed, probability)
      guard heard.transcript.zone != .clear else { return }
      heard.transcript.zone = policy.zone(wording: probability, listed: listed, over: channel.kind)
    } else if probability <= listed {
      if heard.transcript.zone == .clear { heard.transcript.zone = .doubtful }
    } else {
      heard.transcript.zone = policy.zone(wording: probability, listed: nil, over: channel.kind)
      heard.transcript.confidence = probability
      heard.transcript.refusal = nil
      let best = heard.transcript.hypotheses.first?.score ?? 0
      let others = heard.transcript.hypotheses.prefix(policy.hypothesisCount - 1)
      heard.transcript.hypotheses =
        [Hypothesis(text: wording.text, score: best + probability.logOdds - listed.logOdds)] + others
    }
  }
}
