import Conversation
import Foundation
import Matching

/// The English words of the program, and a few stops to choose from.
enum EnglishWords {
  static let lexicon: Lexicon = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    do {
      return try Prompts.lexicon(from: root.appending(path: "Prompts/en.yaml"))
    } catch {
      fatalError("\(error)")
    }
  }()

  /// The German words, with the English ones behind them as in the program.
  static let german: Lexicon = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    do {
      return try Prompts.lexicon(from: root.appending(path: "Prompts/de.yaml")).merged(with: lexicon)
    } catch {
      fatalError("\(error)")
    }
  }()

  static let germanMatcher = Matcher(lexicon: german)

  static let matcher = Matcher(lexicon: lexicon)

  static func index(_ names: [String]) -> OptionIndex {
    OptionIndex(names.map { MatchOption(id: $0, name: $0) }, lexicon: lexicon)
  }

  static let stops = index([
    "Linz Hauptbahnhof", "Linz Hauptplatz", "Linz Süd", "Hagenberg", "Hagenberg Softwarepark", "Pregarten",
    "S+U Pankow (Berlin)", "Gross Pankow", "Zone 11", "Zone 15", "Stop to Go",
  ])
}
