/// A piece of a text as amounts are read: a number in digits, a word, or a mark.
struct QuantityToken: Sendable {
  enum Kind: Sendable, Equatable {
    case number(Double)
    case word(String)
    case mark(String)
  }

  var kind: Kind
  /// Where it stands in the text, in UTF-8 bytes; for a part of a word written together where that word stands.
  var range: Range<Int>
  /// Whether nothing stands between this piece and the one before.
  var isGlued: Bool
  /// Whether the word was written in capitals: "1.8M" is no length.
  var isUpper = false
  /// Whether it is a part of a word written together: "ein" in "einundzwanzig".
  var isPart = false
  /// Whether it is in a script that has no spaces between words.
  var isEastAsian = false

  var word: String? {
    if case .word(let word) = kind { return word }
    return nil
  }

  var number: Double? {
    if case .number(let number) = kind { return number }
    return nil
  }

  var mark: String? {
    if case .mark(let mark) = kind { return mark }
    return nil
  }

  var isHyphen: Bool { mark == "-" || mark == "‐" || mark == "‑" }

  /// Whether it may join two amounts of a range: 2-3, 2–3, 2〜3.
  var isDash: Bool { isHyphen || mark.map { "–—~〜～".contains($0) } ?? false }
}
