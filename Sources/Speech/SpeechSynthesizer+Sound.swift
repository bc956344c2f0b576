import Subprocess

extension SpeechSynthesizer {
  /// Says phones of the model, so that somebody hears what the recogniser listens for.
  /// - Parameters:
  ///   - words: Each a row of phones with spaces between.
  ///   - path: The WAV file to write.
  /// - Returns: false where espeak-ng is missing or fails.
  public func speak(_ words: [String], to path: String) async -> Bool {
    let text = "[[" + words.map(Self.mnemonics).joined(separator: " ") + "]]"
    let result = try? await run(
      .name(program), arguments: ["-v", "en-us", "-s", "130", "-w", path, text], output: .discarded, error: .discarded)
    return result?.terminationStatus.isSuccess ?? false
  }

  /// A word's phones in the notation of espeak-ng, its first vowel stressed.
  static func mnemonics(_ phones: String) -> String {
    var isStressed = false
    return phones.split(separator: " ").map { phone in
      guard let vowel = vowels[String(phone)] else { return consonants[String(phone)] ?? phone.lowercased() }
      defer { isStressed = true }
      if !isStressed { return "'" + vowel }
      return phone == "AH" ? "@" : vowel
    }.joined()
  }

  private static let vowels = [
    "AA": "A:", "AE": "a", "AH": "V", "AO": "O:", "AW": "aU", "AY": "aI", "EH": "E", "ER": "3:", "EY": "eI", "IH": "I",
    "IY": "i:", "OW": "oU", "OY": "OI", "UH": "U", "UW": "u:",
  ]
  /// The others are their letters in lower case.
  private static let consonants = [
    "CH": "tS", "DH": "D", "HH": "h", "JH": "dZ", "NG": "N", "SH": "S", "TH": "T", "Y": "j", "ZH": "Z",
  ]
}
