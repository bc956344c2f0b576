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
///
/// One reader serves one answer: what it finds out about words it keeps.
final class PlaceReader {
  private let memory: WordMemory
  private let splitter: RoleSplitter
  private let fillers: Set<String>
  private let model: PlaceModel
  private var search: (tokens: [Token], search: PlaceSearch)?

  init(_ memory: WordMemory, splitter: RoleSplitter, fillers: Set<String>, model: PlaceModel) {
    self.memory = memory
    self.splitter = splitter
    self.fillers = fillers
    self.model = model
  }

  /// All the words as one name.
  func whole(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading {
    PlaceReading(hits: search(tokens).hits(words), words: words)
  }

  /// Only the names that are just these words.
  func exact(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading {
    PlaceReading(hits: search(tokens).exactHits(words), words: words)
  }

  private func search(_ tokens: [Token]) -> PlaceSearch {
    if let search, search.tokens == tokens { return search.search }
    let new = PlaceSearch(tokens, memory: memory, fillers: fillers, model: model)
    search = (tokens, new)
    return new
  }

  /// Whether a name is just these words.
  func isName(_ tokens: [Token], _ words: Range<Int>) -> Bool { search(tokens).isName(words) }

  /// The best reading of a span: the whole of it, or its beginning up to where a name may end.
  func read(_ tokens: [Token], _ span: RoleSpan) -> PlaceReading {
    let start =
      span.words.first { !fillers.contains(tokens[$0].word) || !splitter.isBreak(tokens[$0]) } ?? span.words.lowerBound
    let words = start..<span.words.upperBound
    var best = whole(tokens, words)
    if best.isExact || (best.score >= 0.85 && (best.hits.first?.explained ?? 0) >= 0.85) { return best }
    for window in windows(tokens, words, cued: span.slot != nil, whole: best) {
      var reading = whole(tokens, window)
      // What was left over makes the reading less certain than the name alone would be.
      let left = left(tokens, words, window)
      for number in reading.hits.indices { reading.hits[number].leave(left, model: model) }
      if reading.score > best.score + 0.001 { best = reading }
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
    let search = self.search(tokens)
    for start in words where search.knows(start) && !fillers.contains(tokens[start].word) {
      for length in 1...4 where start + length <= words.upperBound { result.append(start..<(start + length)) }
    }
    return result
  }

  /// The words outside the window that say something: few behind a word that ends names, more where nothing marks the end.
  private func left(_ tokens: [Token], _ words: Range<Int>, _ window: Range<Int>) -> Double {
    var count = 0.0
    var isPastBreak = false
    for place in words where !window.contains(place) {
      if place >= window.upperBound, splitter.isBreak(tokens[place]) || tokens[place].breaksBefore {
        isPastBreak = true
      }
      if fillers.contains(tokens[place].word) { continue }
      count += isPastBreak ? 0.08 : 1
    }
    return min(count, 6)
  }
}
