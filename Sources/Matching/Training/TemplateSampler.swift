/// Draws sentences from templates, the same ones for the same seed.
package struct TemplateSampler {
  /// How often an optional part is said.
  static let optionalShare = 25

  private var reader: TemplateReader
  private var state: UInt64

  package init(rules: [String: String], seed: UInt64) {
    reader = TemplateReader(rules: rules)
    state = seed
  }

  /// Up to `count` different sentences, as normalised words, in a fixed order.
  package mutating func sentences(_ template: String, count: Int) -> [[String]] {
    let part = reader.read(template).part
    var seen: Set<[String]> = []
    var result: [[String]] = []
    // A template of few sentences is exhausted long before it has given `count`.
    for _ in 0..<(count * 3) where result.count < count {
      var sentence: [String] = []
      draw(part, into: &sentence)
      if !sentence.isEmpty, seen.insert(sentence).inserted { result.append(sentence) }
    }
    return result
  }

  /// Names made up of syllables: one to three words, each of one to four syllables.
  package mutating func names(of syllables: [String], count: Int) -> [[String]] {
    guard !syllables.isEmpty else { return [] }
    return (0..<count).map { _ in
      (0...random(3)).map { _ in
        (0...random(4)).map { _ in syllables[random(syllables.count)] }.joined()
      }
    }
  }

  private mutating func draw(_ part: Template.Part, into sentence: inout [String]) {
    switch part {
    case .word(let word): sentence.append(reader.words[word])
    case .sequence(let parts):
      for part in parts { draw(part, into: &sentence) }
    case .choice(let parts):
      if parts.count == 2, case .sequence(let last) = parts[1], last.isEmpty {
        if random(100) < Self.optionalShare { draw(parts[0], into: &sentence) }
      } else {
        draw(parts[random(parts.count)], into: &sentence)
      }
    }
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014), so that a seed means the same everywhere.
  private mutating func random(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
