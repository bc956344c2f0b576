/// Finds times of day and days in a text: "at 17:10", "around half past six tomorrow morning", "in twenty minutes".
///
/// A number is a time only where its form or the words around it say so; "five minutes" never is.
public struct TimeReader: Sendable {
  let pieces: TimePieceReader
  private let words: ClockWords
  private let until: PhraseTable<Bool>
  private let leads: PhraseTable<Void>
  private let verbs: PhraseTable<TravelTime.Event>
  private let around: Set<String>
  /// Words of every sentence.
  private let small: Set<String>

  public init(_ words: ClockWords, lexicon: WordLists = WordLists()) {
    self.words = words
    pieces = TimePieceReader(words, lexicon: lexicon)
    until = PhraseTable(words.at.map { ($0, false) } + words.until.map { ($0, true) })
    leads = PhraseTable(words.dayWords.map { ($0, ()) })
    verbs = PhraseTable(
      words.arriving.map { ($0, TravelTime.Event.arrival) } + words.leaving.map { ($0, .departure) })
    small = Set(lexicon.fillers.flatMap { Normalizer.tokens($0).map(\.word) })
    let said = words.fillers + words.at + words.until + words.dayWords + words.arriving + words.leaving
    around = Set(said.flatMap { Normalizer.tokens($0).map(\.word) })
  }

  /// The time of day that the whole of a text is; nil where it holds anything else.
  public func clock(_ text: String) -> ClockTime? {
    let tokens = Normalizer.tokens(text)
    guard tokens.count <= 20 else { return nil }
    let found = groups(tokens).filter { $0.time.clock != nil }
    guard found.count == 1, let reading = found.first, reading.time.day == nil else { return nil }
    let isAll = tokens.indices.allSatisfy { reading.words.contains($0) || around.contains(tokens[$0].word) }
    return isAll ? reading.time.clock : nil
  }

  /// The times in an utterance, in order.
  func read(_ tokens: [Token]) -> [TimeReading] { groups(tokens, onlyLed: true) }

  /// Where the words begin that lead a piece in, whether some ask for a time of day, and whether they set a limit.
  private func lead(_ tokens: [Token], before start: Int, after low: Int) -> (start: Int, isTime: Bool, isLimit: Bool) {
    var place = start
    var (isTime, isLimit) = (false, false)
    // In "one stop before, tomorrow" the word before the comma leads in nothing.
    while place > low, !tokens[place].breaksBefore {
      if let found = until.find(tokens, before: place), place - found.count >= low {
        (isTime, isLimit) = (true, isLimit || found.meaning)
        place -= found.count
      } else if let found = leads.find(tokens, before: place), place - found.count >= low {
        place -= found.count
      } else {
        break
      }
    }
    return (place, isTime, isLimit)
  }

  private func groups(_ tokens: [Token], onlyLed: Bool = false) -> [TimeReading] {
    var result: [TimeReading] = []
    var (place, low) = (0, 0)
    while place < tokens.count {
      guard let piece = pieces.piece(tokens, at: place) else {
        place += 1
        continue
      }
      let lead = lead(tokens, before: place, after: low)
      let isNext = !result.isEmpty && lead.start == low && low > 0
      let isLed =
        lead.isTime || (piece.isDay && lead.start < place) || isNext
        || verbs.find(tokens, before: lead.start) != nil
      // A number in a question for a time of day needs no more; elsewhere what leads it in tells it from an amount.
      guard piece.isCertain || isLed || (!onlyLed && piece.clock != nil) else {
        place += 1
        continue
      }
      if isNext, let joined = result[result.count - 1].joined(with: piece) {
        result[result.count - 1] = joined
      } else {
        result.append(reading(piece, tokens, lead))
      }
      (place, low) = (piece.words.upperBound, piece.words.upperBound)
    }
    return result
  }

  private func reading(
    _ piece: TimePiece, _ tokens: [Token], _ lead: (start: Int, isTime: Bool, isLimit: Bool)
  ) -> TimeReading {
    let said = event(tokens, before: lead.start) ?? eventBehind(tokens, piece.words.upperBound)
    let time = piece.time(for: said ?? (lead.isLimit ? .arrival : .departure), isEventSaid: said != nil)
    return TimeReading(
      time: time, words: lead.start..<piece.words.upperBound,
      isCertain: (piece.isCertain || lead.isTime && piece.words.count > 1) && piece.delay == nil)
  }

  /// The nearest verb before, in the same sentence: "leaving Linz at five".
  private func event(_ tokens: [Token], before start: Int) -> TravelTime.Event? {
    var place = start - 1
    while place >= max(0, start - 8) {
      if let found = verbs.find(tokens, at: place), place + found.count <= start { return found.meaning }
      if tokens[place].startsSentence { return nil }
      place -= 1
    }
    return nil
  }

  /// A verb right behind: "um fünf ankommen".
  private func eventBehind(_ tokens: [Token], _ end: Int) -> TravelTime.Event? {
    // "Um neun muss ich dort sein"
    for place in end..<min(end + 4, tokens.count) {
      guard !tokens[place].breaksBefore else { return nil }
      if let found = verbs.find(tokens, at: place) { return found.meaning }
      guard small.contains(tokens[place].word) else { return nil }
    }
    return nil
  }

  /// The words of the verb right before a reading, which belong to it: "leaving" at five.
  func verb(_ tokens: [Token], before reading: TimeReading) -> Range<Int>? {
    verbs.find(tokens, before: reading.words.lowerBound).map {
      reading.words.lowerBound - $0.count..<reading.words.lowerBound
    }
  }
}

extension TimeReading {
  /// With a piece that follows; nil where both cannot be one time.
  fileprivate func joined(with piece: TimePiece) -> TimeReading? {
    guard let time = time.joined(with: piece.time(for: time.event)) else { return nil }
    return TimeReading(
      time: time, words: words.lowerBound..<piece.words.upperBound, isCertain: isCertain || piece.isCertain)
  }
}

extension TimePiece {
  fileprivate func time(for event: TravelTime.Event, isEventSaid: Bool = false) -> TravelTime {
    TravelTime(
      event: event, isEventSaid: isEventSaid, clock: clock, day: day, partOfDay: partOfDay, delay: delay
    ).adjusted
  }
}
