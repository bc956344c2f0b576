import Foundation
import Testing

@testable import Speech

private let stops = AnswerGrammar(
  carriers: ["i want to go to"],
  names: ["Linz Hauptbahnhof", "Hagenberg", "Pregarten", "Freistadt", "Kremsmünster"].map { .init($0, language: "de") },
  phrases: ["help", "cancel"])

@Suite("What a recording came through")
struct ChannelTests {
  private func recording(_ name: String) throws -> [Float] {
    let file = try WaveFile(path: Recordings.audio.appending(path: name).path)
    return Resampler(from: file.sampleRate, to: 16_000)(file.samples)
  }

  @Test("is told from the recording itself")
  func kinds() throws {
    let clear = try recording("answers/to.wav")
    #expect(NoiseReduction(clear).channel.kind == .wide)
    let telephone = overTelephone(clear)
    #expect(NoiseReduction(telephone).channel.kind == .telephone)
    // A fricative rises above the hiss; where there is none the band cannot be told, and the stricter channel is taken.
    #expect(NoiseReduction(noisy(try recording("answers/from.wav"))).channel.kind == .noisy)
    #expect(NoiseReduction(noisy(telephone)).channel.kind == .telephone)
  }

  @Test("has its steady noise taken down, and its speech left")
  func noise() throws {
    let clear = try recording("answers/from.wav")
    let silence = [Float](repeating: 0, count: 8_000)
    let padded = silence + clear + silence
    let reduced = NoiseReduction(noisy(padded)).samples
    #expect(reduced.count == padded.count)
    func level(_ samples: ArraySlice<Float>) -> Float {
      (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }
    let before = noisy(padded)
    #expect(level(reduced[1_000..<7_000]) < 0.4 * level(before[1_000..<7_000]))
    let middle = 8_000..<8_000 + clear.count
    #expect(level(reduced[middle]) > 0.7 * level(padded[middle]))
  }

  @Test("changes nothing where there is no noise")
  func clean() throws {
    let clear = [Float](repeating: 0, count: 8_000) + (try recording("answers/to.wav"))
    let reduced = NoiseReduction(clear).samples
    let difference = zip(clear, reduced).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    #expect(difference < 1e-4)
  }

  @Test("is filled above 4 kHz where it was a telephone", arguments: ["from", "mode", "interval"])
  func telephoneBand(name: String) throws {
    let clear = try recording("answers/\(name).wav")
    let narrow = overTelephone(clear)
    func brightest(_ samples: [Float]) -> Float {
      let spectrogram = Spectrogram(samples)
      let most = (0..<spectrogram.frameCount).map { spectrogram.power($0)[144..<218].reduce(0, +) }.max() ?? 0
      return 10 * log10(most)
    }
    #expect(brightest(narrow) < brightest(clear) - 30)
    #expect(abs(brightest(NoiseReduction(narrow).samples) - brightest(clear)) < 12)
  }

  private func overTelephone(_ samples: [Float]) -> [Float] {
    Resampler(from: 8_000, to: 16_000)(Resampler(from: 16_000, to: 8_000)(samples))
  }

  /// With hiss some 12 dB below the speech.
  private func noisy(_ samples: [Float]) -> [Float] {
    var noise = WhiteNoise(rootMeanSquare: 800)
    return samples.map { $0 + noise.next() / 32_768 }
  }
}

@Suite("Answers that sound alike")
struct PhoneticRankingTests {
  @Test("come first, whatever is said before them")
  func order() {
    let network = GrammarNetwork(
      AnswerGrammar(names: ["thirteen", "thirty", "forty", "one"].map { .init($0) }), policy: RecognitionPolicy()
    ) { $0.spelling }
    let ranking = PhoneticRanking(
      network,
      readings: [
        "thirteen": ["TH ER T IY N"], "thirty": ["TH ER D IY", "TH ER T IY"], "forty": ["F AO R T IY"],
        "one": ["W AH N"],
      ])
    let heard = "W EY K M IY TH ER T IY N".split(separator: " ").map(String.init)
    #expect(ranking.ranked(heard: heard, limit: 3) == ["thirteen", "thirty", "forty"])
  }

