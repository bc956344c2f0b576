import Foundation
import Journey
import Matching
import Storage
import Timetable

/// Builds what dialogues and searches map at their start, once the feeds of a timetable have changed.
enum StopIndexing {
  /// A failure is told and costs no more than time: what is missing is built by whoever needs it.
  static func run(_ timetable: TimetableStore, _ output: Output) {
    do {
      let resources = try Resources.find()
      let preferred = try preferredLanguage()
      let spoken = LanguageOption.unnamed(preferred, among: try resources.talkingLanguages())
      try timetable.buildIndexes([
        try Assembly.prompts(spoken, resources).lexicon, try StopSearch.lexicon(preferred: preferred),
      ])
    } catch {
      output.talk("the stops are not indexed yet, which the next dialogue does: \(error)")
    }
  }

  /// A database is not made for it.
  private static func preferredLanguage() throws -> String? {
    let database = DataFolders().database(nil)
    guard FileManager.default.fileExists(atPath: database.path) else { return nil }
    return try ReminderStore(path: database.path).preferences().language
  }
}
