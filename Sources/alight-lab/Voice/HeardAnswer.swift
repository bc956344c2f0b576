import ArgumentParser
import Foundation

/// What a recogniser took a recording for.
struct HeardAnswer {
  var text: String?
  /// Best first.
  var values: [String] = []
  /// The value that it takes without asking.
  var accepted: String?
  var isAsked = false
  var seconds = 0.0
  var audioSeconds = 0.0
}

/// Something that hears answers to a question.
protocol AnswerListener {
  /// As it stands in a table.
  var name: String { get }
  /// What each recording says, in their order.
  func hear(_ recordings: [String], question: SpokenCase.Question) async throws -> [HeardAnswer]
}

/// `alight transcribe`, as a rider runs it.
struct TranscribeListener: AnswerListener {
  let name = "alight transcribe"

  private struct Line: Decodable {
    struct Candidate: Decodable {
      var value: String
    }
    var transcript: String?
    var decision: String
    var value: String?
    var candidates: [Candidate]
    var seconds: Double
    var audio_seconds: Double
  }

  func hear(_ recordings: [String], question: SpokenCase.Question) async throws -> [HeardAnswer] {
    let outcome = try await LabProgram.alight.outcome(["transcribe"] + recordings + question.arguments + ["--json"])
    let lines = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    guard lines.count == recordings.count else {
      throw ValidationError(
        "alight transcribe answered \(lines.count) of \(recordings.count) recordings: \(outcome.talk)")
    }
    return lines.map { line in
      HeardAnswer(
        text: line.transcript, values: line.candidates.map(\.value),
        accepted: line.decision == "accept" ? line.value : nil, isAsked: ["confirm", "ask"].contains(line.decision),
        seconds: line.seconds, audioSeconds: line.audio_seconds)
    }
  }
}
