import Journey

/// What a row of places is cut at: words that lead to one or join two, and amounts.
extension Matcher {
  package enum Lead: Sendable, Hashable {
    case from, to, via, and
    /// Before the place where one is: friends *in* Linz.
    case inside
    /// Behind an amount: two stops *before* Hagenberg.
    case ahead
  }

  /// The words of a text that lead to places, in order; none lies in another.
  /// - Parameter inside: Whether words before a place where one is count as well.
  /// - Returns: Each with where it stands, in UTF-8 bytes.
  package func leads(in text: String, inside: Bool = false) -> [(lead: Lead, range: Range<Int>)] {
    let tokens = Normalizer.tokens(text)
    var found: [(lead: Lead, range: Range<Int>)] = []
    var place = 0
    while place < tokens.count {
      guard let next = splitter.lead(tokens, at: place), inside || next.lead != .inside else {
        place += 1
        continue
      }
      found.append((next.lead, tokens.bytes(place..<place + next.count)))
      place += next.count
    }
    return found
  }

  /// The amounts of a text, in order; one with several meanings is left out.
  /// - Returns: Each with where it stands, in UTF-8 bytes.
  package func amounts(in text: String) -> [(interval: Interval, range: Range<Int>)] {
    quantities.read(text, mode: nil).quantities.compactMap { quantity in
      guard quantity.intervals.count == 1, let interval = quantity.intervals.first, !quantity.isPointed else {
        return nil
      }
      return (interval, quantity.range)
    }
  }
}
