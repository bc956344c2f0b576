import ArgumentParser
import Foundation

/// Has tables of phrases and stops spoken, and lists the recordings with what they say.
struct SpokenCaseMaker {
  let language: String
  let phrases: String
  let stops: String
  /// Tables of stops among which the same names are to be recognised as well.
  let crowds: [String]
  let folder: URL
  /// Whether phrases are left out that mean something else typed.
  var onlyUnderstood = false

  /// What is to be said, and what it means.
  private struct Text {
    var suite: String
    var label: String
    var question: SpokenCase.Question
    var text: String
    var expected: String
  }

  func cases(
    voices: [SyntheticVoice], conditions: [SoundCondition], recorded: [SpokenCase], foreign: [String]
  ) async throws -> [SpokenCase] {
    let texts = try await self.texts()
    var cases: [SpokenCase] = []
    for voice in voices {
      for (place, text) in texts.enumerated() {
        let spoken = folder.appending(path: "\(voice.slug)-\(place).wav").path
        try await voice.speak(text.text, to: spoken)
        for condition in conditions {
          let path = folder.appending(path: "\(voice.slug)-\(place)-\(condition.name).wav").path
          try await condition.apply(to: spoken, into: path)
          cases += questions(of: text).map { question in
            SpokenCase(
              suite: text.suite, label: text.label, question: question, voice: voice.argument,
              condition: condition.name, path: path, expected: text.expected)
          }
        }
        try FileManager.default.removeItem(atPath: spoken)
      }
    }
    cases += try await self.recorded(recorded, conditions)
    return try await cases + self.foreign(foreign, conditions, questions: texts)
  }

  /// What the text is an answer to.
  private func questions(of text: Text) -> [SpokenCase.Question] {
    guard text.question.options == stops else { return [text.question] }
    return ([stops] + crowds).map { .init(question: text.question.question, options: $0, language: language) }
  }

  /// Labelled recordings under each condition.
  private func recorded(_ recordings: [SpokenCase], _ conditions: [SoundCondition]) async throws -> [SpokenCase] {
    var cases: [SpokenCase] = []
    for (place, recording) in recordings.enumerated() {
      for condition in conditions {
        var spoken = recording
        spoken.condition = condition.name
        spoken.path = folder.appending(path: "recorded-\(place)-\(condition.name).wav").path
        try await condition.apply(to: recording.path, into: spoken.path)
        cases.append(spoken)
      }
    }
    return cases
  }

  private func texts() async throws -> [Text] {
    var said = try TabSeparated(phrases, needs: ["question", "mode", "phrase", "expected"]).rows.map { row in
      Text(
        suite: "phrases", label: row["mode"].isEmpty ? row["question"] : row["mode"],
        question: .init(question: row["question"], mode: row["mode"], language: language), text: row["phrase"],
        expected: row["expected"])
    }
    if onlyUnderstood { said = try await understood(said) }
    let named = try TabSeparated(stops, needs: ["id", "name", "lang"]).rows.map { row in
      Text(
        suite: "stops", label: "stops", question: .init(question: "to", options: stops, language: language),
        text: row["name"], expected: row["id"])
    }
    return said + named
  }

  /// The texts of which what is expected is the likeliest answer to the matcher as well.
  private func understood(_ texts: [Text]) async throws -> [Text] {
    struct Line: Decodable {
      struct Candidate: Decodable {
        var value: String
      }
      var value: String?
      var command: String?
      var candidates: [Candidate]
    }
    var understood: [Text] = []
    for text in texts {
      let outcome = try await LabProgram.alight.outcome(["match", text.text, "--json"] + text.question.arguments)
      let line = try JSONDecoder().decode(Line.self, from: Data(outcome.output.utf8))
      if (line.command ?? line.value ?? line.candidates.first?.value) == text.expected { understood.append(text) }
    }
    return understood
  }

  /// Other speech, put to each question that the texts answer.
  private func foreign(
    _ recordings: [String], _ conditions: [SoundCondition], questions: [Text]
  ) async throws -> [SpokenCase] {
    let asked = Dictionary(questions.map { ($0.question, $0.label) }) {
      first, _ in first
    }
    var cases: [SpokenCase] = []
    for (place, recording) in recordings.enumerated() {
      for condition in conditions {
        let path = folder.appending(path: "foreign-\(place)-\(condition.name).wav").path
        try await condition.apply(to: recording, into: path)
        for (question, label) in asked {
          cases.append(
            SpokenCase(
              suite: "foreign", label: label, question: question, voice: "other speech", condition: condition.name,
              path: path, expected: ""))
        }
      }
    }
    return cases
  }
}
