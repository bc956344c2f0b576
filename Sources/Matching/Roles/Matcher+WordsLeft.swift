/// What nothing was made of, so that no word of a rider is dropped in silence.
extension Matcher {
  /// Whether a text holds more than words that say nothing by themselves.
  package func saysSomething(_ text: String) -> Bool {
    Normalizer.tokens(text).contains { !isChatter($0.word) }
  }

  /// Whether a text may begin with a name: its first word says something.
  package func beginsLikeName(_ text: String) -> Bool {
    Normalizer.tokens(text).first.map { !isChatter($0.word) } ?? false
  }

  /// A text up to its last word that says something.
  package func withoutTail(_ text: String) -> String {
    let last = Normalizer.tokens(text).last { !fillers.contains($0.word) }
    return last.map { String(decoding: Array(text.utf8)[..<$0.range.upperBound], as: UTF8.self) } ?? text
  }

  /// A text from its first word that says something to its last; nil where none does.
  package func coreWords(of text: String) -> String? {
    let tokens = Normalizer.tokens(text)
    guard let first = tokens.firstIndex(where: { !isChatter($0.word) }),
      let last = tokens.lastIndex(where: { !isChatter($0.word) })
    else { return nil }
    return String(
      decoding: Array(text.utf8)[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
  }

  /// The stretches of an utterance that nothing was made of, without the words around them that say nothing by themselves. Where a
  /// place was looked for in them they are left to whoever tells that there is none.
  package func wordsLeft(of meaning: Interpretation) -> [String] {
    var runs: [Range<Int>] = []
    var run: Range<Int>?
    for part in meaning.parts {
      let asksService = part.kind == .filler && Normalizer.tokens(part.text).contains { services.contains($0.word) }
      let isLeft = part.kind == .notUnderstood && !part.isPlace || asksService
      if isLeft || part.kind == .filler && run != nil {
        run = (run?.lowerBound ?? part.range.lowerBound)..<part.range.upperBound
      } else if let whole = run {
        runs.append(whole)
        run = nil
      }
    }
    if let run { runs.append(run) }
    let bytes = Array(Self.shortened(meaning.utterance).utf8)
    return runs.compactMap { range in
      guard range.upperBound <= bytes.count else { return nil }
      return coreWords(of: String(decoding: bytes[range], as: UTF8.self))
    }
  }

  /// Whether a word begins another clause: behind punctuation, or as "and" or "but".
  func beginsClause(_ token: Token) -> Bool { token.breaksBefore || joins(token) }

  private func joins(_ token: Token) -> Bool {
    lexicon.words.numbers.and.contains(token.word) || lexicon.words.cues.instead.contains(token.word)
  }

  /// What else stands in the clause that holds a stretch of a text, in UTF-8 bytes; nil where nothing does.
  package func clauseRest(of text: String, around range: Range<Int>) -> String? {
    let tokens = Normalizer.tokens(text)
    guard let first = tokens.firstIndex(where: { $0.range.overlaps(range) }),
      let last = tokens.lastIndex(where: { $0.range.overlaps(range) })
    else { return nil }
    let start = tokens.indices.prefix(first + 1).last { beginsClause(tokens[$0]) } ?? 0
    let end = tokens.indices.dropFirst(last + 1).first { beginsClause(tokens[$0]) } ?? tokens.count
    let rest = (start..<end).filter { !(first...last).contains($0) }
    guard !rest.isEmpty else { return nil }
    let bytes = Array(text.utf8)
    return rest.map { String(decoding: bytes[tokens[$0].range], as: UTF8.self) }.joined(separator: " ")
  }

  /// A text up to its first comma or "and", and what follows; nil where it has one clause.
  package func firstClause(of text: String) -> (head: String, rest: String)? {
    let tokens = Normalizer.tokens(text)
    guard let cut = tokens.indices.dropFirst().first(where: { beginsClause(tokens[$0]) }) else { return nil }
    let start = joins(tokens[cut]) ? cut + 1 : cut
    guard start < tokens.count else { return nil }
    let bytes = Array(text.utf8)
    return (
      String(decoding: bytes[..<tokens[cut - 1].range.upperBound], as: UTF8.self),
      String(decoding: bytes[tokens[start].range.lowerBound...], as: UTF8.self)
    )
  }

  /// Whether something was made of all words, names that were looked for in vain included.
  package func isExplained(_ meaning: Interpretation) -> Bool {
    wordsLeft(of: meaning).isEmpty && !meaning.parts.contains { $0.kind == .notUnderstood && saysSomething($0.text) }
  }

  /// Whether an utterance holds nothing that was understood.
  package func isUnexplained(_ meaning: Interpretation) -> Bool {
    meaning.parts.allSatisfy { $0.kind == .filler || $0.kind == .notUnderstood }
  }

  /// Whether a mark of punctuation stands before a part of an utterance.
  package func isApart(_ part: InterpretationPart, in meaning: Interpretation) -> Bool {
    Normalizer.tokens(Self.shortened(meaning.utterance)).contains {
      $0.range.lowerBound == part.range.lowerBound && $0.breaksBefore
    }
  }

  private func isChatter(_ word: String) -> Bool {
    !services.contains(word) && (fillers.contains(word) || around.contains(word) || chatter.contains(word))
  }
}
