import Journey

/// What is corrected in the same breath: "at 9, actually at 10".
extension Matcher {
  /// What was said first, with its amount or its time as the words behind the correction have it: "pregarten, 3 stops" and "4" are
  /// "pregarten, 4 stops". Nil where these are no amount and no time, or say more.
  package func corrected(_ said: String, by right: String) -> String? {
    corrected(amountOf: said, by: right) ?? corrected(timeOf: said, by: right)
  }

  private func corrected(amountOf said: String, by right: String) -> String? {
    let amounts = quantities.read(said, mode: nil).quantities
    // "At ten" is a time, though it holds a number.
    guard amounts.count == 1, let amount = amounts.first, let mode = amount.intervals.first?.mode,
      splitter.times(Normalizer.tokens(right)).isEmpty
    else { return nil }
    let reading = quantities.read(right, mode: mode)
    if reading.quantities.count == 1, let range = reading.quantities.first?.range, isAll(range, of: right) {
      return said.replacing(bytes: amount.range, by: Self.part(right, range))
    }
    guard reading.quantities.isEmpty, reading.bare.count == 1, let range = reading.bare.first?.range,
      let number = amount.parts.last?.number, isAll(range, of: right)
    else { return nil }
    return said.replacing(bytes: number, by: Self.part(right, range))
  }

  /// Of a day and a time of day the one is put right that was said again; what was not said before is said besides.
  private func corrected(timeOf said: String, by right: String) -> String? {
    let (tokens, others) = (Normalizer.tokens(said), Normalizer.tokens(right))
    let (times, instead) = (splitter.times(tokens), splitter.times(others))
    guard !times.isEmpty, instead.count == 1, let words = instead.first?.words,
      isAll(others.bytes(words), of: right)
    else { return nil }
    let better = pieces(others, words)
    guard better.count == 1, let piece = better.first else { return nil }
    let old = times.flatMap { pieces(tokens, $0.words) }.last {
      ($0.clock != nil, $0.isDay, $0.delay != nil) == (piece.clock != nil, piece.isDay, piece.delay != nil)
    }
    guard let old else { return said + " " + Self.part(right, others.bytes(words)) }
    var text = Self.part(right, others.bytes(piece.words))
    if piece.clock?.isHalfDay == true, let half = halfSaid(tokens, old) { text += " " + half }
    return said.replacing(bytes: tokens.bytes(old.words), by: text)
  }

  private func pieces(_ tokens: [Token], _ words: Range<Int>) -> [TimePiece] {
    var found: [TimePiece] = []
    var place = words.lowerBound
    while place < words.upperBound {
      let piece = splitter.times.pieces.piece(tokens, at: place).flatMap {
        $0.words.upperBound <= words.upperBound ? $0 : nil
      }
      if let piece { found.append(piece) }
      place = piece?.words.upperBound ?? place + 1
    }
    return found
  }

  /// The half of the day that was said with a time: "pm".
  private func halfSaid(_ tokens: [Token], _ piece: TimePiece) -> String? {
    (lexicon.clock.evening + lexicon.clock.morning).first { half in
      let words = Normalizer.tokens(half).map(\.word)
      return tokens[piece.words].suffix(words.count).map(\.word) == words
    }
  }

  /// Whether nothing else is said but small words.
  private func isAll(_ range: Range<Int>, of text: String) -> Bool {
    Normalizer.tokens(text).allSatisfy { token in
      range.overlaps(token.range) || isLittle(token.word)
    }
  }
}

extension [Token] {
  /// Where words of it stand in the text.
  func bytes(_ words: Range<Int>) -> Range<Int> {
    guard let first = words.first, let last = words.last else { return 0..<0 }
    return self[first].range.lowerBound..<self[last].range.upperBound
  }
}

extension String {
  fileprivate func replacing(bytes range: Range<Int>, by text: String) -> String {
    let all = Array(utf8)
    return String(decoding: all[..<range.lowerBound], as: UTF8.self) + text
      + String(decoding: all[range.upperBound...], as: UTF8.self)
  }
}
