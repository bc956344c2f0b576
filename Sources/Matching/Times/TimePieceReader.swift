/// A time of day, a day, or a part of a day, without the words that lead it in.
struct TimePiece: Sendable {
  var words: Range<Int>
  var clock: ClockTime?
  var day: TravelTime.Day?
  var partOfDay: Int?
  var delay: Int?
  /// Whether its form alone tells that it is one: 17:10, five o'clock.
  var isCertain: Bool

  var isDay: Bool { day != nil || partOfDay != nil }
}

/// Reads one piece of a time from a place of the text on.
struct TimePieceReader: Sendable {
  let words: ClockWords
  let numbers: PhraseTable<Int>
  let hour: PhraseTable<Void>
  let minute: PhraseTable<Void>
  let past: PhraseTable<Bool>
  let rides: Set<String>
  let fixed: PhraseTable<Int>
  let halves: PhraseTable<Bool>
  let sinceHour: PhraseTable<Int>
  let untilHour: PhraseTable<Int>
  let days: PhraseTable<TravelTime.Day>
  let dayParts: PhraseTable<Int>
  let dayEndings: PhraseTable<Int>
  let months: PhraseTable<Int>
  let ordinals: PhraseTable<Int>
  let ordinalEndings: Set<String>
  let of: Set<String>
  let delays: PhraseTable<Bool>
  /// Units of time and their seconds, and the words of all units, which make a number an amount.
  let seconds: [String: Int]
  /// Words for one of them, and for parts of one: "an", "half".
  let ones: Set<String>
  let parts: [String: Double]
  let units: Set<String>
  /// Words that may follow a bare number which is a time; any other is what it counts or names.
  let follows: Set<String>
  /// Words before a time that is not meant to the minute: "about".
  let vague: Set<String>

  init(_ words: ClockWords, lexicon: WordLists) {
    self.words = words
    numbers = PhraseTable(words.numbers)
    hour = PhraseTable(words.hour.map { ($0, ()) })
    minute = PhraseTable(words.minute.map { ($0, ()) })
    past = PhraseTable(words.after.map { ($0, true) } + words.before.map { ($0, false) })
    rides = Set(words.rides)
    fixed = PhraseTable(words.noon.map { ($0, 12) } + words.midnight.map { ($0, 0) })
    halves = PhraseTable(words.evening.map { ($0, true) } + words.morning.map { ($0, false) })
    sinceHour = PhraseTable(words.sinceHour)
    untilHour = PhraseTable(words.untilHour)
    let ahead = words.days.map { ($0.key, TravelTime.Day.ahead($0.value)) }
    let weekdays = words.weekdays.map { ($0.key, TravelTime.Day.weekday($0.value, later: 0)) }
    days = PhraseTable((ahead + weekdays).sorted { $0.0 < $1.0 })
    dayParts = PhraseTable(words.dayParts)
    dayEndings = PhraseTable(words.dayEndings)
    months = PhraseTable(words.months)
    ordinals = PhraseTable(words.ordinals)
    ordinalEndings = Set(words.ordinalEndings)
    of = Set(lexicon.numbers.of)
    delays = PhraseTable(words.delay.map { ($0, true) } + words.now.map { ($0, false) })
    var seconds: [String: Int] = [:]
    for unit in lexicon.units where unit.mode == .time && unit.factor >= 60 {
      for word in unit.words { seconds[word] = Int(unit.factor) }
    }
    self.seconds = seconds
    ones = Set(lexicon.numbers.articles + lexicon.numbers.words.filter { $0.value == 1 }.keys)
    parts = lexicon.numbers.fractions
    // "Am" leads a day in where it is German.
    units = Set(lexicon.units.flatMap { $0.words + ($0.symbols ?? []) } + lexicon.otherUnits + words.minute)
      .subtracting(words.dayWords)
    let around = lexicon.fillers + lexicon.cues.breaks + lexicon.cues.from + lexicon.cues.to + lexicon.around
    let clock = words.at + words.until + words.dayWords + words.arriving + words.leaving + words.fillers
    let ends = lexicon.cues.fromEndings + lexicon.cues.toEndings
    vague = Set((lexicon.around + words.at).flatMap { Normalizer.tokens($0).map(\.word) })
    follows = Set((around + clock + ends).flatMap { Normalizer.tokens($0).map(\.word) })
  }

