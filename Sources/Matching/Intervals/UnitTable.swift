import Journey

/// The units of a lexicon by the words and symbols that name them.
struct UnitTable: Sendable {
  /// A unit that a word names.
  struct Hit {
    var unit: Int
    /// The word's spelling, where a slip was forgiven.
    var meant: String?
    /// Whether the slip may as well be another word: five shops.
    var isDoubtful = false
    /// The unit that the letter is short for as well, where no mode tells which: "5m".
    var other: Int?
    /// Whether its letter is short for it only in a mode that is not known: "3k".
    var isGuess = false
  }

  let units: [WordLists.Unit]
  let names: Set<String>
  private let byWord: [String: Int]
  private let bySymbol: [String: Int]
  private let inMode: [Mode: [String: Int]]
  private let long: [(word: String, pattern: [UInt32], unit: Int)]
  private let other: WordPhrases
  private let little: Set<String>
  private let single: Set<String>
  private let particles: Set<String>

  init(_ words: WordLists) {
    units = words.units
    var byWord: [String: Int] = [:]
    var bySymbol: [String: Int] = [:]
    var inMode: [Mode: [String: Int]] = [:]
    for (number, unit) in words.units.enumerated() {
      for word in unit.words {
        let key = WordPhrases.words(word).joined()
        if byWord[key] == nil { byWord[key] = number }
      }
      for symbol in unit.symbols ?? [] where bySymbol[symbol] == nil { bySymbol[symbol] = number }
      for word in unit.inMode ?? [] where inMode[unit.mode]?[word] == nil {
        inMode[unit.mode, default: [:]][word] = number
      }
    }
    self.byWord = byWord
    self.bySymbol = bySymbol
    self.inMode = inMode
    names = Set(byWord.keys)
    long = byWord.filter { $0.key.utf8.count >= 5 }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { ($0.key, $0.key.unicodeScalars.map(\.value), $0.value) }
    other = WordPhrases(words.otherUnits)
    little = Set(words.fillers)
    particles = Set(words.numbers.particles)
    single = Set(words.units.flatMap { $0.single ?? [] })
  }

  subscript(_ unit: Int) -> WordLists.Unit { units[unit] }

  func unit(named word: String) -> Int? { particles.contains(word) ? nil : byWord[word] }

  /// The unit that a bare number has in a mode.
  func bare(_ mode: Mode) -> WordLists.Unit? { units.first { $0.mode == mode && $0.bare == true } }

  /// The unit in which a bare number after another unit is: minutes after hours.
  func below(_ unit: Int) -> Int? {
    units.indices.first { units[$0].follows == units[unit].factor && units[$0].mode == units[unit].mode }
  }

  /// - Parameter afterDigits: symbols and short forms count only there.
  func hit(_ tokens: [QuantityToken], _ place: Int, afterDigits: Bool, mode: Mode?) -> Hit? {
    guard place < tokens.count else { return nil }
    let token = tokens[place]
    guard let name = token.word ?? (afterDigits ? token.mark : nil), !isCode(tokens, place) else { return nil }
    if let mode, afterDigits || token.word != nil, let unit = inMode[mode]?[name] { return Hit(unit: unit) }
    if token.mark == nil, let unit = byWord[name] {
      // In German "drei halt" is three, well, and "drei Halt davor" three stops.
      let isParticle = particles.contains(name) && (place + 1 == tokens.count || tokens[place + 1].word == nil)
      return isParticle ? nil : Hit(unit: unit)
    }
    // "1.8M" is a count of something.
    let isShout = token.isUpper && name.utf8.count == 1
    if afterDigits, !isShout, !isLittle(name, tokens, place), let hit = symbol(name, mode) { return hit }
    return token.mark == nil && !token.isEastAsian ? slipped(name, tokens, place) : nil
  }

