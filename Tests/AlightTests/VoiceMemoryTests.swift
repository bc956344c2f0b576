import Foundation
import Testing

@Suite("Listening for long", .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there"))
struct VoiceMemoryTests {
  private struct Leak: Decodable {
    struct Row: Decodable {
      var answers: Int
      var anonymousBytes: Int
    }
    var rows: [Row]
  }

  @Test("to changing questions takes no more memory after sixty answers than after thirty")
  func flat() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let recordings = ["from", "to", "interval"].map { "\(Program.root.path)/Audio/answers/\($0).wav" }
    // A process of its own, since tests that run beside this one take memory as well.
    let outcome = try program.runLab(
      ["bench-voice"] + recordings + ["--leak", "--answers", "60", "--prompts", "\(Program.root.path)/Prompts"])
    #expect(outcome.status == 0, "\(outcome.talk)")
    let rows = try JSONDecoder().decode(Leak.self, from: Data(outcome.output.utf8)).rows
    #expect(rows.last?.answers == 60)
    let early = try #require(rows.first { $0.answers == 30 }?.anonymousBytes)
    let late = try #require(rows.last?.anonymousBytes)
    // By then every question was asked twice; a search that is not given back takes 1 MB and more.
    #expect(late - early < 4_000_000, "\(early) to \(late) bytes")
  }
}
