import Foundation
import Journey
import Testing

@testable import Speech

@Suite("What fits the recogniser to a speaker")
struct SpeakerAdaptationTests {
  /// A transform that changes nothing: unit matrices, no shift.
  private static let plain: String = {
    let stream = (0..<13).map { row in (0..<13).map { $0 == row ? "1.0" : "0.0" }.joined(separator: " ") }
    let rest = [[String](repeating: "0.0", count: 13), [String](repeating: "1.0", count: 13)]
    let one = (["13"] + stream + rest.map { $0.joined(separator: " ") }).joined(separator: "\n")
    return "1\n3\n" + [one, one, one].joined(separator: "\n") + "\n"
  }()

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func adaptation(_ model: String) -> SpeakerAdaptation {
    SpeakerAdaptation(
      speaker: "a", made: Date(timeIntervalSince1970: 0), recordings: 40, model: model, offset: 0.25,
      transform: SpeakerTransform(Self.plain), before: .init(), after: .init())
  }

  @Test("a transform is taken whole or not at all")
  func transforms() {
    #expect(SpeakerTransform(Self.plain) != nil)
    #expect(SpeakerTransform("") == nil)
    #expect(SpeakerTransform(String(Self.plain.dropLast(20))) == nil)
    #expect(SpeakerTransform(Self.plain.replacing("1.0 0.0", with: "nan 0.0", maxReplacements: 1)) == nil)
    #expect(SpeakerTransform(Self.plain.replacing("1\n3\n13", with: "1\n3\n14", maxReplacements: 1)) == nil)
    #expect(SpeakerTransform(Self.plain.replacing("1.0 0.0", with: "1e9 0.0", maxReplacements: 1)) == nil)
  }

  @Test("what is kept comes back, and what is damaged or of another model is told")
  func kept() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "voice/adaptation.json")
    #expect(try SpeakerAdaptation.read(file, for: "m") == nil)
    let made = adaptation("m")
    try made.write(to: file)
    #expect(try SpeakerAdaptation.read(file, for: "m") == made)
    #expect(throws: SpeakerAdaptation.Problem.otherModel(path: file.path)) {
      try SpeakerAdaptation.read(file, for: "n")
    }
    let whole = try Data(contentsOf: file)
    try whole.prefix(whole.count / 2).write(to: file)
    #expect(throws: SpeakerAdaptation.Problem.damaged(path: file.path)) { try SpeakerAdaptation.read(file, for: "m") }
    try Data().write(to: file)
    #expect(throws: SpeakerAdaptation.Problem.damaged(path: file.path)) { try SpeakerAdaptation.read(file, for: "m") }
  }

  @Test("an offset goes the way that the speaker's answers point, and not far")
  func offsets() {
    #expect(SpeakerOffset.fitted(to: []) == 0)
    let timid = (0..<40).map { _ in (logOdds: 0.5, isRight: true) }
    #expect((0.5...SpeakerOffset.largest).contains(SpeakerOffset.fitted(to: timid)))
    let bold = (0..<40).map { (logOdds: 2.0, isRight: $0 % 2 == 0) }
    #expect((-SpeakerOffset.largest ... -0.5).contains(SpeakerOffset.fitted(to: bold)))
    let few = [(logOdds: 0.5, isRight: true)]
    #expect((0..<0.2).contains(SpeakerOffset.fitted(to: few)))
  }

  @Test(
    "the weights of the model are those of the decoder: of each state and stream they are one together",
    .enabled(if: Recordings.hasModel, "the recogniser or pocketsphinx-en-us is not there"))
  func weights() throws {
    let table = try Data(contentsOf: URL(filePath: SpeechModel.find().acousticModel + "/sendump"))
    let data = try #require(MixtureWeights(table: table)).s3
    let header = Data("s3\nversion 1.0\nendhdr\n".utf8).count
    let numbers = data.suffix(from: header).withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
    }
    #expect(numbers[0] == 0x1122_3344)
    let (states, streams, densities) = (Int(numbers[1]), Int(numbers[2]), Int(numbers[3]))
    #expect(streams == 3)
    #expect(densities == 128)
    #expect(numbers.count == 5 + states * streams * densities)
    for state in [0, states / 2, states - 1] {
      let weights = numbers[(5 + state * streams * densities)...].prefix(densities).map { Float(bitPattern: $0) }
      #expect(abs(weights.reduce(0, +) - 1) < 1e-4)
    }
    #expect(MixtureWeights(table: table.dropLast()) == nil)
    #expect(MixtureWeights(table: Data([1, 2, 3])) == nil)
  }

  @Test(
    "a transform that changes nothing changes nothing, and one that does is used",
    .enabled(if: Recordings.hasModel, "the recogniser or pocketsphinx-en-us is not there"))
  func used() async throws {
    let file = Recordings.audio.appending(path: "answers/mode.wav")
    let grammar = AnswerGrammar(names: [.init("by stops"), .init("by time"), .init("by distance"), .init("stops")])
    func heard(_ transform: String?) async throws -> Transcript {
      let policy = RecognitionPolicy().adapted(transform.flatMap(SpeakerTransform.init), offset: 0)
      return try await PocketSphinxTranscriber(model: .find(), policy: policy).transcribe(
        try WaveFile(path: file.path), named: "mode.wav", grammar: grammar)
    }
    let usual = try await heard(nil)
    #expect(!usual.hypotheses.isEmpty)
    let same = try await heard(Self.plain)
    #expect(same.hypotheses.map(\.text) == usual.hypotheses.map(\.text))
    #expect(same.confidence == usual.confidence)
    // Means that are somewhere else hear worse: then everybody's are taken.
    let worse = try await heard(Self.plain.replacing("1.0 0.0", with: "0.1 0.5"))
    #expect(worse.hypotheses.first?.text == usual.hypotheses.first?.text)
  }
}
