/// Searches a recording for the best answer of a grammar, and for those that come next to it.
struct NBestSearch {
  let decoder: PocketSphinx
  let policy: RecognitionPolicy
  let grammar: AnswerGrammar
  let network: GrammarNetwork
  let ranking: PhoneticRanking

  /// What the grammar's searches found.
  struct Found {
    var best: PocketSphinx.Pass
    var answer: GrammarNetwork.Answer
    /// The best way that means something else, searched for by itself.
    var rival: (answer: GrammarNetwork.Answer, pass: PocketSphinx.Pass)?
    /// Others that sound like the recording, most alike first.
    var others: [String]

    /// How far the best way is ahead of its rival in score, a frame of those in which they do not say the same words: one word tells
    /// "at one thirty" from "at seven thirty", however long the sentence goes on alike.
    var lead: Double? {
      guard let rival, let score = best.score, let other = rival.pass.score else { return nil }
      let frames = best.frames - best.framesAlike(rival.pass)
      return (score - other) / Double(max(Self.fewestFrames, frames))
    }

    /// No word that tells two answers apart is shorter.
    private static let fewestFrames = 20
  }

  /// Searches the whole grammar, and then for the best answer that means something else, among those whose phones are most
  /// like the ones that were heard: the decoder's own list of alternatives leaves out what its word beam has pruned.
  /// - Parameters:
  ///   - search: the name by which the decoder knows the grammar.
  ///   - loop: what was heard without a grammar.
  /// - Returns: Nil where no answer was found.
  func found(in samples: [Int16], by search: String, _ loop: PocketSphinx.Pass) throws -> Found? {
    let best = try decoder.decodeAgain(samples, search: search, withSegments: true)
    guard let score = best.score, best.frames > 0, let answer = network.answer(best.words) else { return nil }
    let meaning = grammar.meaning(of: answer.key)
    // Like what was heard, and like what it was taken for: thirteen is always held against thirty.
    let others = Self.alternating(
      ranking.ranked(heard: loop.phones, limit: 4 * policy.rivalCount),
      ranking.ranked(heard: best.phones, limit: 4 * policy.rivalCount)
    ).filter { grammar.meaning(of: $0) != meaning }
    var found = Found(best: best, answer: answer, others: others)
    let rivals = rivals(of: answer, among: others)
    guard !rivals.isEmpty else { return found }
    try decoder.define(search: Self.rivals, rivals)
    let pass = try decoder.decodeAgain(samples, search: Self.rivals, withSegments: true)
    guard let rivalScore = pass.score, let rival = rivals.answer(pass.words) else { return found }
    if rivalScore > score {
      // The search of the whole grammar had given it up.
      found = Found(best: pass, answer: rival, rival: (answer, best), others: others.filter { $0 != rival.key })
    } else {
      found.rival = (rival, pass)
    }
    return found
  }

  /// A correction is held against all that may be said to the question itself, where that is not much: the few phones that were heard
  /// of a short answer are more like those of a long correction than like its own.
  private func rivals(of answer: GrammarNetwork.Answer, among others: [String]) -> GrammarNetwork {
    var keys = Set(others.prefix(policy.rivalCount))
    if answer.isCorrection {
      let meaning = grammar.meaning(of: answer.key)
      let plain = network.plainKeys.filter { grammar.meaning(of: $0) != meaning }
      if plain.count <= policy.plainCount { keys.formUnion(plain) }
    }
    return network.limited(to: keys, policy: policy)
  }

  /// The keys of two rankings by turns, each once.
  private static func alternating(_ first: [String], _ second: [String]) -> [String] {
    var known: Set<String> = []
    return (0..<max(first.count, second.count)).flatMap { place in
      [first, second].compactMap { $0.indices.contains(place) ? $0[place] : nil }
    }.filter { known.insert($0).inserted }
  }

  private static let rivals = "rivals"
}

extension PocketSphinx.Pass {
  /// The frames in which both have the same word.
  fileprivate func framesAlike(_ other: Self) -> Int {
    segments.reduce(0) { sum, piece in
      guard piece.word != nil else { return sum }
      return other.segments.filter { $0.word == piece.word }.reduce(sum) {
        $0 + $1.frames.clamped(to: piece.frames).count
      }
    }
  }
}
