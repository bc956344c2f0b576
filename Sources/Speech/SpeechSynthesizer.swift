import Foundation
import Programs
import Subprocess

/// espeak-ng as a source of pronunciations: how a voice of a language reads a word.
public struct SpeechSynthesizer: Sendable {
  /// The program's name on the search path, or its path.
  var program = "espeak-ng"

  public init() {}

  /// The voice that reads a language's words as they are written in stop names.
  static func voice(for language: String) -> String {
    let code = language.lowercased()
    // Japanese stops are written in Roman letters, whose vowels an Italian reads right.
    let voices = ["en": "en-us", "fr": "fr-fr", "ja": "it"]
    let isPlain =
      !code.isEmpty && code.count <= 16 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain ? voices[code] ?? code : "en-us"
  }

  /// Words in the International Phonetic Alphabet, in their order; "" where the voice has no answer.
  /// - Returns: nil when espeak-ng is missing, has no such voice or fails.
  func phonemes(of words: [String], voice: String) async -> [String]? {
    guard !words.isEmpty else { return [] }
    // A blank line makes each word a paragraph of its own, printed on its own line.
    let text = words.joined(separator: "\n\n") + "\n\n"
    guard
      let result = try? await run(
        .name(program), arguments: ["-q", "--ipa", "-v", voice, "--stdin"], input: PipedInput(text),
        output: .string(limit: 64 << 20), error: .discarded),
      result.terminationStatus.isSuccess
    else { return nil }
    let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: true).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    if lines.count == words.count { return lines }
    // A word that is printed on no line or on several ones shifts all others: narrow it down.
    if words.count == 1 { return [lines.joined()] }
    let half = words.count / 2
    guard let first = await phonemes(of: Array(words[..<half]), voice: voice),
      let second = await phonemes(of: Array(words[half...]), voice: voice)
    else { return nil }
    return first + second
  }
}
