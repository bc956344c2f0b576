import Foundation

/// A word as it is spoken: the same letters sound different in another language.
struct SpokenWord: Sendable, Hashable {
  /// In lower case; several words with spaces between where they have a reading together.
  var spelling: String
  /// The language it belongs to; a voice reads it.
  var language: String
  /// Whether it belongs to a proper name, of which dictionaries know one reading of many.
  var isName = false
  /// Whether it is said by somebody who speaks its language.
  var isNative = true
  /// Whether it may be said letter by letter though it is short.
  var isAbbreviation = false
  /// Whether an apostrophe may have been left out of it: "dont".
  var mayLackApostrophe = false

  /// The spellings that the dictionary may have it in.
  var listings: [String] {
    guard mayLackApostrophe else { return [spelling] }
    let letters = Array(spelling)
    return [spelling] + (1..<max(1, letters.count)).map { String(letters[..<$0]) + "'" + String(letters[$0...]) }
  }

  /// A rider who speaks another language says its words as in that language; names are read by anybody.
  var isReadInEnglish: Bool { isName || language.hasPrefix("en") }

  /// The words of a name or phrase: letters, digits and apostrophes between others.
  static func words(of text: String, language: String, isName: Bool = false) -> [SpokenWord] {
    let plain = text.precomposedStringWithCanonicalMapping.replacingOccurrences(of: "’", with: "'")
    return plain.split { !($0.isLetter || $0.isNumber || $0 == "'") }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'")) }
      .filter { !$0.isEmpty }
      .map { word in
        SpokenWord(
          spelling: word.lowercased(), language: language, isName: isName, isNative: !isName,
          isAbbreviation: isName && isAbbreviation(word))
      }
  }

  /// Two to four capitals, as in "UN Plaza", are often said letter by letter.
  private static func isAbbreviation(_ word: String) -> Bool {
    (2...4).contains(word.count) && word.allSatisfy { $0.isLetter && $0.isUppercase }
  }

  /// The text with its signs put into words: `elephant & castle` as "elephant and castle".
  /// - Parameter signs: By sign, how it is said.
  static func saying(_ signs: [String: String], in text: String) -> String {
    text.map { signs[String($0)].map { " \($0) " } ?? String($0) }.joined()
  }
}

extension AnswerGrammar.Name {
  /// The ways to say it: as it is written, and with its signs said.
  func wordings(in grammar: AnswerGrammar) -> [[SpokenWord]] {
    let plain = words(in: grammar.language)
    var spoken = self
    spoken.text = SpokenWord.saying(grammar.signs, in: text)
    return spoken.text == text ? [plain] : [plain, spoken.words(in: grammar.language)]
  }

  /// A name with a language of its own is a proper name; others are words of the rider's language.
  func words(in riderLanguage: String) -> [SpokenWord] {
    SpokenWord.words(of: text, language: language ?? riderLanguage, isName: language != nil).map { word in
      var word = word
      word.isNative = word.language == riderLanguage
      return word
    }
  }
}

/// Finds how words sound: as the rider says, in the dictionary, read in their own language, and read as an English speaker
/// would.
struct Pronouncer: Sendable {
  var dictionary: PronunciationDictionary
  var synthesizer = SpeechSynthesizer()
  var cache: PronunciationCache
  var overrides = PronunciationOverrides()
  /// The language that the acoustic model hears.
  let modelVoice = "en-us"

  /// The program's own, with the rider's readings.
  /// - Throws: `SpeechError.badPronunciations`.
  static func standard(model: SpeechModel, environment: [String: String]) throws(SpeechError) -> Pronouncer {
    Pronouncer(
      dictionary: PronunciationDictionary(path: model.dictionary), cache: PronunciationCache(environment: environment),
      overrides: try PronunciationOverrides(environment: environment))
  }

  /// Readings of each word, most likely first; words that nothing can pronounce are left out.
  ///
  /// Several words with spaces between have the rider's reading alone: word by word they are read anyway.
  /// - Throws: `SpeechError.noDictionary` when the dictionary is gone.
  func readings(of words: Set<SpokenWord>) async throws(SpeechError) -> [SpokenWord: [Reading]] {
    let listed = try dictionary.readings(of: Set(words.flatMap(\.listings)).union(SpelledWord.letters))
    var wanted: [String: Set<String>] = [:]
    for word in words where !word.spelling.contains(" ") {
      let voice = SpeechSynthesizer.voice(for: word.language)
      let isListed = word.listings.contains { listed[$0] != nil }
      // A listed word of the model's own language is spoken as listed, unless it is a name: "Marylebone".
      if isListed, voice == modelVoice, !word.isName { continue }
      wanted[voice, default: []].insert(word.spelling)
      if !isListed, word.isReadInEnglish { wanted[modelVoice, default: []].insert(word.spelling) }
    }
    let read = await phonemes(wanted)
    var result: [SpokenWord: [Reading]] = [:]
    for word in words {
      let voice = SpeechSynthesizer.voice(for: word.language)
      var readings = overrides.readings(of: word.spelling).map { Reading(phones: $0, source: .user) }
      if word.isReadInEnglish {
        readings += word.listings.flatMap { listed[$0] ?? [] }.map { Reading(phones: $0, source: .dictionary) }
      }
      for source in voice == modelVoice || !word.isReadInEnglish ? [voice] : [voice, modelVoice] {
        guard let ipa = read[source]?[word.spelling] else { continue }
        readings += PhoneAlphabet.pronunciations(ipa: ipa, language: source, byNative: word.isNative).map {
          Reading(phones: $0, source: .voice(source))
        }
      }
      if readings.isEmpty, let guess = LetterToSound.pronunciation(of: word.spelling) {
        readings = [Reading(phones: guess, source: .letters)]
      }
      if word.isName {
        let spelled = SpelledWord.readings(of: word.spelling, isAbbreviation: word.isAbbreviation) { listed[$0]?.first }
        readings += spelled.map { Reading(phones: $0, source: .spelled) }
      }
      var seen: Set<String> = []
      readings = readings.filter { seen.insert($0.phones).inserted }
      if !readings.isEmpty { result[word] = readings }
    }
    return result
  }

  /// By voice and word, from the cache and, for what it lacks, one call a voice.
  private func phonemes(_ wanted: [String: Set<String>]) async -> [String: [String: String]] {
    guard !wanted.isEmpty else { return [:] }
    var table = cache.load(wanted)
    var new: [String: [String: String]] = [:]
    for (voice, words) in wanted {
      let missing = words.filter { table[voice]?[$0] == nil }.sorted()
      guard !missing.isEmpty, let lines = await synthesizer.phonemes(of: missing, voice: voice) else { continue }
      new[voice] = Dictionary(uniqueKeysWithValues: zip(missing, lines))
    }
    if !new.isEmpty { cache.add(new) }
    table.merge(new) { $0.merging($1) { $1 } }
    return table
  }
}
