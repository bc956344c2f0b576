import Foundation

/// An inverted index from letter groups to keys.
///
/// Two and three neighbouring letters of each word, three of its phonetic key, and its groups of equivalent words are
/// hashed into one table of posting lists in compressed rows.
struct GramIndex: Sendable {
  private let start: [Int32]
  private let postings: [Int32]
  /// Inverse document frequency by bucket.
  private let weight: [Float]
  /// The weights of all groups of a key.
  let total: [Float]
  private let mask: UInt32

  init(keyStart: [Int32], keyWord: [Int32], vocabulary: Vocabulary) {
    let keys = keyStart.count - 1
    // A small network gets a small table, so that starting the program costs nothing.
    var buckets: UInt32 = 1 << 10
    while buckets < 1 << 18, Int(buckets) < keys * 8 { buckets <<= 1 }
    let mask = buckets - 1
    let grams = vocabulary.words.indices.map { word in
      Self.grams(
        vocabulary.scalars[word], phonetic: vocabulary.phonetic[word], groups: vocabulary.groups[word], mask: mask)
    }
    var start = [Int32](repeating: 0, count: Int(buckets) + 1)
    Self.forEachGram(keyStart, keyWord, grams, buckets: Int(buckets)) { gram, _ in start[gram + 1] += 1 }
    let weight = (0..<Int(buckets)).map { gram in
      start[gram + 1] == 0 ? Float(log(1 + Double(keys))) : Float(log(1 + Double(keys) / Double(start[gram + 1])))
    }
    for bucket in 1..<start.count { start[bucket] += start[bucket - 1] }
    var next = start
    var postings = [Int32](repeating: 0, count: Int(start[start.count - 1]))
    var total = [Float](repeating: 0, count: keys)
    Self.forEachGram(keyStart, keyWord, grams, buckets: Int(buckets)) { gram, key in
      postings[Int(next[gram])] = Int32(key)
      next[gram] += 1
      total[key] += weight[gram]
    }
    self.start = start
    self.postings = postings
    self.weight = weight
    self.total = total
    self.mask = mask
  }

  /// The keys that share most with the words, best first, at most `limit`.
  func nearest(_ words: [(scalars: [UInt32], phonetic: [UInt32], groups: [Int32])], limit: Int) -> [Int] {
    let grams = Set(
      words.flatMap { Self.grams($0.scalars, phonetic: $0.phonetic, groups: $0.groups, mask: mask) })
    guard !grams.isEmpty, !total.isEmpty else { return [] }
    var shared = [Float](repeating: 0, count: total.count)
    var own: Float = 0
    for gram in grams {
      let value = weight[Int(gram)]
      own += value
      for place in Int(start[Int(gram)])..<Int(start[Int(gram) + 1]) { shared[Int(postings[place])] += value }
    }
    return best(of: shared, own: own, limit: limit)
  }

  /// Tversky's index (Features of similarity, 1977), which forgives what the key has more than what the answer has.
  private func best(of shared: [Float], own: Float, limit: Int) -> [Int] {
    var heap = BoundedHeap(limit: limit)
    let floor = own * 0.12
    for key in shared.indices where shared[key] > floor {
      heap.insert(shared[key] / (0.65 * own + 0.35 * total[key]), key)
    }
    return heap.sorted
  }

  private static func forEachGram(
    _ keyStart: [Int32], _ keyWord: [Int32], _ grams: [[UInt32]], buckets: Int, _ body: (Int, Int) -> Void
  ) {
    var seen = [Int32](repeating: -1, count: buckets)
    for key in 0..<(keyStart.count - 1) {
      for place in Int(keyStart[key])..<Int(keyStart[key + 1]) {
        for gram in grams[Int(keyWord[place])] where seen[Int(gram)] != Int32(key) {
          seen[Int(gram)] = Int32(key)
          body(Int(gram), key)
        }
      }
    }
  }

  static func grams(_ scalars: [UInt32], phonetic: [UInt32], groups: [Int32], mask: UInt32) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(scalars.count * 3 + 4)
    append(scalars, size: 2, salt: 1, mask: mask, to: &result)
    append([0x5E] + scalars, size: 3, salt: 2, mask: mask, to: &result)
    append([0x5E] + phonetic, size: 3, salt: 3, mask: mask, to: &result)
    for group in groups { result.append(hash([UInt32(group)], salt: 4) & mask) }
    if scalars.count == 1 { result.append(hash(scalars[...], salt: 5) & mask) }
    return result
  }

  private static func append(
    _ scalars: [UInt32], size: Int, salt: UInt32, mask: UInt32, to result: inout [UInt32]
  ) {
    guard scalars.count >= size else { return }
    for first in 0...(scalars.count - size) {
      result.append(hash(scalars[first..<(first + size)], salt: salt) & mask)
    }
  }

  private static func hash(_ scalars: ArraySlice<UInt32>, salt: UInt32) -> UInt32 {
    var value: UInt32 = 2_166_136_261 ^ (salt &* 0x9E37_79B9)
    for scalar in scalars { value = (value ^ scalar) &* 16_777_619 }
    value ^= value >> 15
    value = value &* 0x85EB_CA6B
    return value ^ (value >> 13)
  }
}

/// Keeps the best of many scored numbers.
struct BoundedHeap {
  private var items: [(score: Float, number: Int)] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    items.reserveCapacity(limit)
  }

  /// Best first; equals in the order of their numbers.
  var sorted: [Int] {
    items.sorted { ($0.score, $1.number) > ($1.score, $0.number) }.map(\.number)
  }

  mutating func insert(_ score: Float, _ number: Int) {
    if items.count < limit {
      items.append((score, number))
      rise(items.count - 1)
    } else if score > items[0].score {
      items[0] = (score, number)
      sink(0)
    }
  }

  private mutating func rise(_ from: Int) {
    var child = from
    while child > 0, items[child].score < items[(child - 1) / 2].score {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func sink(_ from: Int) {
    var parent = from
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count && items[child].score < items[least].score
      {
        least = child
      }
      if least == parent { return }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
