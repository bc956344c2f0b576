import ArgumentParser
import Conversation
import Foundation

/// The language that Alight talks in.
struct LanguageOption: ParsableArguments {
  /// What is talked where nothing else is asked for.
  static let standard = "en"

  @Option(
    help:
      "The language to talk in, like de (default: your preference, or that of LC_ALL, LC_MESSAGES or LANG, or else English)."
  )
  var lang: String?

  /// The tag of the language chosen, which has texts.
  /// - Parameter preferred: The rider's preference, which goes before the locale.
  /// - Throws: `CommandFailure` (64) where `--lang` names one that has none.
  func tag(_ resources: Resources, preferred: String? = nil) throws -> String {
    let known = try resources.talkingLanguages()
    guard let lang else { return Self.unnamed(preferred, among: known) }
    guard let found = Self.best(lang, among: known) else {
      throw CommandFailure(
        .usage, "--lang \(lang): there are no texts in that language; take one of \(known.joined(separator: ", "))")
    }
    return found
  }

  /// The texts and words of the language chosen.
  /// - Throws: as `tag` does, and `PromptsError` for a mistake in the file.
  /// - Parameter data: Where the rider's preferences are.
  func prompts(_ resources: Resources, _ data: DataOptions) throws -> Prompts {
    try resources.loadPrompts(try tag(resources, preferred: data.preferences().language))
  }

  /// The language where none is named: the one preferred, or else that of the locale.
  static func unnamed(_ preferred: String?, among known: [String]) -> String {
    preferred.flatMap { best($0, among: known) } ?? ofLocale(among: known)
  }

  /// The language of the locale, or English where it is none of those known.
  static func ofLocale(
    among known: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale.flatMap { best($0, among: known) } ?? standard
  }

  /// "de_AT.UTF-8" is de-AT if there is such a file, or else de.
  private static func best(_ name: String, among known: [String]) -> String? {
    let tag = name.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-").lowercased()
    let language = tag.prefix { $0 != "-" }
    return known.first { $0.lowercased() == tag } ?? known.first { $0.lowercased() == language }
  }
}
