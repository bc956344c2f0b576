import Journey

extension Matcher {
  /// The words of an answer in which a stop was named, in lower case and without what stands round them: "to brandenberg, please"
  /// has `brandenberg`.
  /// - Parameter open: The slot that was asked for, to which words belong that name no end.
  /// - Returns: nil where it is not clear which words they are, or where they mean something else as well.
  public func nameSaid(_ utterance: String, for slot: Slot, open: Slot) -> String? {
    let text = Self.shortened(utterance)
    let tokens = splitter.separated(Normalizer.tokens(text))
    let spans = splitter.spans(tokens, hidden: amountWords(text, tokens))
    var named = spans.filter { $0.slot == slot && !$0.isGuess }
    if named.isEmpty, slot == open { named = spans.filter { $0.slot == nil } }
    guard named.count == 1, let span = named.first,
      let first = span.words.first(where: { !fillers.contains(tokens[$0].word) })
    else { return nil }
    let end = splitter.cuts(tokens, in: first..<span.words.upperBound).first ?? span.words.upperBound
    guard let last = (first..<end).last(where: { !fillers.contains(tokens[$0].word) }) else { return nil }
    let words = first..<last + 1
    // Nobody calls a stop by a whole sentence, and a number picks from a list.
    guard words.count <= 6, !words.allSatisfy({ tokens[$0].isNumber }) else { return nil }
    let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
    let name = String(decoding: Array(text.utf8)[range], as: UTF8.self).lowercased()
    guard ordinal(name, count: 99) == nil, command(name, Array(tokens[words]), at: slot) == nil else { return nil }
    return name
  }

  private func amountWords(_ text: String, _ tokens: [Token]) -> Set<Int> {
    guard let quantity = quantities.read(text, mode: nil).quantities.first else { return [] }
    let words = tokens.indices.filter { quantity.range.overlaps(tokens[$0].range) }
    return words.count > 1 ? Set(words) : []
  }
}
