import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching
import Timetable

/// What is listened for: a question, and for a place the stops that may be named.
struct SpokenQuestionOptions: ParsableArguments {
  @Option(help: "What was asked: from, to, mode, interval or command.")
  var question: AskedQuestion

  @Option(help: "For an interval the mode that was chosen: time, stations or distance.")
  var mode: Mode?

  @Option(help: "The language of the answers: one whose file in Prompts has the section speech.")
  var lang = "en"

  @Option(help: "A TSV with the columns id and name, and perhaps lang; may be given several times.")
  var options: [String] = []

  @OptionGroup var data: DataOptions

  /// The question with all that may be said to it.
  func question(_ output: Output) throws -> SpokenQuestion {
    let speech = try Resources.find().loadSpeech(lang)
    switch question {
    case .from, .to:
      return SpokenQuestion(place: question == .from ? .from : .to, among: try places(), speech: speech)
    case .mode: return SpokenQuestion(modeOf: speech)
    case .interval: return SpokenQuestion(intervalOf: mode, speech: speech)
    case .command: return SpokenQuestion(commandOf: speech)
    }
  }

  /// The options given, or else the stops of the timetable.
  private func places() throws -> [SpokenQuestion.Option] {
    if !options.isEmpty {
      return try OptionsFile.read(options).map { .init(value: $0.id, name: $0.name, language: $0.language) }
    }
    let timetable = try TimetableSource.open(
      timetable: data.timetableURL, demoNetwork: Resources.find().demoNetwork, cache: DataFolders().cache)
    return try SpokenStops(timetable).options(try timetable.stops())
  }
}
