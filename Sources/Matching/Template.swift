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

  /// The places after the part in `words`, for all ways to read it from `start` on.
  static func ends(_ part: Part, _ words: [Set<Int>], from start: Int) -> Set<Int> {
    switch part {
    case .word(let word):
      return start < words.count && words[start].contains(word) ? [start + 1] : []
    case .choice(let parts):
      return parts.reduce(into: []) { $0.formUnion(ends($1, words, from: start)) }
    case .sequence(let parts):
      var places: Set<Int> = [start]
      for part in parts {
        places = places.reduce(into: []) { $0.formUnion(ends(part, words, from: $1)) }
        if places.isEmpty { return [] }
      }
      return places
    }
  }

  /// The words that the part can begin with, and whether it can be empty.
  static func first(_ part: Part) -> (words: Set<Int>, canBeEmpty: Bool) {
    switch part {
    case .word(let word): return ([word], false)
    case .choice(let parts):
      return parts.map(first).reduce(([], false)) { ($0.0.union($1.0), $0.1 || $1.1) }
    case .sequence(let parts):
      var words: Set<Int> = []
      for part in parts {
        let (own, canBeEmpty) = first(part)
        words.formUnion(own)
        if !canBeEmpty { return (words, false) }
      }
      return (words, true)
    }
  }
}

/// Reads templates and numbers their words.
struct TemplateReader {
  private(set) var numbers: [String: Int] = [:]
  private let rules: [String: String]
  private var depth = 0

  init(rules: [String: String]) { self.rules = rules }

  mutating func read(_ text: String) -> Template {
    var rest = Substring(text)
    return Template(part: choice(&rest, until: nil))
  }

  mutating func number(_ word: String) -> Int {
    if let known = numbers[word] { return known }
    numbers[word] = numbers.count
    return numbers.count - 1
  }

  private mutating func choice(_ rest: inout Substring, until end: Character?) -> Template.Part {
    var choices: [Template.Part] = []
    var sequence: [Template.Part] = []
    while let next = rest.first {
      rest.removeFirst()
      switch next {
      case "(": sequence.append(choice(&rest, until: ")"))
      case "[": sequence.append(.choice([choice(&rest, until: "]"), .sequence([])]))
      case "<":
        let name = String(rest.prefix { $0 != ">" })
        rest = rest.dropFirst(name.count + 1)
        sequence.append(rule(name))
      case "|":
        choices.append(.sequence(sequence))
        sequence = []
      case ")", "]":
        if next == end { return closed(choices, sequence) }
      case " ": continue
      default:
        let raw = String(next) + rest.prefix { !"()[]<>| ".contains($0) }
        rest = rest.dropFirst(raw.count - 1)
        for token in Normalizer.tokens(raw) { sequence.append(.word(number(token.word))) }
      }
    }
    return closed(choices, sequence)
  }

  private mutating func rule(_ name: String) -> Template.Part {
    // A rule that names itself would never end.
    guard let text = rules[name], depth < 8 else { return .sequence([]) }
    depth += 1
    defer { depth -= 1 }
    return read(text).part
  }

  private func closed(_ choices: [Template.Part], _ sequence: [Template.Part]) -> Template.Part {
    choices.isEmpty ? .sequence(sequence) : .choice(choices + [.sequence(sequence)])
  }
}
