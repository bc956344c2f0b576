import Foundation

/// Finds the words in what is written together: "einundzwanzig", "Viertelstunde", 三駅手前.
struct Compounds: Sendable {
  /// What stands right before a run without spaces.
  enum Before { case nothing, digits, word }

  let decimal: Unicode.Scalar
  let groups: Set<Unicode.Scalar>
  private let reader: NumberReader
  /// Number words and joiners that a word may begin with or go on with, by their length at most.
  private let parts: Set<String>
  private let joiners: Set<String>
  private let units: Set<String>
  private let known: Set<String>
  private let beginnings: Set<UInt64>
  private let longest: Int
  private let unspaced: UnspacedWords

  init(_ words: WordLists, _ reader: NumberReader, units: Set<String>) {
    let numbers = words.numbers
    decimal = numbers.decimal?.unicodeScalars.first ?? "."
    groups = Set((numbers.groups ?? "").unicodeScalars).union(["\u{A0}", "\u{202F}", "\u{2009}", "'"])
    self.reader = reader
    self.units = units
    joiners = Set(numbers.and).union(numbers.unitsFirst).filter { $0.utf8.count > 1 }
    let lists = [numbers.words, numbers.bound, numbers.multipliers, numbers.fractions]
    parts = Set(lists.flatMap { $0.keys.filter { !$0.utf8.contains(32) && $0.utf8.count > 1 } })
    known = Set(words.around).union(words.fillers).union(words.otherUnits)
    beginnings = Set(parts.compactMap { Self.beginning(Array($0.unicodeScalars)) })
    longest = max(parts.map(\.count).max() ?? 0, units.map(\.count).max() ?? 0)
    unspaced = UnspacedWords(words, units: units)
  }

  /// The words in one of letters: number words, and a unit at the end; nil if there is anything else in it.
  func parts(of word: String) -> [String]? {
    guard (4...100).contains(word.utf8.count), word.utf8.first.map({ $0 < 0xE3 }) == true else { return nil }
    let scalars = Array(word.unicodeScalars)
    guard let beginning = Self.beginning(scalars), beginnings.contains(beginning), !parts.contains(word),
      !units.contains(word), !known.contains(word)
    else { return nil }
    var dead: Set<Int> = []
    guard let found = split(scalars, from: 0, &dead), found.count > 1 else { return nil }
    let numbers = found.last.map { units.contains($0) && !parts.contains($0) } == true ? found.dropLast() : found[...]
    let tokens = numbers.map { QuantityToken(kind: .word($0), range: 0..<0, isGlued: true, isPart: true) }
    guard reader.number(tokens, at: 0)?.end == tokens.count else { return nil }
    return found
  }

  private static func beginning(_ scalars: [Unicode.Scalar]) -> UInt64? {
    scalars.count < 2 ? nil : UInt64(scalars[0].value) << 32 | UInt64(scalars[1].value)
  }

  /// The longest words first; places from which no end can be reached are remembered.
  private func split(_ scalars: [Unicode.Scalar], from start: Int, _ dead: inout Set<Int>) -> [String]? {
    if start == scalars.count { return [] }
    guard !dead.contains(start) else { return nil }
    for end in stride(from: min(scalars.count, start + longest), through: start + 1, by: -1) {
      let piece = String(String.UnicodeScalarView(scalars[start..<end]))
      let isUnit = start > 0 && end == scalars.count && units.contains(piece)
      let isJoiner = start > 0 && end < scalars.count && joiners.contains(piece)
      guard isUnit || isJoiner || parts.contains(piece) else { continue }
      if let rest = split(scalars, from: end, &dead) { return [piece] + rest }
    }
    dead.insert(start)
    return nil
  }

  /// The known words in a run of a script without spaces, the unknown ones between them, and their lengths in scalars.
  func pieces(of run: [Unicode.Scalar], after before: Before) -> [(word: String, length: Int)] {
    unspaced.pieces(of: run, after: before)
  }
}
