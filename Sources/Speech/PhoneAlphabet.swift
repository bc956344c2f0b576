import Foundation

/// The 39 phones of the acoustic model, and how sounds written in the International Phonetic Alphabet map to them.
///
/// The model hears American English only: a sound that it lacks becomes the one that its speakers take it for.
enum PhoneAlphabet {
  static let phones = [
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH", "K",
    "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z", "ZH",
  ]

  static let vowels: Set<String> = [
    "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
  ]

  /// A word's readings in phones, most faithful first; none when a symbol is unknown.
  /// - Parameters:
  ///   - ipa: As espeak-ng prints it, with stress and length.
  ///   - language: The language of the voice that it was printed by.
  ///   - isNative: Whether it is said by somebody who speaks that language.
  static func pronunciations(ipa: String, language: String, byNative isNative: Bool = false) -> [String] {
    let marks: Set<Unicode.Scalar> = [
      "ˈ", "ˌ", "ː", "ˑ", "\u{361}", "\u{35C}", "ʔ", "ʲ", "\u{31D}", "\u{30A}", "-", "\u{200D}",
    ]
    let symbols = Array(ipa.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !marks.contains($0) })
    guard !symbols.isEmpty else { return [] }
    let isEnglish = language.hasPrefix("en")
    if language == "de", isNative {
      let withLength = ipa.unicodeScalars.filter { $0 == "ː" || !marks.contains($0) }
      return GermanSounds.readings(Array(withLength)).map { withoutRepeats($0).joined(separator: " ") }
    }
    var readings: [[String]] = [[]]
    var rest = symbols[...]
    while !rest.isEmpty {
      guard let (length, choices) = longestMatch(rest, isEnglish: isEnglish) else { return [] }
      rest = rest.dropFirst(length)
      // Each choice doubles the readings: beyond four the first one is taken.
      let taken = readings.count * choices.count <= 4 ? choices : Array(choices.prefix(1))
      readings = taken.flatMap { choice in readings.map { $0 + choice } }
    }
    return readings.map(withoutRepeats).filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }

  private static func longestMatch(_ symbols: ArraySlice<Unicode.Scalar>, isEnglish: Bool) -> (Int, [[String]])? {
    for length in stride(from: min(3, symbols.count), through: 1, by: -1) {
      var key = String.UnicodeScalarView()
      key.append(contentsOf: symbols.prefix(length))
      let own = isEnglish ? english[String(key)] : nil
      guard let choices = own ?? sounds[String(key)] else { continue }
      return (length, choices.map { $0.split(separator: " ").map(String.init) })
    }
    return nil
  }

  private static func withoutRepeats(_ phones: [String]) -> [String] {
    var kept: [String] = []
    for phone in phones where phone != kept.last { kept.append(phone) }
    return kept
  }

  /// Where American English uses a symbol for another sound: its tap is a t.
  private static let english: [String: [String]] = ["ɾ": ["T"], "ɜ": ["ER", "AH"], "ɜɹ": ["ER"]]

  /// Combining marks follow their letter; several readings stand in the order in which they are heard.
  private static let sounds: [String: [String]] = [
    // Vowels
    "i": ["IY"], "ɪ": ["IH"], "y": ["UW"], "ʏ": ["UH"], "e": ["EY"], "ɛ": ["EH"], "ø": ["ER"], "œ": ["ER"], "æ": ["AE"],
    "a": ["AA"], "ɑ": ["AA"], "ɒ": ["AA"], "ɔ": ["AO"], "o": ["OW"], "ʊ": ["UH"], "u": ["UW"], "ʌ": ["AH"],
    "ə": ["AH"], "ɐ": ["AH"], "ɜ": ["ER", "AH"], "ɚ": ["ER"], "ɝ": ["ER"], "ɨ": ["IH"], "ᵻ": ["IH"], "ʉ": ["UW"],
    "ɵ": ["AO"], "ɯ": ["AH"], "ɤ": ["AH"], "ɘ": ["AH"],
    "aɪ": ["AY"], "ai": ["AY"], "aʊ": ["AW"], "au": ["AW"], "ɔɪ": ["OY"], "ɔʏ": ["OY"], "ɔø": ["OY"], "ɔy": ["OY"],
    "oi": ["OY"], "ɔi": ["OY"], "eɪ": ["EY"], "ei": ["EY"], "oʊ": ["OW"], "əʊ": ["OW"], "ou": ["OW"], "əl": ["AH L"],
    "ɪə": ["IH R"], "eə": ["EH R"], "ʊə": ["UH R"], "iə": ["IY AH"],
    "ɑ̃": ["AA N"], "ã": ["AA N"], "ɔ̃": ["AO N"], "õ": ["OW N"], "ɛ̃": ["AE N"], "œ̃": ["AH N"], "ĩ": ["IY N"],
    "ũ": ["UW N"], "ẽ": ["EY N"], "ɐ̃": ["AH N"],
    // Consonants
    "p": ["P"], "b": ["B"], "t": ["T"], "d": ["D"], "k": ["K"], "c": ["K"], "ɡ": ["G"], "g": ["G"], "q": ["K"],
    "f": ["F"], "v": ["V"], "θ": ["TH"], "ð": ["DH"], "s": ["S"], "z": ["Z"], "ʃ": ["SH"], "ʒ": ["ZH"], "ʂ": ["SH"],
    "ʐ": ["ZH"], "ɕ": ["SH"], "ʑ": ["ZH"], "h": ["HH"], "ɦ": ["HH"], "ç": ["HH"], "x": ["K"], "χ": ["K"],
    "ɣ": ["G"], "β": ["V"], "ʋ": ["V"], "ɸ": ["F"], "m": ["M"], "ɱ": ["M"], "n": ["N"], "ŋ": ["NG"], "ɲ": ["N Y"],
    "l": ["L"], "ɫ": ["L"], "ɬ": ["L"], "ɭ": ["L"], "ʎ": ["L Y"], "ɹ": ["R"], "r": ["R"], "ʁ": ["R"], "ʀ": ["R"],
    "ɾ": ["R"], "ɽ": ["R"], "ɻ": ["R"], "j": ["Y"], "ʝ": ["Y"], "ɟ": ["D Y"], "w": ["W"], "ɥ": ["W"], "ʍ": ["W"],
    "tʃ": ["CH"], "dʒ": ["JH"], "tɕ": ["CH"], "dʑ": ["JH"], "tʂ": ["CH"], "n̩": ["AH N"], "l̩": ["AH L"],
    "m̩": ["AH M"], "ɹ̩": ["ER"],
  ]
}
