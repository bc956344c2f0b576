import Foundation
import Testing

@testable import alight_lab

@Suite("Recordings that a model of evidence is fitted to")
struct VoiceExampleTests {
  private func group(_ path: String, expected: String = "") throws -> Int {
    let question = SpokenCase.Question(question: "to")
    let spoken = SpokenCase(
      suite: "", label: "", question: question, voice: "", condition: "", path: path, expected: expected)
    let line = #"{"explanation": {"features": {"fit": 1}, "channel": "wide"}, "candidates": []}"#
    return try #require(try VoiceExample(line: Data(line.utf8), of: spoken)).group
  }

  @Test("are held back with the same recording in other conditions, and not with all others")
  func groups() throws {
    var groups: Set<Int> = []
    for number in 0..<20 {
      let own = try Set(["clean", "narrow", "noise20"].map { try group("kept/foreign-\(number)-\($0).wav") })
      #expect(own.count == 1)
      groups.formUnion(own)
    }
    #expect(groups.count == 5)
    #expect(try group("a-clean.wav", expected: "Linz") == group("b-noise10.wav", expected: "Linz"))
  }
}
