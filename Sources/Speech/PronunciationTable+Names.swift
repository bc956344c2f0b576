import Foundation

/// A word, or words that have a reading together, with how it may sound.
public struct PronouncedWord: Sendable, Hashable {
  /// In lower case.
  public var text: String
  /// The language that it is read in.
  public var language: String
  /// Most likely first; empty where nothing can pronounce it.
  public var readings: [Reading]
}

extension PronunciationTable {
  /// A table of its own, with the rider's readings.
  /// - Throws: `SpeechError.badPronunciations`.
  public init(
    model: SpeechModel, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SpeechError) {
    self.init(try Pronouncer.standard(model: model, environment: environment))
  }

  /// The words of a name as every recogniser takes them; first of all the whole name where the rider has a reading for it.
  /// - Throws: `SpeechError`.
  public func words(ofName name: String, language: String) async throws(SpeechError) -> [PronouncedWord] {
    let spoken = SpokenWord.words(of: name, language: language, isName: true)
    let paths = overrides.paths(spoken)
    let joined = paths.count > 1 ? paths[1].filter { $0.spelling.contains(" ") } : []
    let readings = try await readings(of: Set(joined + spoken))
    return (joined + spoken).map {
      PronouncedWord(text: $0.spelling, language: language, readings: readings[$0] ?? [])
    }
  }

  /// Phones of English words or syllables that are read one after the other: "hah gen berg".
  /// - Throws: `PhoneError` where nothing can be read; `SpeechError`.
  public func phones(like text: String) async throws -> String {
    let words = SpokenWord.words(of: text, language: "en")
    let readings = try await readings(of: Set(words))
    let parts = words.map { word in readings[word]?.first { $0.source != .user }?.phones }
    if let place = parts.firstIndex(of: nil) {
      throw PhoneError.malformed("\"\(words[place].spelling)\" cannot be read: write it as English syllables")
    }
    return try PhoneAlphabet.checked(parts.compactMap(\.self).joined(separator: " "))
  }

  /// Checks phones that were written by hand, and gives them as the model takes them.
  public static func checked(phones text: String) throws(PhoneError) -> String { try PhoneAlphabet.checked(text) }
}
