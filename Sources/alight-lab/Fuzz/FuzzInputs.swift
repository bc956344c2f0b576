import Journey
import Alerts
import Foundation
import Matching

/// Utterances that nobody would say, and some that somebody might: the same ones for the same seed.
struct FuzzInputs {
  /// What an utterance is made of.
  enum Kind: String, CaseIterable, Sendable {
    case randomBytes, planes, combining, longWord, huge, numbers, cues, quotes, kana, mixedScripts, marks, mutated,
      collage
  }

  private var random: SplitMix
  private let words: FuzzWords

  init(seed: UInt64, words: FuzzWords) {
    random = SplitMix(seed: seed)
    self.words = words
  }

  mutating func next() -> (kind: Kind, text: String) {
    let kind = pick(Kind.allCases)
    return (kind, make(kind))
  }

  private mutating func make(_ kind: Kind) -> String {
    switch kind {
    case .randomBytes:
      String(decoding: (0..<length()).map { _ in UInt8(truncatingIfNeeded: random.next()) }, as: UTF8.self)
    case .planes: scalars(length()) { $0.anyScalar() }
    case .combining: scalars(length()) { $0.chance(3) ? $0.between(0x61, 0x7A) : $0.between(0x300, 0x36F) }
    case .longWord: longWord()
    case .huge: huge()
    case .numbers: repeated(words.numbers, separator: chance(3) ? "" : " ")
    case .cues: repeated(words.cues, separator: " ")
    case .quotes: quoted()
    case .kana: scalars(length()) { $0.chance(8) ? $0.between(0x4E00, 0x9FFF) : $0.between(0x3041, 0x30FE) }
    case .mixedScripts: scalars(length()) { $0.scriptScalar() }
    case .marks: scalars(length()) { $0.chance(2) ? $0.between(0x20, 0x40) : $0.between(0x2000, 0x206F) }
    case .mutated: mutated(pick(words.sentences))
    case .collage: collage()
    }
  }

  /// Mostly short, sometimes as long as what is read of an utterance, seldom longer.
  private mutating func length() -> Int {
    switch random.next() % 8 {
    case 0...3: 1 + Int(random.next() % 40)
    case 4, 5: 40 + Int(random.next() % 400)
    case 6: 600 + Int(random.next() % 500)
    default: 1900 + Int(random.next() % 300)
    }
  }

  private mutating func longWord() -> String {
    let count = length()
    if chance(2) { return scalars(count) { $0.between(0x61, 0x7A) } }
    let part = pick(words.numbers + words.names)
    return String(String(repeating: part, count: max(1, count / max(1, part.count))).prefix(2200))
  }

  private mutating func huge() -> String {
    let part = pick(
      words.names + words.cues + words.numbers + words.sentences + ["a", "1 ", "百", "\u{301}", "(", "\""])
    let separator = pick(["", " ", ", ", "\n"])
    return String(repeating: part + separator, count: 100_000 / max(1, part.count + separator.count))
  }

  private mutating func repeated(_ list: [String], separator: String) -> String {
    let count = 1 + length() / 4
    // Few different words meet each other in every order, many hide what one of them does.
    let few = (0..<1 + Int(random.next() % 6)).map { _ in pick(list) }
    let own = chance(2) ? few : list
    return (0..<count).map { _ in pick(own) }.joined(separator: separator)
  }

  private mutating func quoted() -> String {
    let marks = ["\"", "'", "“", "”", "„", "«", "»", "’", "「", "」"]
    return (0..<1 + length() / 8).map { _ in pick(marks) + (chance(2) ? pick(words.names) : "") + (chance(2) ? " " : "")
    }
    .joined()
  }

  private mutating func collage() -> String {
    let all = [words.names, words.cues, words.numbers, words.units, words.commands, words.sentences]
    return (0..<1 + length() / 6).map { _ in pick(pick(all)) }.joined(separator: chance(6) ? "" : " ")
  }

  private mutating func mutated(_ text: String) -> String {
    var letters = Array(text.unicodeScalars)
    for _ in 0..<1 + random.next() % 6 where !letters.isEmpty {
      let place = Int(random.next() % UInt64(letters.count))
      switch random.next() % 6 {
      case 0: letters.remove(at: place)
      case 1: letters.insert(letters[place], at: place)
      case 2: letters[place] = anyScalar()
      case 3: letters.insert(between(0x20, 0x7E), at: place)
      case 4:
        letters.insert(contentsOf: " \(pick(words.cues + words.numbers + words.names)) ".unicodeScalars, at: place)
      default: letters += letters
      }
    }
    return String(String.UnicodeScalarView(letters.prefix(3000)))
  }

  // MARK: - Letters

  private mutating func scalars(_ count: Int, _ make: (inout Self) -> Unicode.Scalar) -> String {
    let share = chance(2) ? 0 : 2 + random.next() % 10
    var view = String.UnicodeScalarView()
    for _ in 0..<count {
      view.append(share > 0 && random.next() % share == 0 ? " " : make(&self))
    }
    return String(view)
  }

  private mutating func anyScalar() -> Unicode.Scalar {
    let plane = UInt32(random.next() % 17)
    return Unicode.Scalar(plane << 16 | UInt32(random.next() % 0x10000)) ?? "\u{FFFD}"
  }

  private mutating func scriptScalar() -> Unicode.Scalar {
    let scripts: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0xC0...0x17F, 0x391...0x3C9, 0x410...0x44F, 0x5D0...0x5EA, 0x621...0x64A, 0x905...0x939,
      0xE01...0xE2E, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF10...0xFF5A, 0x30...0x39,
    ]
    let script = pick(scripts)
    return between(script.lowerBound, script.upperBound)
  }

  private mutating func between(_ first: UInt32, _ last: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(first + UInt32(random.next() % UInt64(last - first + 1))) ?? "?"
  }

  private mutating func chance(_ one: UInt64) -> Bool { random.next() % one == 0 }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(random.next() % UInt64(list.count))] }
}

/// What fuzzed utterances are put together from.
struct FuzzWords {
  let names: [String]
  let cues: [String]
  let numbers: [String]
  let units: [String]
  let commands: [String]
  let sentences: [String]

  /// - Parameter sentences: what people say, to be spoilt.
  init(_ lexicon: Lexicon, stops: [String], sentences: [String]) {
    let words = lexicon.words
    let numbers = words.numbers
    names = Self.sorted(stops, orElse: "linz")
    cues = Self.sorted(
      words.cues.from + words.cues.to + words.cues.not + words.cues.between + words.fillers, orElse: "to")
    let tens = [numbers.words, numbers.multipliers, numbers.vague, numbers.ordinals, numbers.fractions].flatMap(\.keys)
    self.numbers = Self.sorted(
      tens + numbers.and + numbers.or + numbers.point + numbers.over + numbers.of + numbers.minus + ["0", "7", "1/2"],
      orElse: "one")
    units = Self.sorted(words.units.flatMap(\.words) + words.otherUnits + words.around, orElse: "minutes")
    commands = Self.sorted(lexicon.commands.flatMap(\.examples), orElse: "cancel")
    self.sentences = Self.sorted(sentences + stops.prefix(500), orElse: "from linz to hagenberg")
  }

  /// In an order that does not change from run to run.
  private static func sorted(_ list: [String], orElse standard: String) -> [String] {
    let all = Set(list.filter { !$0.isEmpty }).sorted()
    return all.isEmpty ? [standard] : all
  }
}
