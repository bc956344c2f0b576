import Conversation
import Foundation
import Journey
import Matching

/// A matcher with the words of one language before the English ones, as the program sets it up.
enum LanguageWords {
  static let german = matcher("de")
  static let japanese = matcher("ja")
  static let french = matcher("fr")
  static let spanish = matcher("es")
  static let italian = matcher("it")
  static let dutch = matcher("nl")

  private static func matcher(_ language: String) -> Matcher {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    do {
      let own = try Prompts.lexicon(from: root.appending(path: "Prompts/\(language).yaml"))
      return Matcher(lexicon: own.merged(with: EnglishWords.lexicon))
    } catch {
      fatalError("\(error)")
    }
  }
}

extension Matcher {
  /// The interval that is taken from an answer; nil where it is asked back or refused.
  func interval(_ text: String, mode: Mode? = nil) -> String? {
    let match = match(text, question: .slot(.interval), mode: mode)
    return match.decision == .accept ? match.value : nil
  }

  func decision(_ text: String, mode: Mode? = nil) -> Decision {
    match(text, question: .slot(.interval), mode: mode).decision
  }
}
