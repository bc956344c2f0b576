import Journey

/// Sentences that a language's templates and word lists make, drawn at random and the same ones each time: what a recogniser of free
/// wording learns how words follow each other from.
package struct SentenceDraw {
  private let lexicon: Lexicon
  private var sampler: TemplateSampler

  package init(_ lexicon: Lexicon, seed: UInt64 = 7) {
    self.lexicon = lexicon
    sampler = TemplateSampler(rules: lexicon.words.rules, seed: seed)
  }

  /// Commands, each as often as any other.
  package mutating func commands(_ count: Int) -> [[String]] {
    let entries = Dictionary(grouping: lexicon.commands, by: \.name)
    let ways = entries.keys.sorted().map { name -> [String] in
      (entries[name] ?? []).flatMap { entry -> [String] in entry.whole + entry.phrases + entry.examples }
    }
    return ways.flatMap { sampler.draws($0, count: count / max(1, ways.count)) }
  }

  /// Ways to name each mode.
  package mutating func modes(_ count: Int) -> [[String]] {
    let modes = lexicon.options.mode
    return modes.flatMap { sampler.draws($0.phrases + ($0.examples ?? []), count: count / max(1, modes.count)) }
  }

  /// The same sentences in frames: drawn from templates of what stands before and after them, on one side or on both.
  package mutating func framed(_ sentences: [[String]], before: [String], after: [String]) -> [[String]] {
    let (before, after) = (
      sampler.draws(before, count: sentences.count), sampler.draws(after, count: sentences.count)
    )
    guard !before.isEmpty, !after.isEmpty else { return [] }
    return sentences.enumerated().map { place, sentence in
      let sides = sampler.share()
      return (sides < 0.7 ? before[place % before.count] : []) + sentence
        + (sides > 0.4 ? after[place % after.count] : [])
    }
  }

  /// Phrases with what may be put before and after them, and small words in places where a phrase of neither kind stands.
  /// - Parameters:
  ///   - weights: How often each is said.
  ///   - before: Phrases such as "i want to go to".
  package mutating func answers(
    _ phrases: [String], weights: [Double], before: [String], after: [String], count: Int
  ) -> [[String]] {
    guard !phrases.isEmpty, phrases.count == weights.count else { return [] }
    let (before, after) = (before.map(Self.words), after.map(Self.words))
    let small = lexicon.words.around.map(Self.words) + lexicon.words.fillers.map(Self.words)
    let spoken = phrases.map(Self.words)
    let steps = weights.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    return (0..<count).map { _ in
      let point = sampler.share() * (steps.last ?? 0)
      let place = min(spoken.count - 1, max(0, steps.lastIndex { $0 <= point } ?? 0))
      return around(before, small, share: 0.4) + spoken[place] + around(after, small, share: 0.5)
    }
  }

  /// Half of the time a phrase that is usual there, otherwise one to three small words.
  private mutating func around(_ usual: [[String]], _ small: [[String]], share: Double) -> [String] {
    guard sampler.share() < share else { return [] }
    if let phrase = sampler.one(of: usual), sampler.share() < 0.5 { return phrase }
    return (0..<[1, 1, 2, 3][Int(sampler.share() * 4)]).flatMap { _ in sampler.one(of: small) ?? [] }
  }

  /// Amounts of a mode with other words for their units, and such as "a couple of stops".
  package mutating func amounts(_ phrases: [String], of mode: Mode) -> [String] {
    let units = lexicon.words.units.filter { $0.mode == mode }
    let other = phrases.compactMap { phrase -> String? in
      let words = phrase.split(separator: " ").map(String.init)
      guard let unit = units.first(where: { $0.words.contains(words.last ?? "") }),
        let word = sampler.one(of: unit.words)
      else { return nil }
      return (words.dropLast() + [word]).joined(separator: " ")
    }
    let bare = units.filter { $0.bare == true }.flatMap(\.words)
    return other + (mode == .distance ? decimals(units.flatMap(\.words)) : [])
      + lexicon.words.numbers.vague.keys.sorted().flatMap { vague in bare.map { vague + " " + $0 } }
  }

  /// Such as "two point five kilometres", two for each digit.
  private mutating func decimals(_ units: [String]) -> [String] {
    let numbers = lexicon.words.numbers
    let digits = numbers.words.filter { (1...9).contains($0.value) }.keys.sorted()
    return (digits + digits).compactMap { whole in
      guard let point = numbers.point.first, let tenth = sampler.one(of: digits), let unit = sampler.one(of: units)
      else {
        return nil
      }
      return [whole, point, tenth, unit].joined(separator: " ")
    }
  }

  /// Each small word alone: any may be said in any place.
  package var smallWords: [[String]] {
    let words = lexicon.words
    return Set((words.around + words.fillers + words.chatter).flatMap(Self.words)).sorted().map { [$0] }
  }

  /// Figures are written only.
  private static func words(_ text: String) -> [String] {
    Normalizer.tokens(text).map(\.word).filter { $0.allSatisfy { !$0.isNumber } }
  }
}
