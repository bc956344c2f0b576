/// A spelling reduced to roughly how it sounds, the same for spellings that European readers pronounce alike.
///
/// One table for all languages: it is meant to bring a misspelt name near, not to transcribe it. After the idea of
/// Metaphone (L. Philips, 1990), but vowels stay, because short names differ in little else.
public enum Phonetics {
  /// The key of one folded word; words of other scripts come back as they are.
  public static func key(_ word: String) -> String {
    let letters = Array(word.utf8)
    guard letters.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else { return word }
    var sounds: [UInt8] = []
    var index = 0
    while index < letters.count {
      // After a vowel it only lengthens: "muhl", "mul".
      if letters[index] == UInt8(ascii: "h"), let last = sounds.last, "aeiou".utf8.contains(last) {
        index += 1
        continue
      }
      let (length, sound) = rule(letters, index)
      for letter in sound.utf8 where sounds.last != letter { sounds.append(letter) }
      index += length
    }
    if sounds.count > 2, sounds.last == UInt8(ascii: "e") { sounds.removeLast() }
    return String(decoding: sounds, as: UTF8.self)
  }

  private static let trigraphs: [String: String] = ["sch": "c", "tch": "c", "dge": "j", "eau": "o", "igh": "ai"]
  private static let digraphs: [String: String] = [
    "ph": "f", "ck": "k", "sh": "c", "ch": "c", "th": "t", "tz": "s", "ts": "s", "cz": "c", "dt": "t", "gh": "g",
    "gn": "n", "ks": "x", "cs": "x", "qu": "kw", "wh": "w", "wr": "r", "kn": "n", "ie": "i", "ee": "i", "ea": "i",
    "ei": "ai",
    "ey": "ai", "ai": "ai", "ay": "ai", "ou": "u", "oo": "u", "au": "o", "aw": "o", "oh": "o", "ah": "a", "eh": "e",
    "uh": "u",
    "ue": "u", "oe": "o", "ae": "a", "mb": "m", "rh": "r",
  ]
  private static let letters: [UInt8: String] = [
    UInt8(ascii: "c"): "k", UInt8(ascii: "q"): "k", UInt8(ascii: "y"): "i", UInt8(ascii: "z"): "s",
    UInt8(ascii: "w"): "v", UInt8(ascii: "h"): "h",
  ]

  private static func rule(_ word: [UInt8], _ index: Int) -> (length: Int, sound: String) {
    if index + 3 <= word.count, let sound = trigraphs[String(decoding: word[index..<index + 3], as: UTF8.self)] {
      return (3, sound)
    }
    if index + 2 <= word.count {
      if let sound = digraphs[String(decoding: word[index..<index + 2], as: UTF8.self)] { return (2, sound) }
      let next = word[index + 1]
      let soft = next == UInt8(ascii: "e") || next == UInt8(ascii: "i") || next == UInt8(ascii: "y")
      if word[index] == UInt8(ascii: "c"), soft { return (1, "s") }
    }
    return (1, letters[word[index]] ?? String(UnicodeScalar(word[index])))
  }
}
