import Journey

/// A stretch of an utterance that may hold a place, with the end of the ride that its cue word gives it.
struct RoleSpan: Sendable, Hashable {
  /// nil where no cue word stands before it.
  var slot: Slot?
  var words: Range<Int>
}

/// Cuts an utterance at its cue words: "from Linz to Hagenberg" has a span for each end.
struct RoleSplitter: Sendable {
  private struct Cue: Sendable {
    var words: [String]
    var slot: Slot
  }

  /// Cues by their first word, the longest first.
  private let cues: [String: [Cue]]
  /// The cues of one word.
  let cueWords: Set<String>
  private let endings: [String: Slot]
  private let breaks: Set<String>
  private let fillers: Set<String>

  init(_ words: WordLists, fillers: Set<String>) {
    var table: [String: [Cue]] = [:]
    for (list, slot) in [(words.cues.from, Slot.from), (words.cues.to, .to)] {
      for text in list {
        let cue = Cue(words: Normalizer.tokens(text).map(\.word), slot: slot)
        if let first = cue.words.first { table[first, default: []].append(cue) }
      }
    }
    cues = table.mapValues { $0.sorted { ($0.words.count, $1.words.joined()) > ($1.words.count, $0.words.joined()) } }
    cueWords = Set(table.values.joined().filter { $0.words.count == 1 }.flatMap(\.words))
    var behind: [String: Slot] = [:]
    for text in words.cues.fromEndings { behind[Normalizer.key(text)] = .from }
    for text in words.cues.toEndings { behind[Normalizer.key(text)] = .to }
    endings = behind
    breaks = Set(words.cues.breaks.map { Normalizer.key($0) })
    self.fillers = fillers
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
      behind.breaksBefore = false
      behind.startsSentence = false
      return [name, behind]
    }
  }

  /// The spans in order; stretches of fillers alone are left out.
  func spans(_ tokens: [Token]) -> [RoleSpan] {
    var result: [RoleSpan] = []
    var slot: Slot?
    var start = 0
    var place = 0
    func close(_ end: Int, _ slot: Slot?) {
      if tokens[start..<end].contains(where: { !fillers.contains($0.word) }) {
        result.append(RoleSpan(slot: slot, words: start..<end))
      }
    }
    while place < tokens.count {
      if let cue = cue(tokens, place) {
        close(place, slot)
        slot = cue.slot
        place += cue.words.count
        start = place
      } else if let behind = endings[tokens[place].word] {
        close(place, behind)
        slot = nil
        place += 1
        start = place
      } else {
        place += 1
      }
    }
    close(tokens.count, slot)
    return result
  }

  /// Where a name may end: before words such as "on" and "please", and at punctuation.
  func cuts(_ tokens: [Token], in span: Range<Int>) -> [Int] {
    span.dropFirst().filter { breaks.contains(tokens[$0].word) || tokens[$0].breaksBefore }
  }

  func isBreak(_ token: Token) -> Bool { breaks.contains(token.word) }

  private func cue(_ tokens: [Token], _ place: Int) -> Cue? {
    cues[tokens[place].word]?.first { cue in
      place + cue.words.count <= tokens.count
        && cue.words.indices.allSatisfy { tokens[place + $0].word == cue.words[$0] }
    }
  }
}
