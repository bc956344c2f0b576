/// What a linear model sees of an utterance: its character n-grams, words and pairs of words, hashed into buckets.
///
/// Hashing instead of a vocabulary keeps the model small and open to words never seen: Weinberger et al., "Feature Hashing
/// for Large Scale Multitask Learning", 2009.
struct GramFeatures: Sendable, Hashable {
  /// A bucket with its weight in the utterance; the squares of all weights add up to one.
  struct Feature: Sendable, Hashable {
    var bucket: Int
    var value: Float
  }

  /// Nobody gives a command in more words; the rest is not looked at.
  static let longest = 60

  var buckets: Int
  var shortest = 2
  var longestGram = 5

  /// The features of normalised words, by bucket.
  func features(_ words: [String]) -> [Feature] {
    var counts: [Int: Float] = [:]
    visit(words) { bucket, _ in counts[bucket, default: 0] += 1 }
    guard !counts.isEmpty else { return [] }
    var features = counts.map { Feature(bucket: $0.key, value: 1 + Self.logarithm($0.value)) }
    features.sort { $0.bucket < $1.bucket }
    let length = features.reduce(Float(0)) { $0 + $1.value * $1.value }.squareRoot()
    for place in features.indices { features[place].value /= length }
    return features
  }

  /// Calls `found` with the bucket of every gram and what the gram is, as bytes.
  func visit(_ words: [String], found: (Int, ArraySlice<UInt8>) -> Void) {
    let words = words.prefix(Self.longest)
    let text = Array((" " + words.joined(separator: " ") + " ").utf8)
    for length in shortest...longestGram where length <= text.count {
      for start in 0...(text.count - length) {
        let gram = text[start..<(start + length)]
        found(bucket(gram, seed: 0), gram)
      }
    }
    let bounded = ["^"] + words + ["$"]
    for (place, word) in bounded.enumerated().dropFirst() {
      let own = Array(word.utf8)
      if place < bounded.count - 1 { found(bucket(own[...], seed: 1), own[...]) }
      let pair = Array((bounded[place - 1] + " " + word).utf8)
      found(bucket(pair[...], seed: 2), pair[...])
    }
  }

  /// FNV-1a, its high bits folded in.
  private func bucket(_ bytes: ArraySlice<UInt8>, seed: UInt32) -> Int {
    var hash: UInt32 = 2_166_136_261 ^ seed
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int((hash ^ (hash >> 15)) % UInt32(buckets))
  }

  /// A gram said often counts little more than once. By table, so that no mathematics library has a say in the weights.
  private static func logarithm(_ count: Float) -> Float {
    let table: [Float] = [0, 0, 0.6931, 1.0986, 1.3863, 1.6094, 1.7918, 1.9459, 2.0794]
    return table[min(Int(count), table.count - 1)]
  }
}
