extension TimePieceReader {
  /// "Tomorrow", "Monday next week", "March 14th", "the 3rd of this month".
  func day(_ tokens: [Token], _ place: Int) -> TimePiece? {
    guard let found = named(tokens, place) ?? monthFirst(tokens, place) ?? dayFirst(tokens, place) else { return nil }
    guard let ending = dayEndings.find(tokens, at: found.words.upperBound) else {
      return ends(tokens, found.words.upperBound) || isTime(tokens, found.words.upperBound) ? found : nil
    }
    var piece = found
    piece.words = found.words.lowerBound..<found.words.upperBound + ending.count
    if case .weekday(let number, _) = found.day { piece.day = .weekday(number, later: ending.meaning) }
    piece.isCertain = true
    return piece
  }

  /// "In the morning", "tonight".
  func part(_ tokens: [Token], _ place: Int) -> TimePiece? {
    guard let found = dayParts.find(tokens, at: place),
      ends(tokens, place + found.count) || isTime(tokens, place + found.count)
    else { return nil }
    return TimePiece(words: place..<place + found.count, partOfDay: found.meaning, isCertain: found.count > 1)
  }

  private func named(_ tokens: [Token], _ place: Int) -> TimePiece? {
    days.find(tokens, at: place).map {
      TimePiece(words: place..<place + $0.count, day: $0.meaning, isCertain: true)
    }
  }

  private func monthFirst(_ tokens: [Token], _ place: Int) -> TimePiece? {
    guard let month = months.find(tokens, at: place), let day = dayNumber(tokens, place + month.count) else {
      return nil
    }
    return TimePiece(
      words: place..<day.end, day: .date(day: day.value, month: month.meaning), isCertain: true)
  }

  private func dayFirst(_ tokens: [Token], _ place: Int) -> TimePiece? {
    guard let day = dayNumber(tokens, place) else { return nil }
    if let month = monthInDigits(tokens, day.end) {
      return TimePiece(words: place..<day.end + 1, day: .date(day: day.value, month: month), isCertain: false)
    }
    var end = day.end
    if end < tokens.count, of.contains(tokens[end].word) { end += 1 }
    if let month = months.find(tokens, at: end) {
      return TimePiece(
        words: place..<end + month.count, day: .date(day: day.value, month: month.meaning), isCertain: true)
    }
    guard day.isOrdinal else { return nil }
    return TimePiece(words: place..<day.end, day: .date(day: day.value, month: nil), isCertain: false)
  }

  /// The "12" of "24.12.", right behind the day with one mark between; a colon makes it a time.
  private func monthInDigits(_ tokens: [Token], _ place: Int) -> Int? {
    guard place < tokens.count, tokens[place].isNumber, tokens[place].word.count <= 2, !tokens[place].breaksBefore,
      tokens[place].range.lowerBound == tokens[place - 1].range.upperBound + 1, tokens[place - 1].isNumber,
      let month = Int(tokens[place].word), (1...12).contains(month)
    else { return nil }
    return month
  }

  /// "13th", "3rd", "third", "14".
  private func dayNumber(_ tokens: [Token], _ place: Int) -> (value: Int, end: Int, isOrdinal: Bool)? {
    guard tokens.indices.contains(place) else { return nil }
    if let found = ordinals.find(tokens, at: place) { return (found.meaning, place + found.count, true) }
    guard tokens[place].isNumber, tokens[place].word.count <= 2, let value = Int(tokens[place].word),
      (1...31).contains(value)
    else { return nil }
    let next = place + 1
    let hasEnding = next < tokens.count && ordinalEndings.contains(tokens[next].word)
    return (value, hasEnding ? next + 1 : next, hasEnding)
  }

  private func isTime(_ tokens: [Token], _ place: Int) -> Bool {
    guard tokens.indices.contains(place) else { return false }
    if dayParts.find(tokens, at: place) != nil { return true }
    return clock(tokens, place) != nil
  }
}
