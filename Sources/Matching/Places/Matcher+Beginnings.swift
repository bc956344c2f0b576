extension Matcher {
  /// How words may be the beginnings of a name's.
  enum Beginning {
    case exact
    /// Only where what was begun goes on in several ways: "linz hau" for the Hauptplatz and the Hauptbahnhof.
    case apart
    /// With one slip in a word; then nothing is taken unasked.
    case slips
  }

  /// Words that were begun and not finished: taken where one name alone begins so, and else asked among those that do. Nil where
  /// no name does.
  func begun(
    _ match: Match, _ reading: PlaceReading, _ hits: [PlaceHit], _ tokens: [Token], _ index: OptionIndex,
    _ kind: Beginning
  ) -> Match? {
    let words = wordsOfName(reading, tokens)
    let letters = words.reduce(0) { $0 + $1.word.count }
    guard letters >= policy.begun else { return nil }
    let found = hits.compactMap { hit -> (hit: PlaceHit, words: [Int])? in
      guard hit.option >= 0 else { return nil }
      return index.finished(words, key: hit.key, slips: kind == .slips).map { (hit, $0) }
    }
    let begun = found.map(\.hit)
    guard let first = begun.first, kind != .apart || Set(found.map(\.words)).count > 1 else { return nil }
    let chances = PlaceModel.probabilities(begun.map { $0.utility - first.utility })
    var match = match
    match.candidates = zip(begun, chances).prefix(policy.candidates).map { hit, chance in
      Candidate(value: index.options[hit.option].id, name: index.options[hit.option].name, score: Self.rounded(chance))
    }
    match.score = match.candidates[0].score
    match.margin = Self.margin(match.candidates)
    guard begun.count == 1 else { return match.asking(.init(.ambiguous, "\(begun.count) stops begin so")) }
    return kind == .exact && letters >= policy.begunTaken && first.features[.sameStart] == 1
      ? match.taking(.accept, .init(.close, "\(match.candidates[0].name), the only one that begins so"))
      : match.taking(.confirm, .init(.near, "probably \(match.candidates[0].name)"))
  }

  /// Few words that are like no name enough to be one are asked back where they say nothing else and some name is not far.
  func guessed(_ match: Match, _ reading: PlaceReading, _ best: PlaceHit, _ tokens: [Token]) -> Match {
    let words = wordsOfName(reading, tokens)
    guard (1...policy.guessWords).contains(words.count), !best.leavesWords,
      best.features[.weakest] >= policy.guessLikeness, best.features[.wrongNumbers] == 0
    else { return match }
    let candidates = match.candidates.filter { $0.score >= policy.guess }
    guard let first = candidates.first else { return match }
    var match = match
    match.candidates = candidates
    let isAlone = candidates.dropFirst().allSatisfy { $0.score < policy.offer * first.score }
    return isAlone
      ? match.taking(.confirm, .init(.near, "perhaps \(first.name)"))
      : match.asking(.init(.ambiguous, "perhaps one of these"))
  }

  /// A name that was said whole is asked back although a word or two stand beside it that it does not have.
  func besideWords(_ match: Match, _ best: PlaceHit, _ tokens: [Token], _ index: OptionIndex) -> Match? {
    guard best.key >= 0, best.features[.said] >= policy.wholeName, best.features[.wrongNumbers] == 0,
      let first = match.candidates.first,
      match.candidates.dropFirst().allSatisfy({ $0.score < policy.offer * first.score })
    else { return nil }
    let said = tokens.filter { !fillers.contains($0.word) && !splitter.cueWords.contains($0.word) }.count
    let named = index.keys.places(ofKey: best.key).count
    guard named > 1, said > named, said <= named + policy.wordsBeside else { return nil }
    return match.taking(.confirm, .init(.aside, "\(first.name), beside words that it does not have"))
  }

  /// The words that say something in an answer of few, and none in a longer one.
  private func wordsOfName(_ reading: PlaceReading, _ tokens: [Token]) -> [Token] {
    let words = tokens.filter { !fillers.contains($0.word) && !splitter.cueWords.contains($0.word) }
    return words.count <= policy.guessWords ? words : []
  }
}

extension OptionIndex {
  /// The words of a name, in its order, of which what was said are beginnings; nil where they are not, or all of them are whole.
  fileprivate func finished(_ said: [Token], key: Int, slips: Bool) -> [Int]? {
    guard key >= 0 else { return nil }
    var places = keys.places(ofKey: key)[...]
    var found: [Int] = []
    var isUnfinished = false
    for token in said {
      let units = Array(token.word.utf16)
      func fits(_ word: Int) -> Bool {
        let spelling = words.spelling(word)
        if token.isNumber { return spelling.elementsEqual(units) }
        return spelling.starts(with: units)
          || slips && units.withUnsafeBufferPointer { EditCosts.ofBeginning(written: $0, meant: spelling) } < 1
      }
      guard let place = places.firstIndex(where: { fits(keys.word(at: $0)) }) else { return nil }
      let word = keys.word(at: place)
      // A short form that is known is whole.
      if words.spelling(word).count > units.count, forms.groupsOfWord[token.word] == nil { isUnfinished = true }
      found.append(word)
      places = places[(place + 1)...]
    }
    return isUnfinished ? found : nil
  }
}
