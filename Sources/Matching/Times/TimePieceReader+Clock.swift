extension TimePieceReader {
  /// A time of day, with the half of the day that is named behind it.
  func clock(_ tokens: [Token], _ place: Int) -> TimePiece? {
    if let noon = fixed.find(tokens, at: place), ends(tokens, place + noon.count) {
      return TimePiece(
        words: place..<place + noon.count, clock: ClockTime(hour: noon.meaning, minute: 0), isCertain: true)
    }
    guard let found = minutesAndHour(tokens, place) ?? halfHour(tokens, place) ?? hourFirst(tokens, place),
      let clock = found.clock
    else { return nil }
    if let half = halves.find(tokens, at: found.words.upperBound) {
      let words = place..<found.words.upperBound + half.count
      return TimePiece(words: words, clock: clock.inHalf(isEvening: half.meaning), isCertain: true)
    }
    return found.isCertain || ends(tokens, found.words.upperBound) ? found : nil
  }

  /// "Ten past six", "quarter to nine", "viertel nach fünf".
  private func minutesAndHour(_ tokens: [Token], _ place: Int) -> TimePiece? {
    guard let minutes = number(tokens, place, most: 59), minutes.value > 0 else { return nil }
    var middle = minutes.end
    let unit = minute.find(tokens, at: middle)
    middle += unit?.count ?? 0
    guard let link = past.find(tokens, at: middle), !tokens[middle].breaksBefore else { return nil }
    // "Ten minutes to six" may be an amount and a limit.
    guard link.meaning || unit == nil else { return nil }
    let hourStart = middle + link.count
    guard let hour = number(tokens, hourStart, most: 24) else { return nil }
    let end = hour.end + (self.hour.find(tokens, at: hour.end)?.count ?? 0)
    let isFraction = minutes.value % 15 == 0 && !tokens[place].isNumber
    let time =
      link.meaning
      ? ClockTime(hour: hour.value % 24, minute: minutes.value, isHalfDay: true)
      : ClockTime(hour: (hour.value + 23) % 24, minute: 60 - minutes.value, isHalfDay: true)
    return time.map {
      TimePiece(words: place..<end, clock: $0, isCertain: (link.meaning || isFraction) && ends(tokens, end))
    }
  }

  /// "Half six" and "halb sechs", which mean different times.
  private func halfHour(_ tokens: [Token], _ place: Int) -> TimePiece? {
    if let found = untilHour.find(tokens, at: place), let hour = number(tokens, place + found.count, most: 12),
      ends(tokens, hour.end)
    {
      let time = ClockTime(hour: (hour.value + 11) % 12, minute: 60 - found.meaning, isHalfDay: true)
      return TimePiece(words: place..<hour.end, clock: time, isCertain: true)
    }
    guard let found = sinceHour.find(tokens, at: place), let hour = number(tokens, place + found.count, most: 12)
    else { return nil }
    return TimePiece(
      words: place..<hour.end, clock: ClockTime(hour: hour.value, minute: found.meaning, isHalfDay: true),
      isCertain: false)
  }

  /// "17:10", "17 Uhr 10", "five o'clock", "six ten", "six", "1745".
  private func hourFirst(_ tokens: [Token], _ place: Int) -> TimePiece? {
    let first = tokens[place]
    if first.isNumber, first.word.count == 4, let value = Int(first.word), value % 100 < 60 {
      let time = ClockTime(hour: value / 100, minute: value % 100)
      return time.map { TimePiece(words: place..<place + 1, clock: $0, isCertain: false) }
    }
    guard let hour = number(tokens, place, most: 24), hour.value < 24 else { return nil }
    // A time with two digits for its hour ("06:10") leaves no choice.
    let isHalfDay = !(first.isNumber && first.word.hasPrefix("0") && first.word.count > 1)
    if let piece = digits(tokens, place, hour.value, isHalfDay) { return piece }
    if let named = self.hour.find(tokens, at: hour.end) {
      let minutes = number(tokens, hour.end + named.count, most: 59).flatMap {
        ends(tokens, $0.end) ? $0 : nil
      }
      let end = minutes?.end ?? hour.end + named.count
      let time = ClockTime(hour: hour.value, minute: minutes?.value ?? 0, isHalfDay: isHalfDay)
      return TimePiece(words: place..<end, clock: time, isCertain: true)
    }
    if !first.isNumber, hour.value <= 12, let minutes = number(tokens, hour.end, most: 59), minutes.value >= 10,
      ends(tokens, minutes.end) || halves.find(tokens, at: minutes.end) != nil
    {
      return TimePiece(
        words: place..<minutes.end, clock: ClockTime(hour: hour.value, minute: minutes.value, isHalfDay: true),
        isCertain: false)
    }
    // Elsewhere numbers such as "quarter" are no hours.
    guard first.isNumber || hour.value <= 12 else { return nil }
    let time = ClockTime(hour: hour.value, minute: 0, isHalfDay: isHalfDay)
    return TimePiece(words: place..<hour.end, clock: time, isCertain: false)
  }

  /// Hour and minutes in digits with one mark between; a colon leaves no doubt.
  private func digits(_ tokens: [Token], _ place: Int, _ hour: Int, _ isHalfDay: Bool) -> TimePiece? {
    guard tokens[place].isNumber, place + 1 < tokens.count else { return nil }
    var next = place + 1
    let isLetter = tokens[next].word == "h" && tokens[next].range.lowerBound == tokens[place].range.upperBound
    if isLetter { next += 1 }
    guard next < tokens.count, tokens[next].isNumber, tokens[next].word.count == 2, let minute = Int(tokens[next].word),
      tokens[next].range.lowerBound - tokens[place].range.upperBound == 1,
      let time = ClockTime(hour: hour, minute: minute, isHalfDay: isHalfDay)
    else { return nil }
    let end = next + 1 + (self.hour.find(tokens, at: next + 1)?.count ?? 0)
    // A third number behind a colon makes it something else.
    if end < tokens.count, tokens[end].isNumber, tokens[end].breaksBefore,
      tokens[end].range.lowerBound == tokens[end - 1].range.upperBound + 1
    {
      return nil
    }
    // "The 8.45 bus" leaves then; "8.45" alone may be an amount.
    let isOfRide = end < tokens.count && rides.contains(tokens[end].word)
    return TimePiece(
      words: place..<end, clock: time, isCertain: isLetter || tokens[next].breaksBefore || end > next + 1 || isOfRide)
  }
}