  @Test("are kept among the hypotheses, so that the second can be asked for", .enabled(if: Recordings.hasModel))
  func rival() async throws {
    let heard = try await Recordings.transcript(of: Recordings.audio.appending(path: "answers/to.wav"), stops)
    #expect(heard.hypotheses.first?.text == "Hagenberg")
    #expect(heard.hypotheses.count == stops.names.count + stops.phrases.count)
    let scores = heard.hypotheses.map(\.score)
    #expect(scores == scores.sorted(by: >))
    #expect(heard.confidence.map { $0 > 0.5 && $0 < 1 } == true)
  }
}

@Suite("A name that is spelled")
struct SpelledWordTests {
  @Test("is a reading of letters, its accents left out or plain")
  func letters() {
    let sounds = ["u.": "Y UW", "l.": "EH L", "m.": "EH M", "a.": "EY", "s.": "EH S", "b.": "B IY"]
    #expect(SpelledWord.readings(of: "ulm") { sounds[$0] } == ["Y UW EH L EH M", "Y UW EH L EH M"])
    #expect(SpelledWord.readings(of: "mäls") { sounds[$0] } == ["EH M EH L EH S", "EH M EY EH L EH S"])
    #expect(SpelledWord.readings(of: "au") { sounds[$0] }.isEmpty)
  }
}

@Suite("A model of voices")
struct VoiceModelTests {
  @Test("asks more of one answer among many, and no more beyond a thousand")
  func crowd() {
    let weights = VoiceModel.Weights(bias: 0, weights: [], accept: 0.7, acceptAmongMany: 0.98)
    let policy = RecognitionPolicy(model: VoiceModel(channels: [.wide: weights]))
    let limits = [10, 300, 400, 600, 1000, 5000].map { policy.accept(over: .wide, among: $0) }
    #expect(limits == limits.sorted())
    #expect(limits[1] == 0.7 && limits[0] == 0.7)
    #expect(limits[2] > 0.7 && limits[3] < 0.98)
    #expect(limits[4] == 0.98 && limits[5] == 0.98)
  }

  @Test("comes back from its file as it was written, and another version's is refused")
  func file() throws {
    let weights = AnswerEvidence.Feature.allCases.indices.map(Double.init)
    let model = VoiceModel(channels: [.telephone: .init(bias: -1, weights: weights, accept: 0.8, refuse: 0.2)])
    let data = try JSONEncoder().encode(model)
    #expect(try JSONDecoder().decode(VoiceModel.self, from: data) == model)
    let other = Data(#"{"telephone": {"bias": 1, "fit": 2}}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(VoiceModel.self, from: other) }
  }
}

@Suite("The scores of an utterance")
struct SoundScoresTests {
  @Test("are kept for further searches in a file that has no name any more")
  func nothingLeft() throws {
    let scores = SoundScores()
    let folder = try #require(scores.folder)
    scores.open()
    try Data("scores".utf8).write(to: URL(filePath: folder).appending(path: "000000000.sen"))
    scores.keep(of: [1, 2, 3])
    #expect(!FileManager.default.fileExists(atPath: folder))
    var bytes = [UInt8](repeating: 0, count: 6)
    for _ in 1...2 {
      let file = try #require(scores.file(of: [1, 2, 3]))
      #expect(fread(&bytes, 1, 6, file) == 6)
      #expect(String(decoding: bytes, as: UTF8.self) == "scores")
    }
    #expect(scores.file(of: [1, 2]) == nil)
    scores.close()
    scores.open()
    #expect(scores.file(of: [1, 2, 3]) == nil)
    scores.close()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("that a killed process has left are removed by the next one")
  func leftovers() throws {
    let place = try #require(SoundScores().folder.map { URL(filePath: $0).deletingLastPathComponent() })
    // No process has this number: the system gives none above four million.
    let left = place.appending(path: "alight-2000000000-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
    try Data("scores".utf8).write(to: left.appending(path: "000000000.sen"))
    _ = SoundScores()
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }
}
