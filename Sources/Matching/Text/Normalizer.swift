import Foundation

/// A word of a text in the one form in which words are compared.
public struct Token: Sendable, Hashable {
  /// Folded: lower case, without marks, katakana as hiragana; a run of digits or a run of letters, never both.
  public var word: String
  /// Where it stands in the text, in UTF-8 bytes.
  public var range: Range<Int>
  public var isNumber: Bool
  /// Whether it stands in parentheses, where names keep what is left out in speech.
  public var isAside: Bool
  /// Whether punctuation that ends a clause stands before it.
  public var breaksBefore: Bool
  /// Whether a sentence ends before it.
  public var startsSentence: Bool
}

extension Token {
  /// A word that stands in no text.
  init(bare word: String) {
    self.init(
      word: word, range: 0..<0, isNumber: word.utf8.allSatisfy { (48...57).contains($0) }, isAside: false,
      breaksBefore: false, startsSentence: false)
  }
}

/// Brings names and answers into one form, so that only what a rider cannot hear or see the difference of is lost.
public enum Normalizer {
  /// The words of a text.
  /// - Parameter digraphs: spells ä, ö, ü as ae, oe, ue instead of a, o, u.
  public static func tokens(_ text: String, digraphs: Bool = false) -> [Token] {
    var scanner = Scanner(digraphs: digraphs)
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if let numeral = KanjiNumeral(scalars, at: index) {
        scanner.take(numeral, scalars)
        index += numeral.length
      } else {
        scanner.take(scalars, at: index)
        index += 1
      }
    }
    scanner.endWord()
    return scanner.tokens
  }

  /// The words of a text with one space between them: equal keys are the same name.
  public static func key(_ text: String, digraphs: Bool = false) -> String {
    tokens(text, digraphs: digraphs).map(\.word).joined(separator: " ")
  }

  /// Whether `digraphs` makes a difference to the text.
  public static func hasUmlaut(_ text: String) -> Bool {
    text.unicodeScalars.contains { "äöüÄÖÜ".unicodeScalars.contains($0) }
  }

  /// A scalar folded: none for a mark, several for a ligature.
  static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let entry = latin[scalar] { return entry }
    switch scalar.value {
    case 0x4E00...0x9FFF, 0x3041...0x3096, 0x30FC: return [scalar]
    case 0x30A1...0x30F6: return Unicode.Scalar(scalar.value - 0x60).map { [$0] } ?? []
    default: return decompose(scalar)
    }
  }

  private static let special: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ł": "l", "Ł": "l", "đ": "d",
    "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "ĳ": "ij", "ŀ": "l·", "ŉ": "ʼn",
  ]

  /// The letters from U+00C0 to U+017F by compatibility decomposition, without marks and in lower case: to ask for it takes
  /// longer than all else at the start of the program.
  private static let latin: [Unicode.Scalar: [Unicode.Scalar]] = {
    let letters = """
      aaaaaaæceeeeiiiiðnooooo×øuuuuyþßaaaaaaæceeeeiiiiðnooooo÷øuuuuyþy\
      aaaaaaccccccccddđđeeeeeeeeeegggggggghhħħiiiiiiiiiıĳĳjjkkĸllllllŀ\
      ŀłłnnnnnnŉŋŋooooooœœrrrrrrssssssssttttŧŧuuuuuuuuuuuuwwyyyzzzzzzs
      """
    var table = [Unicode.Scalar: [Unicode.Scalar]](minimumCapacity: 192)
    for (value, letter) in zip(UInt32(0xC0)..., letters.unicodeScalars) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      table[scalar] = special[letter].map { Array($0.unicodeScalars) } ?? [letter]
    }
    return table
  }()

  private static func decompose(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let replacement = special[scalar] { return Array(replacement.unicodeScalars) }
    let text = String(Character(scalar)).decomposedStringWithCompatibilityMapping.lowercased()
    return text.unicodeScalars.compactMap { part in
      switch part.value {
      case 0x3099, 0x309A: return part
      case 0x30A1...0x30F6: return Unicode.Scalar(part.value - 0x60)
      default: return part.properties.generalCategory == .nonspacingMark ? nil : part
      }
    }
  }
}

