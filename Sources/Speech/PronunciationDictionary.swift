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
    let wanted = Set(words.map { Array($0.utf8) })
    var first = [Bool](repeating: false, count: 65_536)
    for word in wanted { first[Self.prefix(word)] = true }
    var found: [String: [String]] = [:]
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var start = 0
      while start < bytes.count {
        let end = Self.lineEnd(bytes, from: start)
        if end - start > 2,
          first[Int(bytes[start]) << 8 | Int(Self.isEndOfWord(bytes[start + 1]) ? 0 : bytes[start + 1])],
          let (word, phones) = Self.entry(bytes[start..<end]), wanted.contains(word)
        {
          found[String(decoding: word, as: UTF8.self), default: []].append(phones)
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

  private static func prefix(_ word: [UInt8]) -> Int {
    guard let first = word.first else { return 0 }
    return Int(first) << 8 | Int(word.count > 1 ? word[1] : 0)
  }

  /// A space, a tab or the bracket of a further reading.
  private static func isEndOfWord(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 40 }

  private static func entry(_ line: Slice<UnsafeRawBufferPointer>) -> (word: [UInt8], phones: String)? {
    guard let end = line.firstIndex(where: isEndOfWord), end > line.startIndex,
      let space = line[end...].firstIndex(where: { $0 == 32 || $0 == 9 })
    else { return nil }
    let phones = String(decoding: line[space...], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard !phones.isEmpty else { return nil }
    return (Array(line[line.startIndex..<end]), phones.joined(separator: " "))
  }
}
