import Foundation
import Journey
import Testing

@testable import Speech

private let stops = AnswerGrammar(
  carriers: ["i want to go to", "from"], trailers: ["please"],
  names: [
    .init("Linz Hauptbahnhof", language: "de"), .init("Hagenberg", language: "de"),
    .init("Kremsmünster", language: "de"), .init("Pregarten", language: "de"), .init("Freistadt", language: "de"),
  ], phrases: ["help", "cancel", "yes", "no"])

private let intervals = AnswerGrammar(
  carriers: ["wake me"], trailers: ["before", "please"],
  names: ["one stop", "two stops", "three stops", "four stops", "ten stops"].map { .init($0) },
  phrases: ["help", "cancel"])

@Suite("A spoken answer", .enabled(if: Recordings.hasModel))
struct TranscriberTests {
  @Test("is heard as the option it names, in the option's own spelling")
  func answers() async throws {
    let from = try await Recordings.transcript(of: Recordings.audio.appending(path: "answers/from.wav"), stops)
    #expect(from.hypotheses.first?.text == "Linz Hauptbahnhof")
    #expect(from.zone != .rejected)
    let interval = try await Recordings.transcript(
      of: Recordings.audio.appending(path: "answers/interval.wav"), intervals)
    #expect(interval.hypotheses.first?.text == "two stops before")
  }

  @Test("keeps the words said around the name")
  func carrier() async throws {
    let heard = try await Recordings.transcript(of: Recordings.audio.appending(path: "phrases/to-carrier.wav"), stops)
    #expect(heard.hypotheses.first?.text == "i want to go to Hagenberg")
    #expect(stops.answer(in: heard.hypotheses.first?.text ?? "") == "Hagenberg")
  }

  @Test("that is a command is heard as one among stops")
  func command() async throws {
    let heard = try await Recordings.transcript(of: Recordings.audio.appending(path: "phrases/help.wav"), stops)
    #expect(heard.hypotheses.first?.text == "help")
  }

