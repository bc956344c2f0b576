import Matching

/// Ways in which an answer comes out wrong between the rider's head and the program.
package enum AnswerNoise: String, CaseIterable {
  /// A slip of the finger: a letter doubled, left out, swapped with its neighbour or replaced.
  case typo
  case droppedWord = "dropped-word"
  /// Spelt otherwise, sounding the same.
  case homophone
  /// A sound taken for one that is made nearly the same way.
  case phoneme

  /// The answer with this noise; nil where it cannot have it.
  package func applied(to text: String, _ random: inout RepeatableRandom) -> String? {
    switch self {
    case .typo: Self.typo(text, &random)
    case .droppedWord: Self.dropped(text, &random)
    case .homophone: Self.respelt(text, Self.spellings, &random) { Phonetics.key($0) == Phonetics.key($1) }
    case .phoneme: Self.respelt(text, Self.confusions, &random) { $0 != $1 }
    }
  }

  private static func typo(_ text: String, _ random: inout RepeatableRandom) -> String? {
    var letters = Array(text)
    let places = letters.indices.filter { letters[$0].isLetter }
    guard places.count > 4, let place = random.pick(places) else { return nil }
    switch random.below(4) {
    case 0: letters.insert(letters[place], at: place)
    case 1: letters.remove(at: place)
    case 2 where place + 1 < letters.count && letters[place + 1].isLetter: letters.swapAt(place, place + 1)
    default: letters[place] = random.pick(Array("abcdefghijklmnopqrstuvwxyz")) ?? "e"
    }
    return String(letters)
  }

  private static func dropped(_ text: String, _ random: inout RepeatableRandom) -> String? {
    var words = text.split(separator: " ")
    guard words.count > 1 else { return nil }
    words.remove(at: random.below(words.count))
    return words.joined(separator: " ")
  }

  /// Replaces one spelling in one word, where the word before and after is as `fits` asks.
  private static func respelt(
    _ text: String, _ pairs: [(String, String)], _ random: inout RepeatableRandom, fits: (String, String) -> Bool
  ) -> String? {
    var words = Normalizer.tokens(text).map(\.word)
    let ways = words.indices.flatMap { place in
      (pairs + pairs.map { ($1, $0) }).compactMap { old, new -> (Int, String)? in
        guard words[place].count > 3, let range = words[place].range(of: old) else { return nil }
        let changed = words[place].replacingCharacters(in: range, with: new)
        return fits(words[place], changed) ? (place, changed) : nil
      }
    }
    guard let (place, changed) = random.pick(ways) else { return nil }
    words[place] = changed
    return words.joined(separator: " ")
  }

  private static let spellings = [
    ("ph", "f"), ("ck", "k"), ("tz", "ts"), ("dt", "t"), ("th", "t"), ("ai", "ei"), ("y", "i"), ("ie", "ee"),
    ("c", "k"),
    ("oo", "ou"), ("sch", "sh"), ("mm", "m"), ("nn", "n"), ("ll", "l"), ("tt", "t"), ("ss", "s"), ("rr", "r"),
    ("ff", "f"),
    ("ah", "a"), ("oh", "o"), ("eh", "e"), ("uh", "u"), ("qu", "kw"), ("rh", "r"), ("wr", "r"),
  ]

  /// Sounds that differ in one feature: voice, place of articulation, or the height of a vowel.
  private static let confusions = [
    ("b", "p"), ("d", "t"), ("g", "k"), ("v", "f"), ("z", "s"), ("m", "n"), ("l", "r"), ("b", "v"), ("e", "i"),
    ("o", "u"),
    ("a", "o"), ("a", "e"), ("sh", "s"), ("th", "f"),
  ]
}
