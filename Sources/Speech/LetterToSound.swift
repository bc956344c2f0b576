import Foundation

/// A word's sound guessed from its letters, for machines without espeak-ng.
///
/// Continental reading of the letters, which suits most names of stops outside English-speaking countries; English
/// words are in the dictionary.
enum LetterToSound {
  /// Phones of a word; nil when no letter of it is known.
  static func pronunciation(of word: String) -> String? {
    var rest = word.lowercased().precomposedStringWithCanonicalMapping[...]
    var phones: [String] = []
    while !rest.isEmpty {
      let (length, sound) = longestMatch(rest)
      rest = rest.dropFirst(length)
      for phone in sound where phone != phones.last { phones.append(phone) }
    }
    return phones.isEmpty ? nil : phones.joined(separator: " ")
  }

  private static func longestMatch(_ rest: Substring) -> (Int, [String]) {
    for length in stride(from: min(3, rest.count), through: 1, by: -1) {
      if let sound = sounds[String(rest.prefix(length))] {
        return (length, sound.split(separator: " ").map(String.init))
      }
    }
    // An accent that the table does not know leaves its letter.
    let plain = String(rest.prefix(1)).folding(options: .diacriticInsensitive, locale: nil)
    return (1, sounds[plain].map { $0.split(separator: " ").map(String.init) } ?? [])
  }

  private static let sounds: [String: String] = [
    "sch": "SH", "tsch": "CH", "ch": "K", "ck": "K", "ph": "F", "th": "T", "sh": "SH", "ng": "NG", "nk": "NG K",
    "qu": "K V", "tz": "T S", "dt": "T", "ss": "S", "ll": "L", "ei": "AY", "ai": "AY", "ey": "AY", "ay": "AY",
    "eu": "OY", "äu": "OY", "au": "AW", "ou": "UW", "ie": "IY", "oo": "UW", "ee": "IY", "ah": "AA", "eh": "EY",
    "oh": "OW", "uh": "UW", "ih": "IY", "er": "ER",
    "a": "AA", "ä": "EH", "b": "B", "c": "K", "d": "D", "e": "EH", "f": "F", "g": "G", "h": "HH", "i": "IH", "j": "Y",
    "k": "K", "l": "L", "m": "M", "n": "N", "o": "AO", "ö": "ER", "p": "P", "q": "K", "r": "R", "s": "S", "ß": "S",
    "t": "T", "u": "UH", "ü": "UW", "v": "F", "w": "V", "x": "K S", "y": "IY", "z": "T S", "æ": "EH", "ø": "ER",
    "0": "Z IY R OW", "1": "W AH N", "2": "T UW", "3": "TH R IY", "4": "F AO R", "5": "F AY V", "6": "S IH K S",
    "7": "S EH V AH N", "8": "EY T", "9": "N AY N",
  ]
}
