import Journey

/// What a stretch of words says about a place.
struct PlaceReading: Sendable {
  var hits: [PlaceHit]
  /// The words that were read as the name.
  var words: Range<Int>
  /// The name of the rider's own that the words are.
  var own: OwnNames.Name?

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
  private let own: OwnNames
  private var search: (tokens: [Token], search: PlaceSearch)?

  init(
    _ memory: WordMemory, splitter: RoleSplitter, fillers: Set<String>, model: PlaceModel, own: OwnNames = .none
  ) {
    self.memory = memory
    self.own = own
    self.splitter = splitter
    self.fillers = fillers
    self.model = model
  }

  /// All the words as one name.
  func whole(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading {
    ownName(tokens, words) ?? named(tokens, words)
  }

  private func named(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading {
    PlaceReading(hits: search(tokens).hits(words), words: words)
  }

  /// The words as a name of the rider's own.
  private func ownName(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading? {
    guard let number = own.number(tokens[words]) else { return nil }
    return PlaceReading(hits: [PlaceHit(ownName: number)], words: words, own: own.names[number])
  }

  /// Whether a name of the rider's own is just these words.
  func isOwnName(_ tokens: [Token], _ words: Range<Int>) -> Bool { own.number(tokens[words]) != nil }

  /// A name of the rider's own with nothing before it but words that say nothing, and behind it nothing but such words or what
  /// stands after one that ends names: "from home on Monday". A part of other words is never read as one.
  private func ownAnswer(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading? {
    if own.names.isEmpty { return nil }
    let ends = [words.upperBound] + splitter.cuts(tokens, in: words).reversed()
    return ends.lazy.compactMap { self.ownAlone(tokens, words.lowerBound..<$0) }.first
  }

  private func ownAlone(_ tokens: [Token], _ words: Range<Int>) -> PlaceReading? {
    if let whole = ownName(tokens, words) { return whole }
    guard let first = words.first(where: { !fillers.contains(tokens[$0].word) }),
      let last = words.last(where: { !fillers.contains(tokens[$0].word) })
    else { return nil }
    return ownName(tokens, first..<last + 1)
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

  /// How the words of a reading were read as the name of one of its hits.
  func reading(_ tokens: [Token], _ reading: PlaceReading, as hit: PlaceHit) -> KeyReading {
    search(tokens).reading(reading.words, as: hit)
  }

  /// The words of a reading that the name does not have which was taken or is asked back.
  func unread(_ tokens: [Token], _ reading: PlaceReading, _ match: Match) -> Set<Int> {
    guard match.decision == .accept || match.decision == .confirm, reading.own == nil, !reading.isExact,
      let hit = reading.hits.first, !hit.holdsAll
    else { return [] }
    let paired = Set(search(tokens).reading(reading.words, as: hit).pairs.map(\.place))
    return Set(
      reading.words.filter { place in
        !paired.contains(place) && !fillers.contains(tokens[place].word)
          && !memory.index.forms.numerals.isEnding(tokens, place) && !memory.index.forms.isKind(tokens[place].word)
      })
  }

  /// Whether a name is just these words.
  func isName(_ tokens: [Token], _ words: Range<Int>) -> Bool {
    isOwnName(tokens, words) || search(tokens).isName(words)
  }

  /// Whether some name holds a word.
  func knows(_ tokens: [Token], _ place: Int) -> Bool { search(tokens).knows(place) }

  /// The best reading of a span: the whole of it, or its beginning up to where a name may end.
  func read(_ tokens: [Token], _ span: RoleSpan) -> PlaceReading {
    if let own = ownAnswer(tokens, span.words) { return own }
    let start =
      span.words.first { !fillers.contains(tokens[$0].word) || !splitter.isBreak(tokens[$0]) } ?? span.words.lowerBound
    let words = start..<span.words.upperBound
    // Small words alone name a place only where they are one.
    let isSaid = words.contains { !fillers.contains(tokens[$0].word) } || isName(tokens, words)
    guard isSaid else { return PlaceReading(hits: [], words: words) }
    var best = named(tokens, words)
    if best.isExact || (best.score >= 0.85 && (best.hits.first?.explained ?? 0) >= 0.85) { return best }
    var pool = best.hits
    for window in windows(tokens, words, cued: span.slot != nil, whole: best) {
      guard memory.budget.takeStretch() else { break }
      var reading = named(tokens, window)
      // What was left over makes the reading less certain than the name alone would be.
      let left = left(tokens, words, window)
      for number in reading.hits.indices { reading.hits[number].leave(left, model: model) }
      pool += reading.hits.prefix(12)
      if reading.score > best.score + 0.001 { best = reading }
    }
    best.hits = merged(pool)
    return best
  }

  /// The best hit of each option, best first: what one reading of the words finds competes with what another one does.
  private func merged(_ hits: [PlaceHit]) -> [PlaceHit] {
    var seen: Set<Int> = []
    return hits.enumerated().sorted { ($0.element.utility, $1.offset) > ($1.element.utility, $0.offset) }
      .map(\.element).filter { seen.insert($0.option).inserted }
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

  /// The words outside the window that say something.
  private func left(_ tokens: [Token], _ words: Range<Int>, _ window: Range<Int>) -> WordsLeft {
    var left = WordsLeft()
    let numerals = memory.index.forms.numerals
    let isContent = { (place: Int) in
      !self.fillers.contains(tokens[place].word) && !numerals.isEnding(tokens, place)
    }
    var isPastBreak = false
    var isNext = true
    for place in window.upperBound..<words.upperBound {
      if splitter.isBreak(tokens[place]) || tokens[place].breaksBefore { isPastBreak = true }
      if !isContent(place) || isPastBreak { isNext = false }
      guard isContent(place) else { continue }
      if isPastBreak { left.behind += 1 } else if isNext { left.near += 1 } else { left.far += 1 }
    }
    isNext = true
    for place in (words.lowerBound..<window.lowerBound).reversed() {
      // Punctuation before the next word parts as well.
      if !isContent(place) || tokens[place + 1].breaksBefore { isNext = false }
      guard isContent(place) else { continue }
      if isNext { left.near += 1 } else { left.far += 1 }
    }
    let search = self.search(tokens)
    for place in words where !window.contains(place) && isContent(place) { left.names += search.nameLikeness(place) }
    let said = Double(words.count(where: isContent))
    if said > 0 { left.share = (left.near + left.far + left.behind) / said }
    // Beyond a few words more of them say nothing new.
    left.names = min(left.names, 2)
    (left.near, left.far, left.behind) = (min(left.near, 3), left.far.squareRoot(), left.behind.squareRoot())
    return left
  }
}