  @Test("is heard alike beside others that are heard at the same time by the same recogniser")
  func together() async throws {
    let pairs = ["from", "interval", "to"].map { ($0, $0 == "interval" ? intervals : stops) }
    var alone: [String: Transcript] = [:]
    for (name, grammar) in pairs {
      let file = Recordings.audio.appending(path: "answers/\(name).wav")
      alone[name] = try await Recordings.transcriber().transcribe(
        WaveFile(path: file.path), named: name, grammar: grammar)
    }
    let transcriber = try Recordings.transcriber()
    let together = try await withThrowingTaskGroup(of: Transcript.self) { group in
      for (name, grammar) in pairs + pairs + pairs {
        let recording = try WaveFile(path: Recordings.audio.appending(path: "answers/\(name).wav").path)
        group.addTask { try await transcriber.transcribe(recording, named: name, grammar: grammar) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.count == 9)
    for transcript in together { #expect(transcript == alone[transcript.source], "\(transcript.source)") }
  }

  @Test("is heard alike each time, whatever was heard before")
  func repeatable() async throws {
    let transcriber = try Recordings.transcriber()
    let from = try WaveFile(path: Recordings.audio.appending(path: "answers/from.wav").path)
    let other = try WaveFile(path: Recordings.audio.appending(path: "phrases/no-answer.wav").path)
    let first = try await transcriber.transcribe(from, named: "a", grammar: stops)
    _ = try await transcriber.transcribe(other, named: "b", grammar: intervals)
    let again = try await transcriber.transcribe(from, named: "a", grammar: stops)
    #expect(first == again)
  }

  @Test("is heard alike by recognisers that have heard other questions and answers before")
  func independent() async throws {
    let folders = ["answers", "phrases"].map { Recordings.audio.appending(path: $0) }
    let names = ["from", "to", "confirm", "interval", "help", "to-carrier"]
    let files = folders.flatMap { folder in names.map { folder.appending(path: "\($0).wav") } }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    #expect(files.count >= 5)
    let pool = try TranscriberPool(model: .find())
    // One recogniser hears all, in another order and with another question between; then each has one of its own.
    var heard: [URL: Transcript] = [:]
    for file in files.reversed() {
      let wave = try WaveFile(path: file.path)
      _ = try await pool.transcribe(wave, named: "other", grammar: intervals)
      heard[file] = try await pool.transcribe(wave, named: file.lastPathComponent, grammar: stops)
    }
    for file in files {
      #expect(try await Recordings.transcript(of: file, stops) == heard[file])
    }
  }

  @Test("that is no answer is not taken for one")
  func noAnswer() async throws {
    for grammar in [stops, intervals] {
      let heard = try await Recordings.transcript(
        of: Recordings.audio.appending(path: "phrases/no-answer.wav"), grammar)
      #expect(heard.zone != .clear)
    }
  }

  @Test("of silence, of hiss below hearing or of a click is refused with the reason")
  func silence() async throws {
    let transcriber = try Recordings.transcriber()
    var noise = WhiteNoise(rootMeanSquare: 15)
    let hiss = (0..<16_000).map { _ in noise.next() / 32_768 }
    var click = [Float](repeating: 0, count: 16_000)
    click[8_000] = 0.9
    let cases: [([Float], String)] = [
      ([], "no samples"), ([Float](repeating: 0, count: 16_000), "silent"), (hiss, "silent: peak -6"), (click, "only"),
    ]
    for (samples, reason) in cases {
      let heard = try await transcriber.transcribe(
        WaveFile(samples: samples, sampleRate: 16_000), named: "x", grammar: stops)
      #expect(heard.isSilent)
      #expect(heard.zone == .rejected)
      #expect(heard.refusal?.contains(reason) == true, "\(heard.refusal ?? "none") lacks \(reason)")
    }
  }

  @Test("of noise or of a hum is not taken for an answer")
  func noise() async throws {
    let transcriber = try Recordings.transcriber()
    var noise = WhiteNoise(rootMeanSquare: 3_000)
    let loud = (0..<32_000).map { _ in noise.next() / 32_768 }
    for samples in [loud, Recordings.tone(120, rate: 16_000, count: 32_000)] {
      let heard = try await transcriber.transcribe(
        WaveFile(samples: samples, sampleRate: 16_000), named: "x", grammar: stops)
      #expect(heard.zone == .rejected)
      #expect(heard.refusal?.contains("steady noise") == true)
    }
  }

  @Test("of more than twenty seconds is refused before it is searched")
  func tooLong() async throws {
    let tone = Recordings.tone(300, rate: 16_000, count: 21 * 16_000)
    let heard = try await Recordings.transcriber().transcribe(
      WaveFile(samples: tone, sampleRate: 16_000), named: "x", grammar: stops)
    #expect(heard.refusal?.contains("21 s") == true)
    #expect(!heard.isSilent)
  }

  @Test("to a question without options is an error, not an answer")
  func emptyGrammar() async throws {
    await #expect(throws: SpeechError.emptyGrammar) {
      try await Recordings.transcriber().transcribe(
        WaveFile(samples: [0.1], sampleRate: 16_000), named: "x", grammar: AnswerGrammar())
    }
  }

  @Test("by a real speaker: most sentences are heard right among others of the kind, and none is taken for another")
  func sentences() async throws {
    let said = [
      "cancel_all_timers": "cancel all timers", "is_the_Front_Door_locked": "is the front door locked",
      "set_a_timer_for_5_minutes": "set a timer for five minutes",
      "turn_off_lights_in_the_Office": "turn off lights in the office", "what_s_the_date": "what's the date",
      "lock_the_Front_Door": "lock the front door",
    ]
    let others = [
      "set a timer for fifteen minutes", "cancel the timer", "what's the time", "what's the weather",
      "turn on lights in the office", "turn off lights in the bedroom", "unlock the front door",
      "is the garage door open", "open the back door", "pause", "resume", "next",
    ]
    let grammar = AnswerGrammar(names: (said.values.sorted() + others).map { .init($0) })
    let transcriber = try Recordings.transcriber()
    var right = 0
    for (name, text) in said.sorted(by: { $0.key < $1.key }) {
      let file = Recordings.recorded.appending(path: "\(name).wav").path
      let heard = try await transcriber.transcribe(WaveFile(path: file), named: file, grammar: grammar)
      let best = heard.hypotheses.first?.text
      if best == text { right += 1 }
      #expect(best == text || heard.zone != .clear, "\(name): \(best ?? "nothing")")
    }
    #expect(right >= 5, "\(right) of 6")
  }

  @Test(
    "by real speakers about something else is taken for no stop",
    arguments: ["order-1cf61395", "order-914cbcc0", "oov_4"])
  func somethingElse(_ name: String) async throws {
    let file = Recordings.recorded.appending(path: "\(name).wav").path
    let heard = try await Recordings.transcriber().transcribe(WaveFile(path: file), named: name, grammar: stops)
    #expect(heard.zone != .clear, "\(heard.hypotheses.first?.text ?? "")")
  }

  @Test("by real speakers: most digits are heard right", .enabled(if: Recordings.hasReal))
  func digits() async throws {
    let names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    let grammar = AnswerGrammar(names: names.map { .init($0) })
    let transcriber = try Recordings.transcriber()
    var right = 0
    for (digit, name) in names.enumerated() {
      for take in 0..<2 {
        let file = Recordings.real.appending(path: "digits8k/\(digit)_george_\(take).wav").path
        let heard = try await transcriber.transcribe(try WaveFile(path: file), named: file, grammar: grammar)
        if heard.hypotheses.first?.text == name { right += 1 }
      }
    }
    #expect(right >= 15, "\(right) of 20")
  }

  @Test("that is speech about something else is rarely taken for a stop", .enabled(if: Recordings.hasReal))
  func foreign() async throws {
    let folder = Recordings.real.appending(path: "orders16k")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".wav") }
      .sorted()
    let transcriber = try Recordings.transcriber()
    var taken = 0
    for file in files.prefix(20) {
      let wave = try WaveFile(path: folder.appending(path: file).path)
      let heard = try await transcriber.transcribe(wave, named: file, grammar: stops)
      if heard.zone == .clear { taken += 1 }
    }
    #expect(files.count >= 20)
    #expect(taken <= 2, "\(taken) of 20")
  }
}
