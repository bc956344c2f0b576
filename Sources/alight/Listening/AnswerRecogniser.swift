import Conversation
import Foundation
import Journey
import Speech
import Timetable

/// Turns a recording into a transcript, among what the open question allows.
struct AnswerRecogniser {
  private let prompts: Prompts
  private let timetable: TimetableStore

  init(_ assembly: Assembly) {
    prompts = assembly.prompts
    timetable = assembly.timetable
  }

  /// What a recording says; `stops` are those that may be named at the question.
  /// - Throws: `SpeechError` where the recording or the recogniser cannot be used.
  func transcribe(_ file: String, for state: WizardState, among stops: [Stop]) async throws -> Transcript {
    let policy = RecognitionPolicy()
    let question = try question(state, stops)
    let transcriber = try PocketSphinxTranscriber(model: .find(), policy: policy)
    var transcript = try await transcriber.transcribe(WaveFile(path: file), named: file, grammar: question.grammar)
    // Two answers that sound alike here are asked back, however clearly either was said.
    if transcript.zone == .clear, SpokenDecision.rival(transcript, to: question, policy: policy) != nil {
      transcript.zone = .doubtful
    }
    return transcript
  }

  private func question(_ state: WizardState, _ stops: [Stop]) throws -> SpokenQuestion {
    switch state.open {
    case .from, .to:
      let slot: Slot = state.open == .from ? .from : .to
      return SpokenQuestion(place: slot, among: try SpokenStops(timetable).options(stops), speech: prompts.speech)
    case .mode: return SpokenQuestion(modeOf: prompts.speech)
    case .interval: return SpokenQuestion(intervalOf: state.draft.mode?.value, speech: prompts.speech)
    case .arrival, .readBack: return SpokenQuestion(commandOf: prompts.speech)
    }
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

  func options(_ stops: [Stop]) -> [SpokenQuestion.Option] {
    stops.map { stop in
      let language = stop.gtfs.flatMap { languages[$0.feed] }
      return .init(value: stop.id, name: stop.name, language: language.map { String($0.prefix(2)) })
    }
  }
}
