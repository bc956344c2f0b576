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
    guard amounts.count == 1, let amount = amounts.first, let mode = amount.intervals.first?.mode else { return nil }
    let reading = quantities.read(right, mode: mode)
    if reading.quantities.count == 1, let range = reading.quantities.first?.range, isAll(range, of: right) {
      return said.replacing(bytes: amount.range, by: right.bytes(range))
    }
    guard reading.quantities.isEmpty, reading.bare.count == 1, amount.parts.count == 1,
      let range = reading.bare.first?.range, let number = amount.parts.first?.number, isAll(range, of: right)
    else { return nil }
    return said.replacing(bytes: number, by: right.bytes(range))
  }

  private func corrected(timeOf said: String, by right: String) -> String? {
    let (tokens, others) = (Normalizer.tokens(said), Normalizer.tokens(right))
    let (times, instead) = (splitter.times(tokens), splitter.times(others))
    guard times.count == 1, instead.count == 1, let words = times.first?.words, let better = instead.first?.words,
      let first = words.first, let last = words.last, let start = better.first, let end = better.last
    else { return nil }
    let range = others[start].range.lowerBound..<others[end].range.upperBound
    guard isAll(range, of: right) else { return nil }
    return said.replacing(
      bytes: tokens[first].range.lowerBound..<tokens[last].range.upperBound, by: right.bytes(range))
  }

  /// Whether nothing else is said but small words.
  private func isAll(_ range: Range<Int>, of text: String) -> Bool {
    Normalizer.tokens(text).allSatisfy { token in
      range.overlaps(token.range) || fillers.contains(token.word) || around.contains(token.word)
    }
  }
}

extension String {
  fileprivate func bytes(_ range: Range<Int>) -> String { String(decoding: Array(utf8)[range], as: UTF8.self) }

  fileprivate func replacing(bytes range: Range<Int>, by text: String) -> String {
    let all = Array(utf8)
    return String(decoding: all[..<range.lowerBound], as: UTF8.self) + text
      + String(decoding: all[range.upperBound...], as: UTF8.self)
  }
}
