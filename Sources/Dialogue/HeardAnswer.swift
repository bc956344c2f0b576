import Conversation
import Journey
import Listening
import Matching
import Speech

/// What a recording says at one question outside of any conversation, and how that came about.
public struct HeardAnswer: Sendable {
  public var transcript: Transcript
  public var match: Match

  /// The numbers that the decision rests on, a line each; empty for a recording in which nothing was heard.
  public var lines: [String] {
    let numbers: [(String, Double?)] = [
      ("probability", transcript.confidence), ("evidence", transcript.evidence), ("seconds", transcript.audioSeconds),
    ]
    let hypotheses = transcript.hypotheses.dropFirst().map { "or: \($0.text) (\(Self.text($0.score)))" }
    return ["zone: \(transcript.zone.rawValue)"]
      + numbers.compactMap { name, value in value.map { "\(name): \(Self.text($0))" } } + hypotheses
      + [transcript.refusal, match.reason.description].compactMap(\.self)
  }

  private static func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}

extension DialogueSetting {
  /// Hears a recording as an answer to one question, and does nothing with it.
  /// - Parameter question: For a place, the most served stops are listened for, as in a conversation.
  /// - Throws: `SpeechError` where nothing can be heard, and errors of the databases.
  public func hear(_ recording: WaveFile, named name: String, at question: MatchQuestion) async throws -> HeardAnswer {
    let spoken: SpokenQuestion
    switch question {
    case .command: spoken = SpokenQuestion(commandOf: prompts.speech)
    case .slot(.mode): spoken = SpokenQuestion(modeOf: prompts.speech)
    case .slot(.interval): spoken = SpokenQuestion(intervalOf: nil, speech: prompts.speech)
    case .slot(let slot):
      let names = try RidersNames(store, timetable, prompts)
      var finder = try StopFinder(
        prompts, timetable, names: names, used: try store.usedStops(), mostSpoken: mostSpoken)
      let stops = try finder.spokenStops(for: Question(slot), from: nil)
      spoken = SpokenQuestion(
        place: slot, among: names.spoken + (try SpokenStops(timetable)).options(stops), speech: prompts.speech)
    }
    let asked = AskedQuestion.allCases.first { $0.matchQuestion == question } ?? .command
    let question = spoken.withWordings(wordings, of: asked)
    let transcript = try await transcriber.transcribe(recording, named: name, grammar: question.grammar)
    return HeardAnswer(transcript: transcript, match: question.decide(transcript, policy: recognition))
  }
}
