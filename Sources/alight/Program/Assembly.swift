import Conversation
import Dialogue
import Foundation
import Journey
import Matching
import Storage
import Timetable

/// The program put together: its data files read, its databases opened. Tests build the same from folders of their own.
struct Assembly {
  let resources: Resources
  let prompts: Prompts
  let matcher: Matcher
  let timetable: TimetableStore

  /// - Parameter walking: How far and how fast the rider walks.
  init(
    language: String = LanguageOption.standard, timetable: URL, resources: Resources? = nil,
    cache: URL = DataFolders().cache, walking: Walking = .standard
  ) throws {
    let resources = try resources ?? Resources.find()
    self.resources = resources
    prompts = try Self.prompts(language, resources, cache: cache)
    matcher = prompts.matcher
    self.timetable = try TimetableSource.open(timetable: timetable, demoNetwork: resources.demoNetwork, cache: cache)
      .walking(walking)
  }

  /// Says of feeds whose last day is over that rides can no longer come from them.
  func tellExpiry(at instant: Date, _ output: Output) throws {
    let expired = try timetable.expiredFeeds(at: instant)
    guard !expired.isEmpty else { return }
    let feeds = expired.map { "\($0.name) on \($0.lastDay ?? "?")" }.joined(separator: ", ")
    output.talk("the timetable has expired: \(feeds); import a new one with: alight feed import FEED --name NAME")
  }

  /// What conversations are held with.
  /// - Throws: Errors of the timetable, `CommandFailure` where the fitted model of voices cannot be used.
  func setting(_ store: ReminderStore) throws -> DialogueSetting {
    try DialogueSetting(
      prompts: prompts, timetable: timetable, store: store, recognition: resources.recognitionPolicy(),
      program: Alight.configuration.version, promptsDigest: resources.digestOfTexts(prompts.language) ?? "")
  }

  /// What the dialogue says and understands in a language.
  static func prompts(_ language: String, _ resources: Resources, cache: URL = DataFolders().cache) throws -> Prompts {
    // English is understood beside the language of the dialogue, as by `alight match`: a script's "two stops" means the same
    // everywhere.
    let words = try LanguageWords(
      resources: resources, preferred: language, question: .mode, output: Output(quiet: true),
      cache: cache.appending(path: "words"))
    return try resources.loadPrompts(language, understanding: words.lexicon)
  }
}
