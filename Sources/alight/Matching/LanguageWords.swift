import Conversation
import Foundation
import Journey
import Listening
import Matching

/// The words that answers are read with: the preferred language's, for places those of all languages.
struct LanguageWords {
  let resources: Resources
  let lexicon: Lexicon

  /// An unknown language is told on standard error, and the first one that there is takes its place.
  /// - Parameters:
  ///   - cache: the folder where the words are stored as they were read, so that the next program starts faster.
  ///   - read: gives the words of a language file, for callers that keep them.
  init(
    resources: Resources? = nil, preferred: String, question: AskedQuestion, output: Output, cache: URL? = nil,
    read: (URL) throws -> Lexicon = { try Prompts.lexicon(from: $0) }
  ) throws {
    let resources = try resources ?? Resources.find()
    self.resources = resources
    let known = try resources.languages()
    let standard = known.contains(LanguageOption.standard) ? LanguageOption.standard : known.first
    guard let standard else {
      throw CommandFailure(.unavailable, "\(resources.prompts.path) has no language file: reinstall Alight")
    }
    if !known.contains(preferred) {
      output.talk(
        "there are no words for the language \(preferred): \(standard) is used (known: \(known.joined(separator: ", ")))"
      )
    }
    let first = known.contains(preferred) ? preferred : standard
    var languages = [first]
    // A stop may be named in any language, whatever the dialogue is held in.
    if question == .from || question == .to { languages += known.filter { $0 != first } }
    if first != standard, !languages.contains(standard) { languages.append(standard) }
    let files = languages.map(resources.file)
    func merged() throws -> Lexicon {
      var lexicons = try files.map(read)
      // Commands are said in the language of the dialogue, or in the standard one.
      for (place, language) in languages.enumerated() where language != first && language != standard {
        lexicons[place].commands = []
      }
      return lexicons.dropFirst().reduce(lexicons[0]) { $0.merged(with: $1) }
    }
    lexicon =
      try cache.map { try LexiconCache(folder: $0).lexicon(of: files, variant: standard, merged: merged) } ?? merged()
  }
}
