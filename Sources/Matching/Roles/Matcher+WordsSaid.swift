import Journey

extension Matcher {
  /// The words of an answer: endings that are written behind a name apart, and a name with a short form joined to it ("linzhbf").
  func wordsSaid(_ text: String, among indexes: [OptionIndex]) -> [Token] {
    splitter.separated(Normalizer.tokens(text)).flatMap { token in
      indexes.lazy.compactMap { self.parted(token, $0) }.first ?? [token]
    }
  }

  /// A word that no name holds as a word of names with a short form of one behind it, or with a cue on one side ("creekto"); nil
  /// where it is not so.
  private func parted(_ token: Token, _ index: OptionIndex) -> [Token]? {
    let units = Array(token.word.utf16)
    // Where folding changed how many bytes there are, nobody knows where the cut lies.
    guard !token.isNumber, token.range.count == token.word.utf8.count, units.count > 5, units.count <= 32,
      !fillers.contains(token.word),
      index.words.number(units) == nil, index.forms.groupsOfWord[token.word] == nil
    else { return nil }
    for cut in 2...units.count - 2 {
      let (first, second) = (Array(units[..<cut]), Array(units[cut...]))
      let words = (String(decoding: first, as: UTF16.self), String(decoding: second, as: UTF16.self))
      let isCued = { (cue: String, name: [UInt16]) in
        self.splitter.cueWords.contains(cue) && name.count > 3 && index.words.number(name) != nil
      }
      if isCued(words.1, first) || isCued(words.0, second) { return token.cut(words.0, words.1) }
    }
    for cut in 3...units.count - 3 where index.words.number(Array(units[..<cut])) != nil {
      let behind = String(decoding: units[cut...], as: UTF16.self)
      guard index.words.number(Array(units[cut...])) == nil, let groups = index.forms.groupsOfWord[behind],
        groups.contains(where: { !index.words.members(ofGroup: $0).isEmpty })
      else { continue }
      return token.cut(String(decoding: units[..<cut], as: UTF16.self), behind)
    }
    return nil
  }
}

extension Token {
  /// Two words written as one.
  fileprivate func cut(_ first: String, _ second: String) -> [Token] {
    var (left, right) = (self, self)
    (left.word, right.word) = (first, second)
    left.range = range.lowerBound..<range.lowerBound + first.utf8.count
    right.range = left.range.upperBound..<range.upperBound
    (right.breaksBefore, right.startsSentence) = (false, false)
    return [left, right]
  }
}
