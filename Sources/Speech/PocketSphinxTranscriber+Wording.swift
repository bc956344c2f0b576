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
    /// The likeliest sentence of that meaning.
    var text: String
    /// In the terms of `AnswerGrammar.meanings`.
    var meaning: String
    /// The share of the likely sentences that mean it, by how likely each is.
    var votes: Double
    var pass: PocketSphinx.Pass
  }

  /// How many sentences vote on what was meant: of 370 answers in other words 312 were right by the likeliest sentence alone, 332 by
  /// the votes of 6, 12 or 20.
  private static let voters = 8
  /// So far below the best a sentence's vote counts e times less, in the decoder's scores; 50 to 400 made no difference.
  private static let voteScale = 200.0

  /// What the likeliest sentences of free wording mean: one word that was misheard hides what the others say.
  /// - Returns: Nil where there are none, or none of them means anything as an answer to the question.
  func wording(by search: WordingSearch, in samples: [Int16]) throws -> HeardWording? {
    let pass = try decoder.decodeAgain(samples, search: Self.wordingSearch, withSegments: true)
    let sentences = decoder.sentences(Self.voters)
    guard let best = sentences.map(\.score).max() else { return nil }
    var votes: [String: Double] = [:]
    var texts: [String: String] = [:]
    var cast = 0.0
    for (words, score) in sentences {
      let text = words.map { search.spellings[$0] ?? $0 }.joined(separator: " ")
      let vote = exp((score - best) / Self.voteScale)
      cast += vote
      guard let meaning = search.wording.meaning(of: text) else { continue }
      votes[meaning, default: 0] += vote
      if texts[meaning] == nil { texts[meaning] = text }
    }
    guard let chosen = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), let text = texts[chosen.key] else {
      return nil
    }
    return HeardWording(text: text, meaning: chosen.key, votes: chosen.value / cast, pass: pass)
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
  /// A listed answer that is clear stays so unless words of another meaning may have been said: a rider whose words are not listed is
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
      wording: wording.pass, votes: wording.votes, phones: loop, listed: found?.best, isSame: isSame,
      evidence: heard.evidence,
      probability: listed, background: background, channel: channel)
    let probability = policy.model.wording(over: channel.kind).probability(evidence)
    heard.wording = .init(
      text: wording.text, meaning: wording.meaning, evidence: evidence, probability: probability)
    if isSame == true {
      heard.transcript.confidence = max(listed, probability)
      guard heard.transcript.zone != .clear else { return }
      heard.transcript.zone = policy.zone(wording: probability, listed: listed, over: channel.kind)
    } else if probability <= listed {
      let isHeard = probability >= policy.model.wording(over: channel.kind).refuse
      if isHeard, heard.transcript.zone == .clear { heard.transcript.zone = .doubtful }
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
