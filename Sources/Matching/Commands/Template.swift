/// A way to say something: words, `[optional]` parts, `(one|another)`, and `<rule>` for a part that has a name.
///
/// "(repeat|say) [that|it] again" is one; the notation is a small part of that of Home Assistant's hassil.
struct Template: Sendable {
  indirect enum Part: Sendable {
    case word(Int)
    case sequence([Part])
    case choice([Part])
  }

  let part: Part

  /// Where the part can end when it begins at one of `starts`: sets of places between words, a bit each.
  ///
  /// All ways to read an utterance go side by side, a word is one shift.
  /// - Parameter positions: by the number of a word, the places right before it in the utterance.
  static func ends(_ part: Part, _ positions: [Int: UInt64], from starts: UInt64) -> UInt64 {
    switch part {
    case .word(let word):
      return (starts & (positions[word] ?? 0)) << 1
    case .choice(let parts):
      return parts.reduce(0) { $0 | ends($1, positions, from: starts) }
    case .sequence(let parts):
      var places = starts
      for part in parts {
        places = ends(part, positions, from: places)
        if places == 0 { return 0 }
      }
      return places
    }
  }

  /// The words that the part can begin with, and whether it can be empty.
  static func first(_ part: Part, _ found: (Int) -> Void) -> Bool {
    switch part {
    case .word(let word):
      found(word)
      return false
    case .choice(let parts):
      return parts.reduce(false) { first($1, found) || $0 }
    case .sequence(let parts):
      return parts.allSatisfy { first($0, found) }
    }
  }
}

/// Reads templates in one pass over their bytes, and numbers their words.
struct TemplateReader {
  private(set) var words: [String] = []
  private(set) var numbers: [String: Int] = [:]
  private let rules: [String: String]
  private var known: [String: Template.Part] = [:]
  private var depth = 0

  init(rules: [String: String]) { self.rules = rules }

  mutating func read(_ text: String) -> Template {
    let bytes = Array(text.utf8)
    var place = 0
    return Template(part: choice(bytes, &place, until: nil))
  }

  private mutating func number(_ word: String) -> Int {
    if let known = numbers[word] { return known }
    numbers[word] = words.count
    words.append(word)
    return words.count - 1
  }

  private mutating func choice(_ bytes: [UInt8], _ place: inout Int, until end: UInt8?) -> Template.Part {
    var choices: [Template.Part] = []
    var sequence: [Template.Part] = []
    while place < bytes.count {
      let next = bytes[place]
      place += 1
      switch next {
      case UInt8(ascii: "("): sequence.append(choice(bytes, &place, until: UInt8(ascii: ")")))
      case UInt8(ascii: "["):
        sequence.append(.choice([choice(bytes, &place, until: UInt8(ascii: "]")), .sequence([])]))
      case UInt8(ascii: "<"):
        let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
        sequence.append(rule(String(decoding: bytes[place..<end], as: UTF8.self)))
        place = min(bytes.count, end + 1)
      case UInt8(ascii: "|"):
        choices.append(.sequence(sequence))
        sequence = []
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        if next == end { return Self.closed(choices, sequence) }
      case UInt8(ascii: " "): continue
      default: addWords(bytes, &place, to: &sequence)
      }
    }
    return Self.closed(choices, sequence)
  }

  /// The word that begins one byte before `place`; what is no plain lower-case word goes through the normalizer.
  private mutating func addWords(_ bytes: [UInt8], _ place: inout Int, to sequence: inout [Template.Part]) {
    let start = place - 1
    while place < bytes.count, !Self.isNotation(bytes[place]) { place += 1 }
    let raw = String(decoding: bytes[start..<place], as: UTF8.self)
    if bytes[start..<place].allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) {
      sequence.append(.word(number(raw)))
    } else {
      for token in Normalizer.tokens(raw) { sequence.append(.word(number(token.word))) }
    }
  }

  private static func isNotation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  private mutating func rule(_ name: String) -> Template.Part {
    if let part = known[name] { return part }
    // A rule that names itself would never end.
    guard let text = rules[name], depth < 8 else { return .sequence([]) }
    depth += 1
    defer { depth -= 1 }
    let part = read(text).part
    known[name] = part
    return part
  }

  private static func closed(_ choices: [Template.Part], _ sequence: [Template.Part]) -> Template.Part {
    let last = sequence.count == 1 ? sequence[0] : .sequence(sequence)
    return choices.isEmpty ? last : .choice(choices + [last])
  }
}
