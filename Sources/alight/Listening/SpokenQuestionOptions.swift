import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey
import Listening
import Matching
import Storage
import Timetable

/// How many stops are listened for.
struct StopLimit: ParsableArguments {
  @Option(help: "How many stops are listened for, 1 to 1000 (default: 300, or all of --options).")
  var stops: Int?

  func validate() throws {
    if let stops, !(1...ListenedStops.most).contains(stops) {
      throw ValidationError("--stops \(stops): give 1 to \(ListenedStops.most).")
    }
  }
}

/// A question with what is listened for.
struct SpokenListening {
  var question: SpokenQuestion
  /// The stops that may be named; none unless it asks for one.
  var places: [SpokenQuestion.Option] = []
  /// The names of stops that the limit leaves out.
  var leftOut: [String] = []
}

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

  @OptionGroup var limit: StopLimit
  @OptionGroup var data: DataOptions

  /// The question alone; what is left out of it is told.
  func question(_ output: Output) throws -> SpokenQuestion { try listening(output).question }

  /// The question with all that may be said to it; what is left out is told.
  func listening(_ output: Output) throws -> SpokenListening {
    let speech = try Resources.find().loadSpeech(lang)
    switch question {
    case .from, .to:
      let (stops, spoken) = try places()
      if let notice = stops.notice(try Resources.find().loadPrompts(preferred: data.preferences().language).texts) {
        output.talk(notice)
      }
      let places = spoken(stops.taken)
      return SpokenListening(
        question: SpokenQuestion(place: question == .from ? .from : .to, among: places, speech: speech), places: places,
        leftOut: stops.leftOut.map(\.name))
    case .mode: return listening(SpokenQuestion(modeOf: speech), speech)
    case .interval: return listening(SpokenQuestion(intervalOf: mode, speech: speech), speech)
    case .command: return listening(SpokenQuestion(commandOf: speech), speech)
    }
  }

  /// A question that may be answered in words that are not listed for it.
  private func listening(_ spoken: SpokenQuestion, _ speech: SpokenAnswers) -> SpokenListening {
    let language = lang
    let wordings = SpokenWordings(speech) { try? Matcher(lexicon: Resources.find().loadLexicon(language)) }
    return SpokenListening(question: spoken.withWordings(wordings, of: question, mode: mode))
  }

  /// The options given, or else the stops of the timetable; and how they are said.
  private func places() throws -> (ListenedStops, ([MatchOption]) -> [SpokenQuestion.Option]) {
    if !options.isEmpty {
      let stops = try OptionsFile.read(options)
      return (
        ListenedStops(stops, limit: limit.stops ?? stops.count),
        { $0.map { .init(value: $0.id, name: $0.name, language: $0.language) } }
      )
    }
    let timetable = try TimetableSource.open(
      timetable: data.timetableURL, demoNetwork: Resources.find().demoNetwork, cache: DataFolders().cache)
    let stops = ListenedStops(
      try timetable.matchOptions(), used: try data.usedStops(), limit: limit.stops ?? ListenedStops.standard)
    let spoken = try SpokenStops(timetable)
    return (stops, { spoken.options($0) })
  }
}

extension DataOptions {
  /// The stops of the stored reminders, those set last first; a database is not made for it.
  func usedStops() throws -> [Stop] {
    guard FileManager.default.fileExists(atPath: databaseURL.path) else { return [] }
    return try openStore().usedStops()
  }
}
