import Journey

/// A stretch of an utterance that may hold a place, with the end of the ride that its cue word gives it.
struct RoleSpan: Sendable, Hashable {
  /// nil where no cue word stands before it.
  var slot: Slot?
  var words: Range<Int>
  /// The cue words, before or behind it.
  var cue: Range<Int>?
  /// Whether the cue is a verb that says little by itself: "leave the hotel" beside "from Linz".
  var isWeak = false
  /// Whether it lies inside another span and counts only where that one names no place: "friends in Linz".
  var isGuess = false
}

/// Cuts an utterance at its cue words: "from Linz to Hagenberg" has a span for each end.
///
/// Times of travel belong to no span, but a cue goes on behind them: "leave at five for Linz".
struct RoleSplitter: Sendable {
  enum Cue: Sendable, Equatable {
    case end(Slot, isWeak: Bool)
    case between
    case denial, via
  }

  private let cues: PhraseTable<Cue>
  private let behind: PhraseTable<Slot>
  private let onward: Set<String>
  private let ahead: PhraseTable<Void>
  private let inside: Set<String>
  private let beside: Set<String>
  private let and: Set<String>
  private let articles: Set<String>
  private let instead: Set<String>
  private let corrections: PhraseTable<Void>
  private let apart: Set<String>
  /// The cues of one word.
  let cueWords: Set<String>
  private let endings: [String: Slot]
  private let breaks: Set<String>
  private let fillers: Set<String>
  let times: TimeReader

  init(_ words: WordLists, fillers: Set<String>, times: TimeReader = TimeReader(ClockWords())) {
    let weak = Set(words.cues.weak.map { Normalizer.key($0) })
    var list: [(String, Cue)] = []
    for (phrases, slot) in [(words.cues.from, Slot.from), (words.cues.to, .to)] {
      list += phrases.map { ($0, .end(slot, isWeak: weak.contains(Normalizer.key($0)))) }
    }
    let ends = PhraseTable(list)
    cueWords = ends.singles
    list +=
      words.cues.between.map { ($0, .between) } + words.cues.not.map { ($0, .denial) }
      + words.cues.via.map { ($0, .via) }
    cues = PhraseTable(list)
    behind = PhraseTable(
      words.cues.fromEndings.map { ($0, Slot.from) } + words.cues.toEndings.map { ($0, .to) }
        + words.cues.fromBehind.map { ($0, .from) } + words.cues.toBehind.map { ($0, .to) })
    onward = Set(words.cues.onward)
    ahead = PhraseTable(words.cues.ahead.map { ($0, ()) })
    inside = Set(words.cues.inside)
    beside = Set(words.cues.beside)
    and = Set(words.numbers.and)
    articles = Set(words.numbers.articles + words.numbers.words.filter { $0.value == 1 }.keys)
    instead = Set(words.cues.instead)
    corrections = PhraseTable(words.cues.correction.map { ($0, ()) })
    apart = Set(words.cues.apart)
    var glued: [String: Slot] = [:]
    for text in words.cues.fromEndings { glued[Normalizer.key(text)] = .from }
    for text in words.cues.toEndings { glued[Normalizer.key(text)] = .to }
    endings = glued
    breaks = Set(words.cues.breaks.map { Normalizer.key($0) })
    self.fillers = fillers
    self.times = times
  }

  /// The words with endings cut off that are written behind a name without a space: "新宿まで".
  func separated(_ tokens: [Token]) -> [Token] {
    tokens.flatMap { token -> [Token] in
      guard !token.word.utf8.allSatisfy({ $0 < 128 }),
        let ending = endings.keys.filter({ token.word.count > $0.count && token.word.hasSuffix($0) })
          .max(by: { $0.count < $1.count })
      else { return [token] }
      var name = token
      var behind = token
      name.word = String(token.word.dropLast(ending.count))
      behind.word = ending
      // Kana take three bytes each, folded or not.
      let cut = token.range.upperBound - ending.utf8.count
      if cut > token.range.lowerBound {
        name.range = token.range.lowerBound..<cut
        behind.range = cut..<token.range.upperBound
      }
      behind.breaksBefore = false
      behind.startsSentence = false
      return [name, behind]
    }
  }

