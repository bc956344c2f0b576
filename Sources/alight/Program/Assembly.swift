import Conversation
import Foundation
import Matching
import Storage
import Timetable

/// The program put together: its data files read, its databases opened. Tests build the same from folders of their own.
struct Assembly {
  let resources: Resources
  let prompts: Prompts
  let matcher: Matcher
  let timetable: TimetableStore

  init(
    language: String = "en", timetable: URL, resources: Resources? = nil, cache: URL = DataFolders().cache
  ) throws {
    let resources = try resources ?? Resources.find()
    self.resources = resources
    prompts = try resources.loadPrompts(language)
    matcher = Matcher(lexicon: prompts.lexicon)
    self.timetable = try TimetableSource.open(timetable: timetable, demoNetwork: resources.demoNetwork, cache: cache)
  }
}
