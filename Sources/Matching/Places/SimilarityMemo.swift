/// What is known of how alike a word and others are: a small hash table without a hash function, because word numbers are as
/// good as random.
struct SimilarityMemo {
  private var words = [UInt32](repeating: 0, count: 128)
  private var values = [Float](repeating: 0, count: 128)
  private var used = 0

  subscript(word: Int) -> Float? {
    let slot = self.slot(of: UInt32(word + 1))
    return words[slot] == 0 ? nil : values[slot]
  }

  mutating func remember(_ value: Float, of word: Int) {
    if used * 2 >= words.count { grow() }
    put(UInt32(word + 1), value)
  }

  private mutating func put(_ entry: UInt32, _ value: Float) {
    let slot = self.slot(of: entry)
    if words[slot] == 0 { used += 1 }
    words[slot] = entry
    values[slot] = value
  }

  @inline(__always)
  private func slot(of entry: UInt32) -> Int {
    let mask = words.count - 1
    var slot = Int(entry &* 0x9E37_79B1 >> 8) & mask
    while words[slot] != 0, words[slot] != entry { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = zip(words, values)
    words = [UInt32](repeating: 0, count: words.count * 4)
    values = [Float](repeating: 0, count: words.count)
    used = 0
    for (entry, value) in old where entry != 0 { put(entry, value) }
  }
}
