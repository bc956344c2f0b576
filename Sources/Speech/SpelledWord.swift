import Foundation

/// A name said letter by letter, which is what riders do with one that was not understood, and what speech synthesizers do
/// with one that they cannot read.
enum SpelledWord {
  /// The names of the letters as the dictionary lists them.
  static let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { letter($0) }

  /// Longer names are not spelled, nor can shorter ones be told from letters said by chance.
  private static let lengths = 3...14

  /// A letter with an accent is said as the plain one or, by synthesizers, left out.
  /// - Parameters:
  ///   - isAbbreviation: Whether two letters are enough.
  ///   - sound: The phones of an entry of the dictionary.
  static func readings(of word: String, isAbbreviation: Bool = false, sound: (String) -> String?) -> [String] {
    let least = isAbbreviation ? 2 : lengths.lowerBound
    guard (least...lengths.upperBound).contains(word.count) else { return [] }
    let folded = word.replacingOccurrences(of: "ß", with: "ss").folding(options: .diacriticInsensitive, locale: nil)
    let ways = [word.unicodeScalars.filter(\.isASCII).map { UInt8($0.value) }, Array(folded.utf8)]
    return ways.compactMap { bytes in
      let phones = bytes.compactMap { sound(letter($0)) }
      return phones.count == bytes.count && bytes.count >= least ? phones.joined(separator: " ") : nil
    }
  }

  private static func letter(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) + "." }
}
