import Listening
import Timetable

extension SpokenStops {
  /// The stops of a timetable, each in the language of its feed.
  /// - Throws: Errors of the timetable.
  package init(_ timetable: TimetableStore) throws {
    let known = try timetable.feeds().compactMap { feed in feed.language.map { (feed.name, $0) } }
    self.init(feeds: Dictionary(known) { first, _ in first })
  }
}
