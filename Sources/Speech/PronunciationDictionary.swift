import Foundation

/// The pronouncing dictionary of the model: one `word PHONE PHONE ...` a line, further readings as `word(2)`.
struct PronunciationDictionary: Sendable {
  let path: String

  /// The readings of those words that the dictionary has.
  ///
  /// One pass over the bytes: 3 MB are searched faster than they are parsed.
  /// - Throws: `SpeechError.noDictionary`.
  func readings(of words: Set<String>) throws(SpeechError) -> [String: [String]] {
    guard !words.isEmpty else { return [:] }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .noDictionary(path: path)
    }
    // Most lines begin with a word that nobody asked for: a hash tells it without a copy.
    let wanted = Dictionary(grouping: words) { Self.hash(Array($0.utf8)[...]) }
    var found: [String: [String]] = [:]
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var start = 0
      while start < bytes.count {
        let end = Self.lineEnd(bytes, from: start)
        let line = bytes[start..<end]
        let word = line.prefix { !Self.isEndOfWord($0) }
        if let candidates = wanted[Self.hash(word)], !word.isEmpty,
          let spelling = candidates.first(where: { $0.utf8.elementsEqual(word) }), let phones = Self.phones(line)
        {
          found[spelling, default: []].append(phones)
        }
        start = end + 1
      }
    }
    return found
  }

  private static func lineEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = bytes.baseAddress, let newline = memchr(base + start, 10, bytes.count - start) else {
      return bytes.count
    }
    return UnsafeRawPointer(newline) - base
  }

  /// A space, a tab or the bracket of a further reading.
  private static func isEndOfWord(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 40 }

  /// The hash of Fowler, Noll and Vo.
  private static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private static func phones(_ line: Slice<UnsafeRawBufferPointer>) -> String? {
    guard let space = line.firstIndex(where: { $0 == 32 || $0 == 9 }) else { return nil }
    let phones = line[space...].split { $0 == 32 || $0 == 9 || $0 == 13 }
    return phones.isEmpty ? nil : phones.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }
}
