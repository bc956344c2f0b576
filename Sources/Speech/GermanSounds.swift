import Foundation

/// How a German word sounds to an acoustic model that has learnt American English.
///
/// Which phones it takes German sounds for was found by searching recordings of two kinds of German voices, diphones of four
/// speakers and a synthesizer with pronunciations of its own, with every likely phone in each sound's place. The long closed
/// vowels come out higher than they are written (Zehn as "T S IY N"), the r behind a vowel as a vowel, the one before it as
/// a breath, the ich-sound as "SH" or "CH".
enum GermanSounds {
  /// More are heard no better, and each takes time to search.
  private static let mostReadings = 8

  /// Readings of a word, most likely first; none where a symbol is unknown.
  /// - Parameter symbols: As espeak-ng's voice `de` prints them, without stress and joining marks, with length.
  static func readings(_ symbols: [Unicode.Scalar]) -> [[String]] {
    guard let choices = choices(symbols), !choices.isEmpty else { return [] }
    var readings: [[String]] = []
    func add(_ pick: (Int) -> Int) {
      let reading = choices.enumerated().flatMap { place, sounds in sounds[min(pick(place), sounds.count - 1)] }
      if !readings.contains(reading) { readings.append(reading) }
    }
    // A speaker who says one sound in a way says the others so as well: first each way throughout.
    let ways = choices.map(\.count).max() ?? 1
    for way in 0..<ways { add { _ in way } }
    // Then the likeliest reading with one sound said in another way.
    for way in 1..<max(2, ways) {
      for place in choices.indices where choices[place].count > way { add { $0 == place ? way : 0 } }
    }
    return Array(readings.prefix(mostReadings))
  }

  private static func choices(_ symbols: [Unicode.Scalar]) -> [[[String]]]? {
    var choices: [[[String]]] = []
    var place = 0
    while place < symbols.count {
      var isKnown = false
      for length in stride(from: min(3, symbols.count - place), through: 1, by: -1) {
        let key = key(symbols, place, length)
        guard let sounds = sounds[key] else { continue }
        choices.append(sounds.map { $0.split(separator: " ").map(String.init) })
        place += length
        isKnown = true
        break
      }
      guard isKnown else { return nil }
    }
    return choices
  }

  /// The symbols as they stand in the table: an r before a vowel and an e at the end have names of their own.
  private static func key(_ symbols: [Unicode.Scalar], _ place: Int, _ length: Int) -> String {
    var view = String.UnicodeScalarView()
    let end = place + length
    for index in place..<end {
      let symbol = symbols[index]
      let next = index + 1 < symbols.count ? symbols[index + 1] : nil
      if rhotics.contains(symbol), let next, vowels.contains(next) { view.append("R") } else { view.append(symbol) }
    }
    if end == symbols.count { view.append("$") }
    let atEnd = String(view)
    let anywhere = atEnd.last == "$" ? String(atEnd.dropLast()) : atEnd
    return sounds[atEnd] == nil ? anywhere : atEnd
  }

  private static let rhotics: Set<Unicode.Scalar> = ["ɾ", "r", "ʁ", "ɹ"]
  private static let vowels: Set<Unicode.Scalar> = Set("aɑɛeəɜiɪɔoʊuyʏœøɐ".unicodeScalars)

  private static let sounds: [String: [String]] = [
    "a": ["AA", "AE", "AH"], "ɑː": ["AA", "AH"], "ɑ": ["AA", "AH"], "ɛ": ["EH", "AE", "AH"], "ɛː": ["EH", "EY"],
    "eː": ["IY", "EY"], "e": ["IY", "EY"], "ə": ["AH", "IH"], "ə$": ["AH", "IH", "EY"], "ən": ["AH N", "EH N", "N"],
    "ən$": ["AH N", "EH N", "N"], "bən": ["B AH N", "B AH M", "V AH N"], "əl": ["AH L"],
    "ɜ": ["AH", "AA", "ER"], "ɐ": ["AH", "AA"], "iː": ["IY"], "i": ["IY"], "ɪ": ["IH", "IY"], "ɔ": ["AO", "OW", "AH"],
    "oː": ["UW", "OW", "AO"], "o": ["OW", "UW"], "ʊ": ["UH", "OW", "UW"], "uː": ["UW", "OW", "UH"], "u": ["UW"],
    "yː": ["UW", "IY", "UH"], "y": ["UH", "UW", "IH"], "ʏ": ["UH", "UW"], "œ": ["UH", "ER", "AH"], "øː": ["ER", "UW"],
    "ø": ["ER", "UH"],
    "aɪ": ["AY", "AE"], "aʊ": ["AW", "AO"], "ɔø": ["OY"], "ɔʏ": ["OY"], "ɔɪ": ["OY"],
    "aɾ": ["AA", "AA AH", "AA R"], "ɑːɾ": ["AA", "AA AH", "AA R"], "ɛɾ": ["EH AH", "AE R", "EH"],
    "ɛːɾ": ["EH AH", "EH R"],
    "eːɾ": ["IY AH", "EY AH", "IY R"], "iːɾ": ["IY AH", "IY ER"], "ɪɾ": ["IH AH", "IH R"],
    "ɔɾ": ["AO AH", "AO R", "AO"],
    "oːɾ": ["OW AH", "AO R", "AO"], "uːɾ": ["UW AH", "UW R"], "ʊɾ": ["AO R", "UH AH", "UW AH"],
    "yːɾ": ["UW AH", "UH R"], "yɾ": ["UH R", "ER", "UW AH"], "œɾ": ["ER", "UH R"], "øːɾ": ["ER"],
    // What espeak-ng 1.51 prints for the vowel of "Burg".
    "??": ["AO R", "UH AH", "UW AH"],
    "ɾ": ["AH", "R"], "r": ["AH", "R"], "ʁ": ["AH", "R"], "ɹ": ["AH", "R"], "R": ["HH", "R", "W"],
    "p": ["P"], "b": ["B", "V"], "t": ["T", "D"], "d": ["D", "DH"], "k": ["K", "G"], "ɡ": ["G"], "f": ["F"],
    "v": ["V", "DH", "W"], "z": ["Z", "S"], "s": ["S", "Z"], "ʃ": ["SH"], "ʒ": ["ZH"], "ç": ["SH", "CH", "S"],
    "ɪç$": ["IH SH", "IY CH", "IH K"], "x": ["K", "HH"], "h": ["HH"], "m": ["M"], "n": ["N"], "ŋ": ["NG"], "l": ["L"],
    "j": ["Y"], "ts": ["T S"], "tʃ": ["CH"], "dʒ": ["JH"], "pf": ["P F", "F"], "w": ["W"], "θ": ["TH"], "ð": ["DH"],
    "ɑ̃": ["AA N"], "ɔ̃": ["AO N"], "ɛ̃": ["AE N"], "œ̃": ["AH N"],
  ]
}
