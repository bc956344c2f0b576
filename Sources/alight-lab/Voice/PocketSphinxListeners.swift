import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching
import Speech

/// What `pocketsphinx_continuous` understands of a recording, as anybody gets it from Debian's package.
struct PocketSphinxProgram {
  private static let program = LabProgram("pocketsphinx_continuous", package: "pocketsphinx")

  /// - Parameter settings: what differs from its defaults.
  /// - Returns: the words, and the seconds that the search took by the recogniser's own account, without its start.
  func words(of recording: String, settings: [String] = []) async throws -> (text: String, seconds: Double) {
    let plain = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString).wav").path
    defer { try? FileManager.default.removeItem(atPath: plain) }
    // It takes 16 kHz and nothing else.
    try await SoundCondition.clean.apply(to: recording, into: plain)
    let outcome = try await Self.program.outcome(["-infile", plain] + settings)
    guard outcome.succeeded else {
      throw ValidationError("pocketsphinx_continuous on \(recording): \(outcome.talk.suffix(300))")
    }
    let times = outcome.talk.split(separator: "\n").filter { $0.contains("TOTAL") && $0.contains(" wall ") }.compactMap
    {
      $0.components(separatedBy: " wall ").first?.split(separator: " ").last.flatMap { Double($0) }
    }
    let text = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(
      separator: " ")
    return (text, times.reduce(0, +))
  }

  /// Seconds of sound in a recording.
  static func seconds(of recording: String) -> Double { (try? WaveFile(path: recording))?.seconds ?? 0 }
}

/// The general language model, whose words the matcher of typed answers reads.
actor DictationListener: AnswerListener {
  nonisolated let name = "general model"
  /// A recording is put to several questions, and heard the same each time.
  private var heard: [String: (text: String, seconds: Double)] = [:]

  private struct Line: Decodable {
    struct Candidate: Decodable {
      var value: String
    }
    var decision: String
    var value: String?
    var candidates: [Candidate]
  }

  func hear(_ recordings: [String], question: SpokenCase.Question) async throws -> [HeardAnswer] {
    for recording in recordings where heard[recording] == nil {
      heard[recording] = try await PocketSphinxProgram().words(of: recording)
    }
    let spoken = recordings.compactMap { heard[$0] }
    // A line is an answer; where nothing was heard stands a word that is none.
    let input = spoken.map { $0.text.isEmpty ? "..." : $0.text }.joined(separator: "\n") + "\n"
    let outcome = try await LabProgram.alight.outcome(
      ["match", "--input", "-", "--json"] + question.arguments, input: input)
    let lines = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    guard lines.count == recordings.count else {
      throw ValidationError("alight match answered \(lines.count) of \(recordings.count) lines: \(outcome.talk)")
    }
    return zip(zip(recordings, spoken), lines).map { heard, line in
      HeardAnswer(
        text: heard.1.text, values: line.candidates.map(\.value),
        accepted: line.decision == "accept" ? line.value : nil, isAsked: ["confirm", "ask"].contains(line.decision),
        seconds: heard.1.seconds, audioSeconds: PocketSphinxProgram.seconds(of: heard.0))
    }
  }
}

/// A grammar of what may be answered with the recogniser's own settings: its best hypothesis is taken.
struct PlainGrammarListener: AnswerListener {
  let name = "plain grammar"
  let prompts: URL
  let model: SpeechModel

  func hear(_ recordings: [String], question: SpokenCase.Question) async throws -> [HeardAnswer] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-grammar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let grammar = try PlainGrammar(
      question, speech: Prompts.speech(from: prompts.appending(path: "\(question.language).yaml")))
    let files = try await grammar.write(to: folder, model: model)
    var answers: [HeardAnswer] = []
    for recording in recordings {
      let (text, seconds) = try await PocketSphinxProgram().words(
        of: recording, settings: ["-hmm", model.acousticModel, "-jsgf", files.grammar, "-dict", files.dictionary])
      let value = grammar.value(of: text, in: files)
      answers.append(
        HeardAnswer(
          text: text, values: value.map { [$0] } ?? [], accepted: value, seconds: seconds,
          audioSeconds: PocketSphinxProgram.seconds(of: recording)))
    }
    return answers
  }
}