  /// The longest word that leads to a place, or joins two, at one of the tokens, and its number of words.
  func lead(_ tokens: [Token], at place: Int) -> (lead: Matcher.Lead, count: Int)? {
    if let found = ahead.find(tokens, at: place) { return (.ahead, found.count) }
    if let found = cues.find(tokens, at: place) {
      switch found.meaning {
      case .end(.from, _): return (.from, found.count)
      case .end(.to, _): return (.to, found.count)
      case .via: return (.via, found.count)
      default: return nil
      }
    }
    if inside.contains(tokens[place].word) || beside.contains(tokens[place].word) { return (.inside, 1) }
    return and.contains(tokens[place].word) ? (.and, 1) : nil
  }

  /// The spans in order; stretches of fillers alone are left out.
  /// - Parameter hidden: words that are known to be something else, such as an amount.
  /// - Parameter isName: whether a stretch of words is just the name of a place, which may hold a cue or a time.
  /// - Parameter isInNames: whether some name holds a word.
  /// - Parameter isOwnName: whether it is one that the rider gave, which may even begin with a cue: "zu Hause".
  func spans(
    _ tokens: [Token], hidden: Set<Int> = [], isName: (Range<Int>) -> Bool = { _ in false },
    isOwnName: (Range<Int>) -> Bool = { _ in false }, isInNames: (Int) -> Bool = { _ in false }
  ) -> [RoleSpan] {
    let all = times(tokens, isName: isName).reduce(into: hidden) { $0.formUnion($1.words) }
    var walk = RoleWalk(tokens: tokens, shown: tokens.indices.filter { !all.contains($0) }, fillers: fillers)
    walk.amounts = hidden
    walk.names = fillersInNames(tokens, isOwnName)
    while walk.place < walk.shown.count {
      // An Italian street is a "via".
      let index = walk.shown[walk.place]
      if case .via? = cues.find(tokens, along: walk.shown, at: walk.place)?.meaning, isInNames(index) {
        walk.crossGap()
        walk.names.insert(index)
        walk.place += 1
      } else {
        step(&walk, isName, isOwnName)
      }
    }
    walk.close(walk.slot)
    return walk.spans
  }

  /// Words that say nothing elsewhere, but are a name that the rider gave: "my place".
  private func fillersInNames(_ tokens: [Token], _ isOwnName: (Range<Int>) -> Bool) -> Set<Int> {
    var names: Set<Int> = []
    for start in tokens.indices where fillers.contains(tokens[start].word) {
      for end in start + 1...min(start + 4, tokens.count) {
        guard fillers.contains(tokens[end - 1].word) else { break }
        if isOwnName(start..<end) { names.formUnion(start..<end) }
      }
    }
    return names
  }

  /// The times of travel, but for those that names of places hold.
  func times(_ tokens: [Token], isName: (Range<Int>) -> Bool = { _ in false }) -> [TimeReading] {
    times.read(tokens).filter { !isPartOfName($0.words, tokens, isName) }
  }

  private func step(
    _ walk: inout RoleWalk, _ isName: (Range<Int>) -> Bool, _ isOwnName: (Range<Int>) -> Bool
  ) {
    walk.crossGap()
    let (tokens, place) = (walk.tokens, walk.place)
    let index = walk.shown[place]
    let word = tokens[index].word
    // "To be my destination" stands behind a place, though it begins with a cue.
    if walk.hasContent, let end = behind.find(tokens, along: walk.shown, at: place), !isArticle(walk, end.count) {
      walk.close(end.meaning, cueBehind: end.count)
    } else if let cue = cues.find(tokens, along: walk.shown, at: place) {
      let startsOwnName = (2...4).contains { index + $0 <= tokens.count && isOwnName(index..<index + $0) }
      if startsOwnName || isPartOfName(index..<index + 1, tokens, isName) {
        walk.names.insert(index)
        walk.place += 1
      } else {
        walk.open(cue.meaning, count: cue.count)
      }
    } else if let count = correction(walk) {
      walk.correct(count: count)
    } else if walk.isBetween, and.contains(word), walk.hasContent {
      walk.open(.end(.to, isWeak: false), count: 1)
    } else if walk.slot == .from, onward.contains(word), walk.hasContent, leadsOn(tokens, walk) {
      walk.open(.end(.to, isWeak: true), count: 1)
    } else if walk.amounts.contains(index - 1), let found = ahead.find(tokens, along: walk.shown, at: place) {
      walk.open(.end(.to, isWeak: true), count: found.count)
    } else if walk.isDenied, instead.contains(word) || tokens[index].breaksBefore {
      walk.endDenial(count: instead.contains(word) ? 1 : 0)
    } else {
      if walk.slot != nil, inside.contains(word), walk.hasContent { walk.guess(from: place + 1) }
      walk.place += 1
    }
  }

