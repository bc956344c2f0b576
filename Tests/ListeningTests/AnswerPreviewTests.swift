import Conversation
import Foundation
import Journey
import Speech
import Testing

@testable import Listening

@Suite(
  "What is heard of an answer while it is given",
  .enabled(if: (try? SpeechModel.find()) != nil, "the recogniser or pocketsphinx-en-us is not there"))
struct AnswerPreviewTests {
  private static let audio = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Audio/answers")

  @Test("is the answer once it has been said, and nothing before anything was")
  func beginnings() async throws {
    let speech = try EnglishPrompts.load().speech
    let stops = ["Hagenberg", "Pregarten Bahnhof", "Linz Hauptbahnhof"].map {
      SpokenQuestion.Option(value: $0, name: $0, language: "de")
    }
    let preview = AnswerPreview(
      SpokenQuestion(place: .to, among: stops, speech: speech),
      transcriber: SharedTranscriber(policy: RecognitionPolicy()))
    let recording = try WaveFile(path: Self.audio.appending(path: "to.wav").path)
    func text(_ share: Double) async -> String? {
      var beginning = recording
      beginning.samples = Array(recording.samples.prefix(Int(share * Double(recording.samples.count))))
      return await preview.text(of: beginning)
    }
    #expect(await text(1)?.hasSuffix("Hagenberg") == true)
    #expect(await text(0) == nil)
    #expect(await text(0.05) == nil)
  }
}
