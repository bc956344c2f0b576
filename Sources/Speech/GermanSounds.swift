import Foundation

/// How a German word sounds to an acoustic model that has learnt American English.
///
/// Which phones it takes German sounds for was found by searching recordings of two kinds of German voices, diphones of three
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

  /// Of each sound the phones by way of speaking, so that the same place is the same kind of speaker: first what the
  /// diphones are taken for, then the synthesizer, then speakers of the south.
  private static let sounds: [String: [String]] = [
    // Vowels
    "a": ["AA", "AE", "AH"], "ɑː": ["AA", "AA", "AH"], "ɑ": ["AA", "AA", "AH"], "ɛ": ["EH", "EH", "AE"],
    "ɛː": ["EH", "EH", "EY"], "eː": ["IY", "IY", "EY"], "e": ["IY", "IY", "EY"], "ə": ["AH", "IH"],
    "ə$": ["AH", "IH", "EY"], "ən": ["AH N", "EH N", "N"], "bən": ["B AH N", "B AH M", "V AH N"], "əl": ["AH L"],
    "ɜ": ["AA", "AH", "ER"], "ɐ": ["AA", "AH"], "iː": ["IY"], "i": ["IY"], "ɪ": ["IH", "IY", "IH"],
    "ɔ": ["AO", "OW", "AH"], "oː": ["OW", "UW", "AO"], "o": ["OW", "UW"], "ʊ": ["UH", "OW", "UW"],
    "uː": ["UW", "UW", "OW", "UH"], "u": ["UW"], "yː": ["UW", "UW", "IY", "UH"], "y": ["UH", "UW", "IH"],
    "ʏ": ["UH", "UW", "IH"], "œ": ["UH", "UH", "ER", "AH"], "øː": ["ER", "UH", "UW"], "ø": ["ER", "UH"],
    "aɪ": ["AY"], "aʊ": ["AW", "AW", "AO"], "ɔø": ["OY", "AO IY"], "ɔʏ": ["OY", "AO IY"], "ɔɪ": ["OY", "AO IY"],
    "ɑ̃": ["AA N"], "ɔ̃": ["AO N"], "ɛ̃": ["AE N"], "œ̃": ["AH N"],
    // A vowel with the r behind it
    "aɾ": ["AA AH", "AH", "AA R"], "ɑːɾ": ["AA", "AA AH", "AA R"], "ɛɾ": ["EH AH", "EH", "AE R"],
    "ɛːɾ": ["EH AH", "EH", "EH R"], "eːɾ": ["IY AH", "IY AH", "EY AH", "IY R"], "iːɾ": ["IY AH", "IY AH", "IY ER"],
    "ɪɾ": ["IH AH", "IH AH", "IH R"], "ɔɾ": ["AO AH", "AO AH", "AO R"], "oːɾ": ["OW AH", "AO R", "AO"],
    "uːɾ": ["UW AH", "UW AH", "UW R"], "ʊɾ": ["AO R", "UW AH", "UH AH"], "yːɾ": ["UW AH", "UW AH", "UH R"],
    "yɾ": ["UH R", "UW AH", "ER"], "œɾ": ["ER", "ER", "UH R"], "øːɾ": ["ER"], "ɾ": ["AH", "AH", "R"],
    "r": ["AH", "AH", "R"], "ʁ": ["AH", "AH", "R"], "ɹ": ["AH", "AH", "R"],
    // What espeak-ng 1.51 prints for the vowel of "Burg", and words within words that it misreads: "fünfundvierzig",
    // "Viertelstunde".
    "??": ["AO R", "UW AH", "UH AH"], "dv": ["D F"], "lst": ["L SH T", "L SH T", "L S T"],
    // Consonants
    "R": ["HH", "HH", "R", "W"], "p": ["P"], "b": ["B", "V", "B"], "t": ["T", "T", "D"], "d": ["D", "DH", "D"],
    "k": ["K", "K", "G"], "ɡ": ["G"], "f": ["F"], "v": ["V", "DH", "W"], "z": ["Z", "Z", "S"], "s": ["S", "S", "Z"],
    "ʃ": ["SH"], "ʒ": ["ZH"], "ç": ["SH", "CH", "S"], "ɪç$": ["IH SH", "IY CH", "IH K"], "x": ["K", "K", "HH"],
    "h": ["HH"], "m": ["M"], "n": ["N"], "ŋ": ["NG"], "l": ["L"], "j": ["Y"], "ts": ["T S"], "tʃ": ["CH"],
    "dʒ": ["JH"], "pf": ["P F", "F"], "w": ["W"], "θ": ["TH"], "ð": ["DH"],
  ]
}
