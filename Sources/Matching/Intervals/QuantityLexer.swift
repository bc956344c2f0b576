import Foundation

/// Cuts a text into numbers, words and marks.
struct QuantityLexer {
  private let scalars: [Unicode.Scalar]
  private let compounds: Compounds
  private var place = 0
  private var offset = 0
  private var tokens: [QuantityToken] = []
  private var lastEnd = -1
  /// More pieces than any answer has; what comes after is not read.
  private static let most = 160

  private init(_ text: String, _ compounds: Compounds) {
    scalars = Array(text.unicodeScalars)
    self.compounds = compounds
  }

  static func tokens(_ text: String, _ compounds: Compounds) -> [QuantityToken] {
    var lexer = QuantityLexer(text, compounds)
    while lexer.place < lexer.scalars.count, lexer.tokens.count < most { lexer.step() }
    return lexer.tokens
  }

  private mutating func step() {
    let scalar = scalars[place]
    if DigitRun.digit(scalar) != nil || startsDecimals(scalar) {
      readNumber()
    } else if !scalar.isASCII, let value = scalar.properties.numericValue, value > 0, value < 1 {
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

  /// ".5", but not the point of "1.2.5" or of "etc.5".
  private func startsDecimals(_ scalar: Unicode.Scalar) -> Bool {
    (scalar == "." || scalar == ",") && offset != lastEnd && place + 1 < scalars.count
      && DigitRun.digit(scalars[place + 1]) != nil
  }

  private mutating func readNumber() {
    let start = offset
    let run = DigitRun(scalars, at: place, decimal: compounds.decimal, groups: compounds.groups)
    skip(run.length)
    add(.number(run.value), from: start)
  }

  /// "½", or as part of "1½" and "1 ½".
  private mutating func readVulgarFraction(_ value: Double) {
    let start = offset
    skip(1)
    if let last = tokens.last, let whole = last.number, start - last.range.upperBound <= 1, whole == whole.rounded() {
      tokens[tokens.count - 1].kind = .number(whole + value)
      tokens[tokens.count - 1].range = last.range.lowerBound..<offset
      lastEnd = offset
    } else {
      add(.number(value), from: start)
    }
  }

  private mutating func readWord() {
    let start = offset
    let isEastAsian = Self.isEastAsian(scalars[place])
    var length = 0
    while place + length < scalars.count, isInside(place + length, isEastAsian) { length += 1 }
    let raw = scalars[place..<(place + length)]
    if isEastAsian { return cut(raw, from: start) }
    skip(length)
    let text = String(String.UnicodeScalarView(raw))
    let words = Normalizer.tokens(text)
    for (number, token) in words.enumerated() {
      // "d'heure" is two words.
      let range = (start + token.range.lowerBound)..<(start + token.range.upperBound)
      let isUpper = words.count == 1 && text == text.uppercased() && text != text.lowercased()
      let isGlued = number == 0 && start == lastEnd
      let parts = compounds.parts(of: token.word)
      for (order, part) in (parts ?? [token.word]).enumerated() {
        tokens.append(
          QuantityToken(
            kind: .word(part), range: range, isGlued: isGlued || order > 0, isUpper: isUpper, isPart: parts != nil))
      }
    }
    lastEnd = offset
  }

  private func isInside(_ place: Int, _ isEastAsian: Bool) -> Bool {
    let scalar = scalars[place]
    if scalar.properties.isAlphabetic { return Self.isEastAsian(scalar) == isEastAsian }
    if scalar.properties.generalCategory == .nonspacingMark { return true }
    guard scalar == "'" || scalar == "’", !isEastAsian, place + 1 < scalars.count else { return false }
    return scalars[place + 1].properties.isAlphabetic
  }

  /// Cuts a run without spaces into the words that are known in it.
  private mutating func cut(_ run: ArraySlice<Unicode.Scalar>, from start: Int) {
    let isGlued = start == lastEnd
    let end = place + run.count
    let follows: Compounds.Before =
      !isGlued ? .nothing : tokens.last?.number != nil ? .digits : tokens.last?.mark != nil ? .nothing : .word
    for (number, piece) in compounds.pieces(of: Array(run), after: follows).enumerated() {
      let begin = offset
      skip(piece.length)
      tokens.append(
        QuantityToken(
          kind: .word(piece.word), range: begin..<offset, isGlued: number > 0 || isGlued, isEastAsian: true))
    }
    // A voicing mark without a syllable is no piece.
    skip(max(0, end - place))
    lastEnd = offset
  }

  static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    (0x3005...0x9FFF).contains(scalar.value) || (0xFF66...0xFF9F).contains(scalar.value)
  }

  private mutating func readMark() {
    let start = offset
    let isDouble = place + 1 < scalars.count && scalars[place] == "'" && scalars[place + 1] == "'"
    let text = isDouble ? "''" : String(Character(scalars[place]))
    skip(isDouble ? 2 : 1)
    add(.mark(text), from: start)
  }
}
