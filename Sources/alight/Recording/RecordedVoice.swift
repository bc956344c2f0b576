import BatchTest
import Conversation
import Foundation
import Journey
import Listening
import Matching
import Speech

/// What a speaker has read, as `alight voice record` left it in a folder.
struct RecordedVoice {
  let folder: URL
  let speaker: String

  /// The recordings, each with the question that it answers and one that it does not.
  /// - Throws: `CommandFailure` (65, 66) where there are none, too few, or the table is damaged.
  func recordings(_ resources: Resources) throws -> [ReadRecording] {
    let table = folder.appending(path: RecordingFolder.table)
    guard FileManager.default.fileExists(atPath: table.path) else {
      throw CommandFailure(
        .noInput, "there are no recordings in \(folder.path): make them with \"alight voice record\", or name --folder")
    }
    let all = try DelimitedCases(CaseText(table.path), separator: .tab).rows
    let rows = all.filter { $0["speaker"] == speaker }
    guard !rows.isEmpty else {
      let others = Set(all.compactMap { $0["speaker"] }).sorted().joined(separator: ", ")
      throw CommandFailure(
        .noInput,
        others.isEmpty
          ? "\(table.path) has no recordings of \(speaker): make them with \"alight voice record\""
          : "\(table.path) has no recordings of \(speaker): name another with --speaker; there are those of \(others)")
    }
    guard rows.count >= SpeakerStudy.fewest else {
      throw CommandFailure(
        .badData,
        "\(rows.count) recordings of \(speaker) tell too little of a voice: read \(SpeakerStudy.fewest) phrases, or better 60, with \"alight voice record\""
      )
    }
    let stops = try stops()
    var questions: [String: Questions] = [:]
    return try rows.map { row in
      let language = row["lang"] ?? "en"
      let asked = try questions[language] ?? Questions(resources, language, stops)
      questions[language] = asked
      return try reading(row, asked, in: table)
    }
  }

  /// What may be asked in a language.
  private struct Questions {
    let language: String
    let speech: SpokenAnswers
    let wordings: SpokenWordings
    let stops: [SpokenQuestion.Option]

    init(_ resources: Resources, _ language: String, _ stops: [SpokenQuestion.Option]) throws {
      (self.language, self.stops) = (language, stops)
      speech = try resources.loadSpeech(language)
      wordings = SpokenWordings(speech) { try? Matcher(lexicon: resources.loadLexicon(language)) }
    }

    func question(_ asked: AskedQuestion, _ mode: Mode? = nil) -> SpokenQuestion {
      SpokenQuestion(asked, mode: mode, among: stops, speech: speech)
        .withWordings(wordings, of: asked, mode: mode)
    }

    /// One that such an answer does not fit; a command fits any.
    func other(than asked: AskedQuestion) -> SpokenQuestion? {
      switch asked {
      case .from, .to: question(.mode)
      case .mode, .interval: stops.isEmpty ? nil : question(.to)
      case .command: nil
      }
    }
  }

  private func reading(_ row: CaseFields, _ asked: Questions, in table: URL) throws -> ReadRecording {
    guard let question = row["question"].flatMap(AskedQuestion.init(rawValue:)), let file = row["utterance"],
      let text = row["transcript"], let expected = row["expected"]
    else {
      throw CommandFailure(
        .badData,
        "\(table.path) has a line of \(speaker) without question, recording, meaning or text: mend or remove it")
    }
    let isPlace = question == .from || question == .to
    return ReadRecording(
      file: folder.appending(path: file).path,
      question: asked.question(question, row["mode"].flatMap(Mode.init(rawValue:))),
      otherQuestion: asked.other(than: question),
      expected: question == .command ? expected.replacing("CMD:", with: "") : expected,
      phrase: isPlace
        ? phrase(text, place: expected, asked) : AnswerGrammar(language: asked.language, names: [.init(text)]))
  }

  /// A stop in its own language, behind what was read before it.
  private func phrase(_ text: String, place: String, _ asked: Questions) -> AnswerGrammar {
    let language = asked.stops.first { $0.name == place }?.language
    let before = text.hasSuffix(place) ? text.dropLast(place.count).trimmingCharacters(in: .whitespaces) : ""
    return AnswerGrammar(
      language: asked.language, carriers: before.isEmpty ? [] : [before], names: [.init(place, language: language)])
  }

  private func stops() throws -> [SpokenQuestion.Option] {
    let file = folder.appending(path: RecordingFolder.stops)
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try OptionsFile.read([file.path]).map { .init(value: $0.id, name: $0.name, language: $0.language) }
  }
}
