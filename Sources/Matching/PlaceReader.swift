import Journey

/// What a stretch of words says about a place.
struct PlaceReading: Sendable {
  var hits: [PlaceHit]
  /// The words that were read as the name.
  var words: Range<Int>

  var score: Double { hits.first?.score ?? 0 }
  var isExact: Bool { hits.first?.isExact ?? false }
}

/// Finds the name of a place in a stretch of words that may hold more than the name.
struct PlaceReader: Sendable {
  private let search: PlaceSearch
  private let splitter: RoleSplitter
  private let fillers: Set<String>

  init(_ index: OptionIndex, splitter: RoleSplitter, fillers: Set<String>) {
    search = PlaceSearch(index, fillers: fillers)
    self.splitter = splitter
    self.fillers = fillers
  }

  /// All the words as one name.
  func whole(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading {
    PlaceReading(hits: search.hits(tokens[words]), words: words)
  }

  /// Whether a name is just these words.
  func isName(_ tokens: [Token], _ words: Range<Int>) -> Bool { search.isName(tokens[words]) }

  /// The best reading of a span: the whole of it, or its beginning up to where a name may end.
  func read(_ tokens: [Token], _ span: RoleSpan) -> PlaceReading {
    let start =
      span.words.first { !fillers.contains(tokens[$0].word) || !splitter.isBreak(tokens[$0]) } ?? span.words.lowerBound
    let words = start..<span.words.upperBound
    var best = whole(tokens, words)
    if best.isExact || (best.score >= 0.85 && (best.hits.first?.explained ?? 0) >= 0.85) { return best }
    var bestValue = best.score
    for window in windows(tokens, words, cued: span.slot != nil, whole: best) {
      let reading = whole(tokens, window)
      let value = reading.score - left(tokens, words, window, cued: span.slot != nil)
      if value > bestValue + 0.001 {
        bestValue = value
        best = reading
      }
    }
    // What was left over makes the reading less certain than the name alone would be.
    let loss = max(0, best.score - bestValue)
    if loss > 0 {
      for number in best.hits.indices {
        best.hits[number].score = max(0, best.hits[number].score - loss)
        best.hits[number].explained = max(0, best.hits[number].explained - loss)
        best.hits[number].isExact = best.hits[number].isExact && loss < 0.15
      }
    }
    return best
  }

  private func windows(_ tokens: [Token], _ words: Range<Int>, cued: Bool, whole: PlaceReading) -> [Range<Int>] {
    let cuts = splitter.cuts(tokens, in: words)
    var result: [Range<Int>] = cuts.prefix(4).map { words.lowerBound..<$0 }
    let content = words.filter { !fillers.contains(tokens[$0].word) }.count
    guard whole.score < 0.8, content > 1, words.count <= 24 else { return result }
    let first = words.first { !fillers.contains(tokens[$0].word) } ?? words.lowerBound
    for length in 1...6 where first + length < words.upperBound { result.append(first..<(first + length)) }
    guard !cued else { return result }
    for start in words where search.knows(tokens[start]) && !fillers.contains(tokens[start].word) {
      for length in 1...4 where start + length <= words.upperBound { result.append(start..<(start + length)) }
    }
    return result
  }

  /// What words outside the window cost: little behind a word that ends names, more where nothing marks the end.
  private func left(_ tokens: [Token], _ words: Range<Int>, _ window: Range<Int>, cued: Bool) -> Double {
    var cost = 0.0
    var isPastBreak = false
    for place in words where !window.contains(place) {
      if place >= window.upperBound, splitter.isBreak(tokens[place]) || tokens[place].breaksBefore {
        isPastBreak = true
      }
      if fillers.contains(tokens[place].word) { continue }
      cost += isPastBreak ? 0.01 : 0.13
    }
    return min(cost, cued ? 0.3 : 0.5)
  }
}