  /// The unit of a letter after digits. One that is short for a unit in its mode alone, "3k", is most likely that everywhere.
  private func symbol(_ name: String, _ mode: Mode?) -> Hit? {
    let others = Mode.allCases.filter { $0 != mode }.compactMap { inMode[$0]?[name] }
    guard let unit = bySymbol[name] else {
      return others.first.map { Hit(unit: $0, isDoubtful: mode != nil, isGuess: true) }
    }
    // A mark stands for what it stands for where nobody counts minutes.
    let isLetter = name.allSatisfy(\.isLetter) && units[unit].mode != mode
    return Hit(unit: unit, other: isLetter ? others.first { units[$0].mode != units[unit].mode } : nil)
  }

  /// "6 in the evening" is no length, "6 in" is.
  private func isLittle(_ name: String, _ tokens: [QuantityToken], _ place: Int) -> Bool {
    little.contains(name) && !tokens[place].isGlued && place + 1 < tokens.count && tokens[place + 1].word != nil
  }

  /// Whether a word names one of its unit only: "stop".
  func isSingle(_ token: QuantityToken) -> Bool { token.word.map(single.contains) ?? false }

  /// Whether a word names one of its unit, as its plural tells: "hour" by "hours", "Stunde" by "Stunden".
  func isSingular(_ token: QuantityToken) -> Bool {
    guard let word = token.word, let unit = byWord[word] else { return false }
    return ["s", "n", "en"].contains { byWord[word + $0] == unit }
  }

  /// One slip of the finger in a word of five letters or more that begins right.
  private func slipped(_ word: String, _ tokens: [QuantityToken], _ place: Int) -> Hit? {
    guard (5...24).contains(word.utf8.count), other.longest(tokens, at: place) == nil else { return nil }
    let pattern = EditPattern(word)
    let first = pattern.scalars.first
    let near = long.first {
      abs($0.pattern.count - pattern.scalars.count) <= 1 && ($0.pattern.first == first || $0.pattern.count > 6)
        && pattern.distance(to: $0.pattern) <= 1
    }
    return near.map { meant in
      // Letters swapped or doubled are a slip; another letter in a short word often makes another word.
      let isOtherLetter =
        meant.pattern.count == pattern.scalars.count && meant.pattern.sorted() != pattern.scalars.sorted()
      return Hit(unit: meant.unit, meant: meant.word, isDoubtful: meant.pattern.count < 6 && isOtherLetter)
    }
  }

  /// "km2", but not "1h30": digits right after a unit go on with the unit below it, or are no part of an amount.
  private func isCode(_ tokens: [QuantityToken], _ place: Int) -> Bool {
    guard place + 1 < tokens.count, tokens[place + 1].isGlued, let number = tokens[place + 1].number else {
      return false
    }
    guard !tokens[place].isEastAsian else { return false }
    guard let name = tokens[place].word ?? tokens[place].mark else { return true }
    let candidates = [byWord[name], bySymbol[name]] + Mode.allCases.map { inMode[$0]?[name] }
    return !candidates.contains { unit in
      guard let unit, let below = below(unit) else { return false }
      let whole = units[unit].factor
      // "2km500" has its three digits, "2km5" is nobody's half kilometre.
      return number * units[below].factor < whole && (units[unit].mode == .time || number * 10 >= whole)
    }
  }

  /// The word or mark of another dimension, if one stands there.
  func other(_ tokens: [QuantityToken], _ place: Int) -> String? {
    guard place < tokens.count else { return nil }
    let next = tokens[place].isHyphen || tokens[place].mark.map { "{<[(".contains($0) } == true ? place + 1 : place
    if other.longest(tokens, at: next) != nil { return tokens[next].word }
    return tokens[place].mark.flatMap { "%°℃℉‰".contains($0) ? $0 : nil }
  }

  /// The sign of money or the word for a speed that stands before a number.
  func otherBefore(_ tokens: [QuantityToken], _ start: Int) -> String? {
    guard start > 0 else { return nil }
    let before = tokens[start - 1]
    if let mark = before.mark, "$€£¥￥".contains(mark) { return mark }
    guard let word = before.word, before.isEastAsian, other.longest(tokens, at: start - 1) != nil else { return nil }
    return byWord[word] == nil ? word : nil
  }
}
