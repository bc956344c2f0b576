import Journey

/// Draws sentences from templates, the same ones for the same seed.
package struct TemplateSampler {
  /// How often an optional part is said.
  static let optionalShare = 25

  private var reader: TemplateReader
  private var random: SplitMix

  package init(rules: [String: String], seed: UInt64) {
    reader = TemplateReader(rules: rules)
    random = SplitMix(seed: seed)
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

  /// So many sentences of templates, each as likely as any other, as they come: short ones again and again.
  mutating func draws(_ templates: [String], count: Int) -> [[String]] {
    let parts = templates.map { reader.read($0).part }
    guard !parts.isEmpty else { return [] }
    return (0..<count).compactMap { _ in
      var sentence: [String] = []
      draw(parts[random.below(parts.count)], into: &sentence)
      return sentence.isEmpty ? nil : sentence
    }
  }

  /// A number from 0 to below 1.
  mutating func share() -> Double { Double(random.below(1 << 20)) / Double(1 << 20) }

  mutating func one<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[random.below(elements.count)]
  }

  /// Names made up of syllables: one to three words, each of one to four syllables.
  package mutating func names(of syllables: [String], count: Int) -> [[String]] {
    guard !syllables.isEmpty else { return [] }
    return (0..<count).map { _ in
      (0...random.below(3)).map { _ in
        (0...random.below(4)).map { _ in syllables[random.below(syllables.count)] }.joined()
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
        if random.below(100) < Self.optionalShare { draw(parts[0], into: &sentence) }
      } else {
        draw(parts[random.below(parts.count)], into: &sentence)
      }
    }
  }
}
