import Journey

/// An option that somebody who searches may mean.
public struct SearchHit: Sendable, Hashable {
  /// Its place among the options of the index.
  public var option: Int
  /// How likely it is that a stop of this name was meant and nothing unknown, 0...1.
  public var score: Double
  /// Whether the text is just one of its names.
  public var isExact: Bool
}

extension Matcher {
  /// The options whose names are most like a text, best first, of several equals the most served first.
  ///
  /// Unlike `match` it decides nothing, takes no command for one, and gives options of the same name each for itself.
  /// - Parameter limit: how many there are at most.
  public func search(_ text: String, among index: OptionIndex, limit: Int) -> [SearchHit] {
    let tokens = wordsSaid(Self.shortened(text), among: [index])
    guard !tokens.isEmpty, !index.isEmpty else { return [] }
    // Whoever searches says little but the name, and "to" or "am" may be part of it.
    let reader = placeReader(WordMemory(index))
    let hits = reader.whole(tokens, tokens.indices).hits
    let spoken = hits.first?.isExact == true ? [] : placeHits(text, slot: .to, index: index)
    var seen: Set<Int> = []
    return (hits + spoken).sorted { left, right in
      if left.isExact != right.isExact { return left.isExact }
      if left.isExact, left.isName != right.isName { return left.isName }
      if !left.isExact, left.utility != right.utility { return left.utility > right.utility }
      let served = (index.isServed(left.option), index.isServed(right.option))
      return served.0 != served.1 ? served.0 > served.1 : left.option < right.option
    }
    .filter { $0.option >= 0 && seen.insert($0.option).inserted }.prefix(limit)
    .map { SearchHit(option: $0.option, score: Self.rounded($0.score), isExact: $0.isExact) }
  }
}
