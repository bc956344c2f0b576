import Foundation

/// Finds words in a script that has no spaces between them, the longest known one at each place.
///
/// Numbers that are written in syllables only (ごふん) look like particles. They count where a phrase begins, and if a unit or
/// the end follows.
struct UnspacedWords: Sendable {
  private let words: Set<String>
  private let values: [String: Double]
  private let multipliers: [String: Double]
  private let ends: Set<String>
  private let fillers: Set<String>
  private let numerals: Set<String>
  private let longest: Int

  init(_ lists: WordLists, units: Set<String>) {
    let numbers = lists.numbers
    func isUnspaced(_ word: String) -> Bool { word.unicodeScalars.first.map(QuantityLexer.isEastAsian) ?? false }
    func only(_ lists: [[String]]) -> Set<String> { Set(lists.joined().filter(isUnspaced)) }
    let readings = { (entry: [String: Double]) in entry.filter { isUnspaced($0.key) && Self.isSyllabic($0.key) } }
    values = readings(numbers.words)
    multipliers = readings(numbers.multipliers)
    ends = Set(units.filter(isUnspaced)).union(only([lists.otherUnits, numbers.between]))
    fillers = only([lists.fillers])
    numerals = only([numbers.words, numbers.multipliers, numbers.fractions, numbers.vague].map { Array($0.keys) })
    var all = only([
      Array(numbers.homophones.keys), Array(numbers.afterUnit.keys), numbers.and, numbers.or, numbers.point,
      numbers.over,
      numbers.of, numbers.articles, numbers.denominatorFirst, numbers.minus, lists.around,
    ])
    all.formUnion(numerals.union(ends).union(fillers))
    let closing = ends
    all.subtract(values.keys.filter { !closing.contains($0) })
    all.subtract(multipliers.keys)
    words = all
    longest = max(all.map(\.unicodeScalars.count).max() ?? 0, values.keys.map(\.unicodeScalars.count).max() ?? 0)
  }

  /// Words with their lengths in the scalars of the run.
  func pieces(of run: [Unicode.Scalar], after before: Compounds.Before) -> [(word: String, length: Int)] {
    guard longest > 0 else { return [(Self.text(Self.folded(run).scalars[...]), run.count)] }
    let (scalars, sources) = Self.folded(run)
    var result: [(word: String, length: Int)] = []
    var place = 0
    var unknown: Int?
    var begins = before
    func length(_ from: Int, _ to: Int) -> Int {
      (to < sources.count ? sources[to] : run.count) - (from == 0 ? 0 : sources[from])
    }
    while place < scalars.count {
      let reading = begins == .word ? nil : self.reading(scalars, from: place, after: begins)
      guard let found = reading ?? self.word(scalars, from: place).map({ [$0] }) else {
        unknown = unknown ?? place
        place += 1
        begins = .word
        continue
      }
      if let start = unknown { result.append((Self.text(scalars[start..<place]), length(start, place))) }
      unknown = nil
      for end in found {
        result.append((Self.text(scalars[place..<end]), length(place, end)))
        place = end
      }
      let last = result.last?.word ?? ""
      begins = reading != nil ? .word : fillers.contains(last) ? .nothing : numerals.contains(last) ? .digits : .word
    }
    if let start = unknown { result.append((Self.text(scalars[start...]), length(start, scalars.count))) }
    return result
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// The end of the longest known word.
  private func word(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    var end = min(scalars.count, start + longest)
    while end > start {
      if words.contains(Self.text(scalars[start..<end])) { return end }
      end -= 1
    }
    return nil
  }

  /// The ends of the parts of a number in syllables; after digits only what multiplies them.
  private func reading(_ scalars: [Unicode.Scalar], from start: Int, after before: Compounds.Before) -> [Int]? {
    var ends: [Int] = []
    var number = WholeNumber()
    var place = start
    if before == .digits { _ = number.add(1) }
    search: while place < scalars.count {
      for end in stride(from: min(scalars.count, place + longest), to: place, by: -1) {
        let part = Self.text(scalars[place..<end])
        var next = number
        let fits =
          multipliers[part].map { next.multiply($0) }
          ?? (before == .digits && ends.isEmpty ? false : values[part].map { next.add($0) } ?? false)
        guard fits else { continue }
        number = next
        ends.append(end)
        place = end
        continue search
      }
      break
    }
    guard let last = ends.last else { return nil }
    let isFollowed = word(scalars, from: last).map { self.ends.contains(Self.text(scalars[last..<$0])) } ?? false
    return isFollowed || last == scalars.count ? ends : nil
  }

  /// A run as words are compared, and where each scalar comes from.
  private static func folded(_ run: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], sources: [Int]) {
    var scalars: [Unicode.Scalar] = []
    var sources: [Int] = []
    for (source, raw) in run.enumerated() {
      for scalar in Normalizer.fold(raw) {
        if scalar.value == 0x3099 || scalar.value == 0x309A {
          // A voicing mark of its own belongs to the syllable before it.
          if let last = scalars.last, let voiced = Unicode.Scalar(last.value + scalar.value - 0x3098) {
            scalars[scalars.count - 1] = voiced
          }
        } else {
          scalars.append(scalar)
          sources.append(source)
        }
      }
    }
    return (scalars, sources)
  }

  private static func isSyllabic(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { (0x3041...0x309F).contains($0.value) || $0.value == 0x30FC }
  }
}
