/// The answers of a grammar by how much their phones are like those that were heard: which others the sound may mean.
///
/// Edit distance between the phones that the loop heard and each reading of an answer, whatever stands before and after it
/// being almost free, since carriers are said there (semi-global alignment, P. Sellers, 1980).
struct PhoneticRanking: Sendable {
  /// Readings of a word as numbers of phones.
  private let readings: [String: [[Int]]]
  private let wordings: [(key: String, words: [String])]

  /// Of a phone that was heard before or after the answer.
  private static let outside: Float = 0.2

  /// - Parameter readings: By the recogniser's word, its readings in phones.
  init(_ network: GrammarNetwork, readings: [String: [String]]) {
    wordings = network.wordings
    self.readings = readings.mapValues { list in
      list.map { PhoneAlignment.numbers($0.split(separator: " ").map(String.init)) }
    }
  }

  /// The names and phrases, the most alike by distance per phone first, each once.
  func ranked(heard: [String], limit: Int) -> [String] {
    let sounds = PhoneAlignment.numbers(heard)
    var best: [String: Double] = [:]
    for (key, words) in wordings {
      let distance = distance(words, sounds)
      best[key] = min(best[key] ?? .infinity, distance)
    }
    return best.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit).map(\.key)
  }

  private func distance(_ words: [String], _ sounds: [Int]) -> Double {
    var row = sounds.indices.map { Self.outside * Float($0) } + [Self.outside * Float(sounds.count)]
    var length: Float = 0
    for word in words {
      let choices = readings[word] ?? []
      guard let first = choices.first else { return .infinity }
      // A word's readings start from the same place; the best of them goes on.
      var after = PhoneAlignment.aligned(first, sounds, from: row)
      for reading in choices.dropFirst() {
        let other = PhoneAlignment.aligned(reading, sounds, from: row)
        for place in after.indices { after[place] = min(after[place], other[place]) }
      }
      row = after
      length += Float(first.count)
    }
    let ends = row.enumerated().map { $0.element + Self.outside * Float(sounds.count - $0.offset) }
    return Double((ends.min() ?? 0) / max(1, length))
  }
}
