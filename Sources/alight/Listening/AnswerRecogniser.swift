import Conversation
import Foundation
import Journey
import Matching
import Speech
import Timetable

/// Turns recordings into transcripts, among what the open question allows.
final class AnswerRecogniser {
  /// The stops that may be named.
  struct Places {
    /// At the open question.
    var open: [Stop]
    /// In a correction of answers before.
    var corrected: [Stop]
    /// By names of the rider's own, at both.
    var named: [SpokenQuestion.Option]
  }

  private let prompts: Prompts
  private let timetable: TimetableStore
  private let policy: RecognitionPolicy
  /// Made for the first recording, so that a dialogue that is only typed needs no model.
  private var transcriber: PocketSphinxTranscriber?

  /// - Throws: `CommandFailure` where the fitted model of voices cannot be used.
  init(_ assembly: Assembly) throws {
    prompts = assembly.prompts
    policy = try assembly.resources.recognitionPolicy()
    timetable = assembly.timetable
  }

  /// What a recording says at a point of the dialogue.
  /// - Throws: `SpeechError` where the recogniser cannot be used.
  func transcribe(
    _ recording: WaveFile, named source: String, for state: WizardState, among places: Places
  ) async throws -> Transcript {
    let question = try question(state, places)
    let transcriber = try self.transcriber ?? PocketSphinxTranscriber(model: .find(), policy: policy)
    self.transcriber = transcriber
    return try await transcriber.transcribe(recording, named: source, grammar: question.grammar)
  }

  private func question(_ state: WizardState, _ places: Places) throws -> SpokenQuestion {
    let speech = prompts.speech
    let stops = try SpokenStops(timetable)
    let mode = state.draft.mode?.value
    let question: SpokenQuestion =
      switch state.open {
      case .from, .to:
        SpokenQuestion(
          place: state.open == .from ? .from : .to, among: places.named + stops.options(places.open), speech: speech)
      case .mode: SpokenQuestion(modeOf: speech)
      case .interval: SpokenQuestion(intervalOf: mode, speech: speech)
      case .arrival, .readBack: SpokenQuestion(commandOf: speech)
      }
    var others: [SpokenQuestion.Option] = []
    for slot in state.correctable {
      let named = slot == .from || slot == .to ? places.named + stops.options(places.corrected) : []
      others += SpokenQuestion.options(of: slot, mode: slot == .interval ? nil : mode, stops: named, speech: speech)
    }
    return question.inDialogue(
      correcting: others, offered: state.offeredCount, isChoosing: state.isChoosing,
      revisions: state.revisions, speech: speech)
  }
}

/// Stops as they may be said: each in the language of its feed.
struct SpokenStops {
  private let languages: [String: String]

  init(_ timetable: TimetableStore) throws {
    let known = try timetable.feeds().compactMap { feed in feed.language.map { (feed.name, $0) } }
    // "mul" says that a feed mixes languages, which tells nothing about one name.
    languages = Dictionary(known.filter { $0.1 != "mul" }) { first, _ in first }
  }

  /// Stops as options, whose ids begin with the feed; a language of their own comes first.
  func options(_ stops: [MatchOption]) -> [SpokenQuestion.Option] {
    stops.map { stop in
      let feed = stop.id.firstIndex(of: ":").map { String(stop.id[..<$0]) }
      let language = stop.language ?? feed.flatMap { languages[$0] }
      return .init(value: stop.id, name: stop.name, language: language.map { String($0.prefix(2)) })
    }
  }

  func options(_ stops: [Stop]) -> [SpokenQuestion.Option] {
    stops.map { stop in
      let language = stop.gtfs.flatMap { languages[$0.feed] }
      return .init(value: stop.id, name: stop.name, language: language.map { String($0.prefix(2)) })
    }
  }
}
