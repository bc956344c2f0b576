import Foundation

/// A piece of a text as amounts are read: a number in digits, a word, or a mark.
struct QuantityToken: Sendable {
  enum Kind: Sendable, Equatable {
    case number(Double)
    case word(String)
    case mark(String)
  }

  var kind: Kind
  var range: Range<Int>
  /// Whether nothing stands between this piece and the one before.
  var isGlued: Bool
  /// Whether the word was written in capitals: "1.8M" is no length.
  var isUpper: Bool = false

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
}

/// Cuts a text into numbers, words and marks.
struct QuantityLexer {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var offset = 0
  private var tokens: [QuantityToken] = []
  private var lastEnd = -1

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  static func tokens(_ text: String) -> [QuantityToken] {
    var lexer = QuantityLexer(text)
    while lexer.place < lexer.scalars.count { lexer.step() }
    return lexer.tokens
  }

  private mutating func step() {
    let scalar = scalars[place]
    if Self.digit(scalar) != nil {
      readNumber()
    } else if let value = scalar.properties.numericValue, value > 0, value < 1, !scalar.isASCII {
      readVulgarFraction(value)
    } else if scalar.properties.isAlphabetic {
      readWord()
    } else if scalar.properties.isWhitespace {
      skip(1)
    } else {
      readMark()
    }
  }

  private mutating func skip(_ count: Int) {
    for _ in 0..<count {
      offset += UTF8.width(scalars[place])
      place += 1
    }
  }

  private mutating func add(_ kind: QuantityToken.Kind, from start: Int, isUpper: Bool = false) {
    tokens.append(
      QuantityToken(kind: kind, range: start..<offset, isGlued: start == lastEnd, isUpper: isUpper))
    lastEnd = offset
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    if ("0"..."9").contains(scalar) { return Int(scalar.value) - 48 }
    // Full-width digits.
    if (0xFF10...0xFF19).contains(scalar.value) { return Int(scalar.value) - 0xFF10 }
    return nil
  }

  private func digits(from start: Int) -> String {
    String(scalars[start...].prefix { Self.digit($0) != nil }.compactMap { Self.digit($0).map(String.init) }.joined())
  }

  /// Digits with a decimal point or comma, or with groups of three.
  private mutating func readNumber() {
    let start = offset
    var text = digits(from: place)
    skip(text.count)
    while place + 1 < scalars.count, scalars[place] == "," || scalars[place] == ".",
      Self.digit(scalars[place + 1]) != nil
    {
      let following = digits(from: place + 1)
      let isGroup = scalars[place] == "," && following.count == 3 && !text.contains(".")
      if text.contains(".") { break }
      text += isGroup ? following : "." + following
      skip(1 + following.count)
    }
    add(.number(Double(text) ?? 0), from: start)
  }

  private mutating func readVulgarFraction(_ value: Double) {
    let start = offset
    skip(1)
    if let last = tokens.last, let whole = last.number, last.range.upperBound == start {
      tokens[tokens.count - 1].kind = .number(whole + value)
      tokens[tokens.count - 1].range = last.range.lowerBound..<offset
      lastEnd = offset
    } else {
      add(.number(value), from: start)
    }
  }

  private mutating func readWord() {
    let start = offset
    var length = 0
    while place + length < scalars.count {
      let scalar = scalars[place + length]
      let isInside = scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
      let isApostrophe =
        (scalar == "'" || scalar == "’") && place + length + 1 < scalars.count
        && scalars[place + length + 1].properties.isAlphabetic
      guard isInside || isApostrophe else { break }
      length += 1
    }
    let raw = String(String.UnicodeScalarView(scalars[place..<(place + length)]))
    skip(length)
    let word = Normalizer.tokens(raw).map(\.word).joined()
    add(.word(word), from: start, isUpper: raw == raw.uppercased() && raw != raw.lowercased())
  }

  private mutating func readMark() {
    let start = offset
    let isDouble = place + 1 < scalars.count && scalars[place] == "'" && scalars[place + 1] == "'"
    let text = isDouble ? "''" : String(Character(scalars[place]))
    skip(isDouble ? 2 : 1)
    add(.mark(text), from: start)
  }
}