  func piece(_ tokens: [Token], at place: Int) -> TimePiece? {
    // "In the morning" is no length of time.
    var day = day(tokens, place) ?? part(tokens, place)
    // "Tonight" is a day and a part of it.
    if let whole = day, whole.day != nil, whole.partOfDay == nil, let part = dayParts.find(tokens, at: place),
      part.count == whole.words.count
    {
      day?.partOfDay = part.meaning
    }
    if let clock = clock(tokens, place), clock.words.count >= day?.words.count ?? 0 { return clock }
    return day ?? delay(tokens, place)
  }

  /// A number in digits or in one or two words, and the place behind it.
  func number(_ tokens: [Token], _ place: Int, most: Int) -> (value: Int, end: Int)? {
    guard tokens.indices.contains(place) else { return nil }
    if tokens[place].isNumber {
      guard tokens[place].word.count <= 2, let value = Int(tokens[place].word), value <= most else { return nil }
      return (value, place + 1)
    }
    guard let first = numbers.find(tokens, at: place), first.meaning <= most else { return nil }
    let end = place + first.count
    if first.meaning >= 20, first.meaning % 10 == 0, end < tokens.count, !tokens[end].isNumber,
      let second = numbers.find(tokens, at: end), (1...9).contains(second.meaning),
      first.meaning + second.meaning <= most
    {
      return (first.meaning + second.meaning, end + second.count)
    }
    return (first.meaning, end)
  }

  /// Whether what follows lets a bare number be a time: not "five minutes", "5 Main Street".
  func ends(_ tokens: [Token], _ place: Int) -> Bool {
    guard place < tokens.count else { return true }
    let next = tokens[place]
    if units.contains(next.word) { return false }
    return next.breaksBefore || (!next.isNumber && follows.contains(next.word))
      || days.find(tokens, at: place) != nil || dayParts.find(tokens, at: place) != nil
  }

  /// "In twenty minutes", "now".
  private func delay(_ tokens: [Token], _ place: Int) -> TimePiece? {
    guard let found = delays.find(tokens, at: place) else { return nil }
    var start = place + found.count
    if !found.meaning {
      return ends(tokens, start)
        ? TimePiece(words: place..<start, delay: 0, isCertain: true) : nil
    }
    // "In about twenty minutes"
    while start < min(tokens.count, place + 4), vague.contains(tokens[start].word), !tokens[start].breaksBefore {
      start += 1
    }
    if let unit = partOfUnit(tokens, start) {
      return TimePiece(words: place..<unit.end, delay: unit.seconds, isCertain: true)
    }
    guard let number = number(tokens, start, most: 90), number.end < tokens.count,
      let factor = seconds[tokens[number.end].word], ends(tokens, number.end + 1)
    else { return nil }
    return TimePiece(words: place..<number.end + 1, delay: number.value * factor, isCertain: true)
  }

  /// "an hour", "half an hour", "a quarter of an hour".
  private func partOfUnit(_ tokens: [Token], _ start: Int) -> (seconds: Int, end: Int)? {
    var share = 1.0
    for place in tokens.indices.dropFirst(start).prefix(5) {
      let word = tokens[place].word
      if let factor = seconds[word] {
        guard place > start, ends(tokens, place + 1) else { return nil }
        return (Int(share * Double(factor)), place + 1)
      }
      guard let part = parts[word] else {
        guard ones.contains(word) || of.contains(word) else { return nil }
        continue
      }
      share *= part
    }
    return nil
  }
}
