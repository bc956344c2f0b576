extension Matcher {
  /// Why a place was taken, asked back or refused: which words were read as which, what was ignored, what came next, and the
  /// number that decided.
  func explain(_ match: Match, _ reading: PlaceReading, _ tokens: [Token], _ reader: PlaceReader, _ index: OptionIndex)
    -> [String]
  {
    let said = { (places: [Int]) in places.map { tokens[$0].word }.joined(separator: " ") }
    var lines = ["read as a name: \"\(said(Array(reading.words)))\""]
    let rest = tokens.indices.filter { !reading.words.contains($0) }
    if !rest.isEmpty { lines.append("not part of it: \"\(said(rest))\"") }
    let hits = Self.distinct(reading.hits, index)
    let chances = hits.first?.isExact == true ? [] : PlaceModel.probabilities(hits.map(\.utility))
    for (number, hit) in hits.prefix(2).enumerated() {
      let how = number == 0 ? "best" : "next"
      let chance = chances.isEmpty ? "" : ", probability \(Self.rounded(chances[number]))"
      lines.append("\(how): \(index.options[hit.option].name)\(chance): \(words(of: hit, reading, tokens, reader))")
    }
    if !chances.isEmpty { lines.append("nothing that is known: probability \(Self.rounded(1 - chances.reduce(0, +)))") }
    return lines + [decidedBy(match)]
  }

  private func words(of hit: PlaceHit, _ reading: PlaceReading, _ tokens: [Token], _ reader: PlaceReader) -> String {
    let key = reader.reading(tokens, reading, as: hit)
    var parts = key.pairs.map { pair in
      pair.similarity >= 0.995
        ? "\"\(tokens[pair.place].word)\" is \(pair.name)"
        : "\"\(tokens[pair.place].word)\" is like \(pair.name) (\(Self.rounded(pair.similarity)))"
    }
    let paired = Set(key.pairs.map(\.place))
    let ignored = reading.words.filter { !paired.contains($0) }.map { tokens[$0].word }
    if !ignored.isEmpty { parts.append("ignored: \(ignored.joined(separator: " "))") }
    if !key.unsaid.isEmpty { parts.append("not said: \(key.unsaid.joined(separator: " "))") }
    return parts.joined(separator: "; ")
  }

  private func decidedBy(_ match: Match) -> String {
    switch match.reason.code {
    case .exact: "decided by: the whole name was said"
    case .close: "decided by: taken from a probability of \(policy.accept) on"
    case .nothingLikeIt:
      "decided by: refused where nothing that is known has a probability of \(policy.refuse) or more"
    case .ambiguous:
      "decided by: asked where another has \(policy.offer) of the best one's probability, or holds the same words"
    case .near: "decided by: asked back below a probability of \(policy.accept)"
    default: "decided by: \(match.reason)"
    }
  }
}
