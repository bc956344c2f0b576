import Foundation

/// How words follow each other in what riders say: probabilities of a word after the two before it.
///
/// Interpolated by how many different words each context has been seen with (I. Witten, T. Bell, "The zero-frequency problem",
/// 1991), so that what no sentence has had is improbable and not impossible.
struct TrigramModel: Sendable {
  private static let start = "<s>"
  private static let end = "</s>"
  /// Of words against each other, whoever said them: a word that was met once may be said.
  private static let evenShare = 0.02
  /// The share that a context leaves at least to what it has not been seen with.
  private static let leastBackoff = 0.05
  /// As many words as all parts together count for.
  private static let countedWords = 20_000.0

  private typealias Context = [String]
  private var single: [String: Double] = [:]
  private var pairs: [Context: [String: Double]] = [:]
  private var triples: [Context: [String: Double]] = [:]

  /// - Parameter knows: Whether a word can be pronounced; a sentence goes on without one that cannot.
  init(_ parts: [FreeWording.Part], knows: (String) -> Bool) {
    for part in parts where !part.sentences.isEmpty {
      let weight = part.share * Self.countedWords / Double(part.sentences.count)
      for sentence in part.sentences { count(sentence.filter(knows), weight) }
    }
  }

  private mutating func count(_ words: [String], _ weight: Double) {
    guard !words.isEmpty else { return }
    let line = [Self.start] + words + [Self.end]
    for place in 1..<line.count {
      single[line[place], default: 0] += weight
      pairs[[line[place - 1]], default: [:]][line[place], default: 0] += weight
      if place > 1 { triples[[line[place - 2], line[place - 1]], default: [:]][line[place], default: 0] += weight }
    }
  }

  /// The words, in the order of their letters.
  var words: [String] { single.keys.filter { $0 != Self.end }.sorted() }

  var isEmpty: Bool { words.isEmpty }

  /// The model in the ARPA format (as of the SRI toolkit), with words called as the recogniser calls them.
  func arpa(naming identifiers: [String: String]) -> String {
    func name(_ word: String) -> String { identifiers[word] ?? word }
    let total = single.values.reduce(0, +)
    let even = Self.evenShare / Double(max(1, single.count))
    let ones = single.mapValues { (1 - Self.evenShare) * $0 / total + even }
    let twos = level(pairs) { ones[$1] ?? even }
    let threes = level(triples) { context, word in
      twos.probability[[context[1], word]] ?? (twos.backoff[[context[1]]] ?? 1) * (ones[word] ?? even)
    }
    var lines = [
      "\\data\\", "ngram 1=\(ones.count + 1)", "ngram 2=\(twos.probability.count)",
      "ngram 3=\(threes.probability.count)", "", "\\1-grams:",
      "-99 \(Self.start) \(Self.logarithm(twos.backoff[[Self.start]] ?? 1))",
    ]
    for (word, probability) in ones.sorted(by: { $0.key < $1.key }) {
      lines.append("\(Self.logarithm(probability)) \(name(word)) \(Self.logarithm(twos.backoff[[word]] ?? 1))")
    }
    lines += ["", "\\2-grams:"]
    for (gram, probability) in Self.ordered(twos.probability, by: name) {
      lines.append(
        "\(Self.logarithm(probability)) \(gram.map(name).joined(separator: " ")) \(Self.logarithm(threes.backoff[gram] ?? 1))"
      )
    }
    lines += ["", "\\3-grams:"]
    for (gram, probability) in Self.ordered(threes.probability, by: name) {
      lines.append("\(Self.logarithm(probability)) \(gram.map(name).joined(separator: " "))")
    }
    return (lines + ["", "\\end\\", ""]).joined(separator: "\n")
  }

  /// Probabilities of the words seen after each context, and what is left to others.
  private func level(
    _ counts: [Context: [String: Double]], below: (Context, String) -> Double
  ) -> (probability: [[String]: Double], backoff: [Context: Double]) {
    var probability: [[String]: Double] = [:]
    var backoff: [Context: Double] = [:]
    for (context, followers) in counts {
      let count = followers.values.reduce(0, +)
      let rest = max(Self.leastBackoff, Double(followers.count) / (count + Double(followers.count)))
      backoff[context] = rest
      for (word, own) in followers {
        probability[context + [word]] = (1 - rest) * own / count + rest * below(context, word)
      }
    }
    return (probability, backoff)
  }

  /// A model is always the same file, whatever order a dictionary has.
  private static func ordered(_ grams: [[String]: Double], by name: (String) -> String) -> [([String], Double)] {
    grams.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
  }

  private static func logarithm(_ probability: Double) -> String {
    "\((log10(max(probability, 1e-9)) * 1e4).rounded() / 1e4)"
  }
}
