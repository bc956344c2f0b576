import Listening
import Timetable

extension SpokenStops {
  /// The stops of a timetable, each in the language of its feed.
  init(_ timetable: TimetableStore) throws {
    let known = try timetable.feeds().compactMap { feed in feed.language.map { (feed.name, $0) } }
    self.init(feeds: Dictionary(known) { first, _ in first })
  }
}

extension AnswerRecogniser {
  /// - Throws: `CommandFailure` where the fitted model of voices cannot be used.
  convenience init(_ assembly: Assembly) throws {
    self.init(
      assembly.prompts.speech, stops: try SpokenStops(assembly.timetable),
      policy: try assembly.resources.recognitionPolicy())
  }
}
