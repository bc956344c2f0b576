import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching
import Speech

/// What a recogniser costs in a process of its own, from its start on.
///
/// Times are those of the processor, which others on the machine do not change, unless it is told otherwise.
struct VoiceProbe: Codable {
  var options = 0
  /// Milliseconds until the decoder has its model.
  var startMilliseconds = 0.0
  /// Milliseconds for the pronunciations and the grammar of the first question; and the same by the clock, espeak-ng waited for.
  var grammarMilliseconds = 0.0
  var grammarClockMilliseconds = 0.0
  /// Seconds of work on a second of sound, by recording.
  var realTimeFactors: [Double] = []
  var residentBytes = 0
  /// The part of them that is no file.
  var anonymousBytes = 0

  /// Hears each recording once with one recogniser.
  init(grammar: AnswerGrammar, recordings: [String]) async throws {
    options = grammar.names.count
    let start = Self.processorSeconds
    let transcriber = try PocketSphinxTranscriber(model: .find())
    startMilliseconds = (Self.processorSeconds - start) * 1000
    // The first is heard twice, so that the difference is the grammar's alone.
    for file in recordings.prefix(1) + recordings {
      let begun = Self.processorSeconds
      let recording = try WaveFile(path: file)
      let heard = try await transcriber.hear(recording, named: file, grammar: grammar)
      let seconds = Self.processorSeconds - begun
      if heard.preparationSeconds > grammarClockMilliseconds / 1000 {
        (grammarClockMilliseconds, grammarMilliseconds) = (heard.preparationSeconds * 1000, seconds * 1000)
        continue
      }
      // What is refused before it is searched costs nothing and tells nothing.
      guard !heard.samples.isEmpty, recording.seconds > 0 else { continue }
      if realTimeFactors.isEmpty { grammarMilliseconds = max(0, grammarMilliseconds - seconds * 1000) }
      realTimeFactors.append(seconds / recording.seconds)
    }
    (residentBytes, anonymousBytes) = (ResidentMemory.bytes, ResidentMemory.anonymousBytes)
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Resident memory while one recogniser hears many answers to changing questions.
struct VoiceLeak: Codable {
  struct Row: Codable {
    var answers: Int
    var residentBytes: Int
    var anonymousBytes: Int
  }

  var rows: [Row] = []

  /// - Parameters:
  ///   - grammars: The questions that are asked by turns, three answers each: more than a recogniser keeps.
  ///   - answers: How many in all; twenty rows are noted, after so many answers each.
  init(grammars: [AnswerGrammar], recordings: [String], answers: Int) async throws {
    let transcriber = try PocketSphinxTranscriber(model: .find())
    let sounds = try recordings.map { ($0, try WaveFile(path: $0)) }
    for answer in 0..<answers {
      let (name, sound) = sounds[answer % sounds.count]
      _ = try await transcriber.transcribe(sound, named: name, grammar: grammars[answer / 3 % grammars.count])
      guard (answer + 1) % max(1, answers / 20) == 0 else { continue }
      rows.append(
        Row(
          answers: answer + 1, residentBytes: ResidentMemory.bytes, anonymousBytes: ResidentMemory.anonymousBytes))
    }
  }
}

/// Grammars of the four questions, as the program asks them.
struct BenchGrammars {
  let speech: SpokenAnswers

  /// So many of the options, spread evenly over all.
  static func spread(_ options: [MatchOption], _ count: Int) -> [MatchOption] {
    let step = max(1, options.count / max(1, count))
    return stride(from: 0, to: options.count, by: step).prefix(count).map { options[$0] }
  }

  /// The question for a place among so many options.
  func place(_ options: [MatchOption], count: Int) -> AnswerGrammar {
    let taken = Self.spread(options, count)
    return AnswerGrammar(
      language: speech.language, carriers: speech.carriers.to, trailers: speech.trailers.to,
      names: taken.map { .init($0.name, language: $0.language) }, phrases: speech.commands.flatMap(\.phrases))
  }

  /// Mode, the three intervals, and commands alone.
  var others: [AnswerGrammar] {
    let commands = speech.commands.flatMap(\.phrases)
    let modes = AnswerGrammar(
      language: speech.language, carriers: speech.carriers.mode, trailers: speech.trailers.mode,
      names: Mode.allCases.flatMap(speech.names).map { .init($0) }, phrases: commands)
    let intervals = Mode.allCases.map { mode in
      AnswerGrammar(
        language: speech.language, carriers: speech.carriers.interval, trailers: speech.trailers.interval,
        names: speech.intervals(of: mode).map { .init($0.phrase) }, phrases: commands)
    }
    return [modes] + intervals + [AnswerGrammar(language: speech.language, phrases: commands)]
  }
}
