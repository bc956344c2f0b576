import Journey

/// A command found in an utterance.
struct CommandHit: Sendable {
  var name: String
  /// The share of the utterance's words, by weight, that phrases of commands explain.
  var score: Double
  /// That share for the command that comes first, and for the others what their own phrases explain.
  var share: Double
  /// Whether one phrase of it is the whole utterance, word by word.
  var isWhole: Bool
  /// The words of this command's phrases.
  var words: [Range<Int>]
  /// Those phrases, as they are written.
  var phrases: [String]
}

/// Reads what was said as commands: which ones, and how much of the utterance they explain.
struct CommandReader: Sendable {
  private let commands: [CommandPhrases]
  private let phrases: PhraseSet
  /// The phrases as they are written.
  let texts: [String]
  private let fillers: Set<String>
  /// What such a word weighs outside phrases, where others weigh 1.
  private let fillerWeight: Double
  /// Words of numbers, which are no slips of a phrase: "eight" is not "right".
  private let numbers: Set<String>

  /// - Parameter commands: in order of precedence: of several in one utterance the first of the list counts.
  init(
    _ commands: [CommandPhrases], rules: [String: String], fillers: Set<String>, fillerWeight: Double = 0.25,
    numbers: Set<String> = []
  ) {
    self.commands = commands
    (self.fillers, self.fillerWeight, self.numbers) = (fillers, fillerWeight, numbers)
    var list: [(meaning: Int, text: String, mustBeWhole: Bool)] = []
    for (number, command) in commands.enumerated() {
      list += command.phrases.map { (number, $0, false) }
      list += command.whole.map { (number, $0, true) }
    }
    phrases = PhraseSet(list, rules: rules)
    texts = list.map(\.text)
  }

  /// The commands in the utterance, best first by precedence.
  ///
  /// - Parameter isName: tells words that are no slips of a phrase, because a name among the options holds them.
  func read(
    _ tokens: [Token], at slot: Slot? = nil, isName: (String) -> Bool = { _ in false }
  ) -> [CommandHit] {
    guard !tokens.isEmpty, tokens.count <= PhraseSet.longest else { return [] }
    let hits = phrases.hits(tokens) { fillers.contains($0) || numbers.contains($0) || isName($0) }.filter { hit in
      if let slot, commands[hit.meaning].notAt.contains(slot) { return false }
      return !hit.mustBeWhole || isWhole(hit.words, tokens)
    }
    let chosen = cover(tokens, hits)
    let weights = tokens.map(weight)
    let inPhrases = tokens.map(weightInPhrase)
    let explained = Set(chosen.flatMap(\.words))
    let total = tokens.indices.reduce(0) { $0 + (explained.contains($1) ? inPhrases[$1] : weights[$1]) }
    guard total > 0 else { return [] }
    let share = { (hits: [PhraseSet.Hit]) in hits.reduce(0) { $0 + inPhrases[$1.words].reduce(0, +) } / total }
    let score = share(chosen)
    var names: [String] = []
    for hit in chosen.sorted(by: { $0.meaning < $1.meaning }) where !names.contains(commands[hit.meaning].name) {
      names.append(commands[hit.meaning].name)
    }
    return names.map { name in
      let own = chosen.filter { commands[$0.meaning].name == name }
      return CommandHit(
        name: name, score: score, share: name == names.first ? score : share(own),
        isWhole: own.contains { $0.words == tokens.indices }, words: own.map(\.words),
        phrases: own.map { texts[$0.phrase] })
    }
  }

  /// A command that the utterance ends with, and where it begins.
  func trailing(_ tokens: [Token], at slot: Slot) -> (name: String, start: Int)? {
    let hits = phrases.hits(tokens).filter { hit in
      commands[hit.meaning].trailing && !commands[hit.meaning].notAt.contains(slot) && !hit.mustBeWhole
        && tokens[hit.words.upperBound...].allSatisfy { fillers.contains($0.word) } && hit.words.lowerBound > 0
        // Behind something else a slip of another word would end the dialogue: "verpassen" is not "verlassen".
        && tokens[hit.words].allSatisfy { phrases.spelling($0.word) == $0.word }
    }
    guard let best = hits.max(by: { $0.words.count < $1.words.count }) else { return nil }
    return (commands[best.meaning].name, best.words.lowerBound)
  }

  /// The words with single slips mended where templates know the word.
  func spelling(_ tokens: [Token]) -> [String] { tokens.map { phrases.spelling($0.word) } }

  /// The command that a sign without words stands for: 👍.
  func sign(in text: String) -> String? {
    // By scalars, because a sign may have a colour of skin.
    let scalars = Set(text.unicodeScalars)
    return commands.first { $0.signs.contains { $0.unicodeScalars.first.map(scalars.contains) ?? false } }?.name
  }

  /// Whether the command was said in a phrase that is half an answer at this question.
  func isSuppressed(_ name: String, _ tokens: [Token], at slot: Slot) -> Bool {
    phrases.hits(tokens).contains { commands[$0.meaning].name == name && commands[$0.meaning].notAt.contains(slot) }
  }

  /// A phrase of the named command at the beginning of the utterance, and where it ends.
  func leading(_ tokens: [Token], named name: String) -> Int? {
    leadingWords(tokens, named: name).map(\.upperBound).max()
  }

  /// The stretches of words at the beginning, or behind words that say nothing, that are phrases of the named command.
  func leadingWords(_ tokens: [Token], named name: String) -> [Range<Int>] {
    let start = tokens.prefix { fillers.contains($0.word) }.count
    let hits = phrases.hits(tokens) { numbers.contains($0) }.filter { commands[$0.meaning].name == name }
    let fitting = hits.filter { hit in
      hit.words.lowerBound == 0 || (hit.words.lowerBound <= start)
    }.filter { !$0.mustBeWhole || isWhole($0.words, tokens) }
    return fitting.map(\.words)
  }

  private func weightInPhrase(_ token: Token) -> Double { fillers.contains(token.word) ? 0.25 : 1 }

  private func weight(_ token: Token) -> Double { fillers.contains(token.word) ? fillerWeight : 1 }

  private func isWhole(_ words: Range<Int>, _ tokens: [Token]) -> Bool {
    tokens.indices.allSatisfy { words.contains($0) || fillers.contains(tokens[$0].word) }
  }

  /// The phrases that together explain most, without overlap: few long ones rather than many short ones.
  private func cover(_ tokens: [Token], _ hits: [PhraseSet.Hit]) -> [PhraseSet.Hit] {
    var best = [(value: Double, hit: PhraseSet.Hit?)](repeating: (0, nil), count: tokens.count + 1)
    for end in 1...tokens.count {
      best[end] = (best[end - 1].value, nil)
      for hit in hits where hit.words.upperBound == end {
        let own = tokens[hit.words].map(weightInPhrase).reduce(0, +)
        // Every phrase costs a little; of equals the command that comes first wins.
        let value = best[hit.words.lowerBound].value + own - 0.05 - Double(hit.meaning) * 0.0001
        if value > best[end].value { best[end] = (value, hit) }
      }
    }
    var chosen: [PhraseSet.Hit] = []
    var place = tokens.count
    while place > 0 {
      if let hit = best[place].hit {
        chosen.append(hit)
        place = hit.words.lowerBound
      } else {
        place -= 1
      }
    }
    return chosen.reversed()
  }
}