  /// The number of words of a correction, which punctuation or a cue behind it tells from other uses of its words.
  private func correction(_ walk: RoleWalk) -> Int? {
    guard let found = corrections.find(walk.tokens, along: walk.shown, at: walk.place) else { return nil }
    let next = walk.place + found.count
    guard next < walk.shown.count else { return nil }
    let isApart = walk.tokens[walk.shown[walk.place]].breaksBefore || walk.tokens[walk.shown[next]].breaksBefore
    // "No wait" stands for nothing else, "wait" may.
    return isApart || found.count > 1 || cues.find(walk.tokens, along: walk.shown, at: next) != nil ? found.count : nil
  }

  /// Whether the last word of a cue behind a place is an article of what follows: "buy a ticket" is not "get in", which German says
  /// with the same word.
  private func isArticle(_ walk: RoleWalk, _ count: Int) -> Bool {
    let last = walk.shown[walk.place + count - 1]
    if walk.ledBy.contains(where: apart.contains) { return false }
    guard articles.contains(walk.tokens[last].word), last + 1 < walk.tokens.count else { return false }
    let next = walk.tokens[last + 1]
    return !next.breaksBefore && !breaks.contains(next.word) && !and.contains(next.word)
  }

  /// Whether something in a text stands for what was said by mistake before it.
  func holdsCorrection(_ tokens: [Token]) -> Bool {
    tokens.indices.dropFirst().contains { corrections.find(tokens, at: $0) != nil }
  }

  /// Whether a place may follow: "from Linz for Hagenberg", not "for 2 people".
  private func leadsOn(_ tokens: [Token], _ walk: RoleWalk) -> Bool {
    guard walk.place + 1 < walk.shown.count else { return false }
    let next = tokens[walk.shown[walk.place + 1]]
    return !next.isNumber && !breaks.contains(next.word) && !fillers.contains(next.word)
  }

  /// Whether a longer name holds the words: "Stop to Go". What begins with a cue is more likely that cue and a name.
  private func isPartOfName(_ words: Range<Int>, _ tokens: [Token], _ isName: (Range<Int>) -> Bool) -> Bool {
    guard words.count < 6 else { return false }
    for start in max(0, words.upperBound - 6)...words.lowerBound {
      if start == words.lowerBound, cueWords.contains(tokens[start].word) { continue }
      for end in words.upperBound...min(tokens.count, start + 6) where end - start > words.count {
        if isName(start..<end) { return true }
      }
    }
    return false
  }

  /// Where a name may end: before words such as "on" and "please", and at punctuation.
  func cuts(_ tokens: [Token], in span: Range<Int>) -> [Int] {
    span.dropFirst().filter { breaks.contains(tokens[$0].word) || tokens[$0].breaksBefore }
  }

  /// The end of the ride that the words at a place lead to, and how many they are.
  func cue(_ tokens: [Token], at place: Int) -> (slot: Slot, count: Int)? {
    guard let found = cues.find(tokens, at: place), case .end(let slot, _) = found.meaning else { return nil }
    return (slot, found.count)
  }

  func isBreak(_ token: Token) -> Bool { breaks.contains(token.word) }
}