/// Walks over a text and cuts it into folded words.
private struct Scanner {
  let digraphs: Bool
  var tokens: [Token] = []
  private var word = String.UnicodeScalarView()
  private var start = 0
  private var offset = 0
  private var isNumber = false
  private var isEastAsian = false
  private var depth = 0
  private var broken = false
  private var ended = false

  init(digraphs: Bool) { self.digraphs = digraphs }

  mutating func take(_ scalars: [Unicode.Scalar], at index: Int) {
    let scalar = scalars[index]
    defer { offset += UTF8.width(scalar) }
    if scalar.isASCII {
      switch scalar {
      case "a"..."z": append(scalar, digit: false)
      case "A"..."Z": append(Unicode.Scalar(UInt8(scalar.value) + 32), digit: false)
      case "0"..."9": append(scalar, digit: true)
      default: separate(scalars, at: index)
      }
    } else if digraphs, let pair = Self.digraph[scalar] {
      for part in pair.unicodeScalars { append(part, digit: false) }
    } else if Self.isWordPart(scalar) {
      for part in Normalizer.fold(scalar) { append(part, digit: ("0"..."9").contains(part)) }
    } else {
      separate(scalars, at: index)
    }
  }

  /// A number in kanji as one in digits.
  mutating func take(_ numeral: KanjiNumeral, _ scalars: [Unicode.Scalar]) {
    endWord()
    start = offset
    isNumber = true
    isEastAsian = false
    word.append(contentsOf: String(numeral.value).unicodeScalars)
    offset += scalars[numeral.place..<numeral.place + numeral.length].reduce(0) { $0 + UTF8.width($1) }
    endWord()
  }

  mutating func endWord() {
    guard !word.isEmpty else { return }
    tokens.append(
      Token(
        word: String(word), range: start..<offset, isNumber: isNumber, isAside: depth > 0, breaksBefore: broken,
        startsSentence: ended))
    word = String.UnicodeScalarView()
    broken = false
    ended = false
  }

  private mutating func append(_ scalar: Unicode.Scalar, digit: Bool) {
    if voice(scalar) { return }
    // "shinjukuまで" is two words: the scripts are read apart.
    let eastAsian = scalar.value >= 0x3000
    if !word.isEmpty, digit != isNumber || eastAsian != isEastAsian { endWord() }
    if word.isEmpty {
      start = offset
      isNumber = digit
      isEastAsian = eastAsian
    }
    word.append(scalar)
  }

  /// Joins a separate voicing mark with the kana before it.
  private mutating func voice(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value == 0x3099 || scalar.value == 0x309A else { return false }
    if let last = word.last, (0x3041...0x3096).contains(last.value),
      let voiced = Unicode.Scalar(last.value + (scalar.value - 0x3098))
    {
      word.removeLast()
      word.append(voiced)
    }
    return true
  }

  private mutating func separate(_ scalars: [Unicode.Scalar], at index: Int) {
    let scalar = scalars[index]
    switch scalar {
    case "'", "’", "ʼ":
      if joinsContraction(scalars, at: index) { return }
    case "(", "[", "（":
      endWord()
      depth += 1
      return
    case ")", "]", "）":
      endWord()
      depth = max(0, depth - 1)
      return
    case ",", ";", ":", "、":
      endWord()
      broken = true
      return
    case "!", "?", "。":
      endWord()
      (broken, ended) = (true, true)
      return
    case ".":
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      endWord()
      if next == " " { (broken, ended) = (true, true) }
      return
    default: break
    }
    endWord()
  }

  /// "I'll", "king's" and "o'" are one word; "l'hôpital" is two.
  private func joinsContraction(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard !word.isEmpty, !isNumber else { return false }
    let following = scalars[(index + 1)...].prefix(3).prefix { $0.properties.isAlphabetic }.count
    return following > 0 && (following <= 2 || word.count > 2)
  }

  private static let digraph: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue",
  ]

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xD7, 0xF7: return false
    case 0xC0...0x24F, 0x4E00...0x9FFF, 0x3041...0x309A, 0x30A1...0x30FA, 0x30FC: return true
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .decimalNumber, .letterNumber:
        return true
      default: return false
      }
    }
  }
}
