import Foundation
import Testing

@testable import Speech

@Suite("A rider's own pronunciation")
struct PronunciationOverridesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
  private var path: String { folder.appending(path: "pronunciations.tsv").path }

  @Test("is kept by name, in any spelling of it, and can be replaced and forgotten")
  func kept() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = try PronunciationOverrides.key("  LINZ-Hauptbahnhof ")
    #expect(name == "linz hauptbahnhof")
    try PronunciationOverrides.store(["L IH N T S", "L IH N S"], of: name, path: path)
    try PronunciationOverrides.store(["W EH L S"], of: "wels", like: "wels", path: path)
    var table = try PronunciationOverrides(path: path)
    #expect(table.readings(of: "linz hauptbahnhof") == ["L IH N T S", "L IH N S"])
    #expect(table.entries.map(\.name) == ["linz hauptbahnhof", "wels"])
    #expect(table.entries.last?.like == "wels")
    try PronunciationOverrides.store(["L IH N"], of: name, path: path)
    #expect(try PronunciationOverrides.forget("wels", path: path))
    #expect(try !PronunciationOverrides.forget("wels", path: path))
    table = try PronunciationOverrides(path: path)
    #expect(table.entries.map(\.readings) == [["L IH N"]])
  }

  @Test("must be made of phones that there are")
  func phones() throws {
    #expect(try PhoneAlphabet.checked(" hh AA1  g\tah0 ") == "HH AA G AH")
    #expect(throws: PhoneError.unknown(phone: "XX")) { try PhoneAlphabet.checked("HH XX") }
    #expect(throws: PhoneError.empty) { try PhoneAlphabet.checked("  ") }
    #expect(PhoneError.unknown(phone: "XX").description.contains("AA AE AH"))
    for name in ["", " - ", String(repeating: "a", count: 300)] {
      #expect(throws: PhoneError.self) { try PronunciationOverrides.key(name) }
    }
  }

  @Test("is not lost when the table is damaged: the line is told and nothing is written")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let broken: [(text: String, line: Int?)] = [
      ("", 1), ("linz\tL IH N\t\n", 1), ("name\tphones\tlike\nlinz\tL IH QQ\t\n", 2),
      ("name\tphones\tlike\nlinz\tL IH N\t\n\nwels\n", 4), ("name\tphones\tlike\n\tL IH\t\n", 2),
    ]
    for (text, line) in broken {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let error = #expect(throws: SpeechError.self) { try PronunciationOverrides(path: path) }
      guard case .badPronunciations(_, let place, _) = error else {
        Issue.record("\(String(describing: error)) for \(text)")
        continue
      }
      #expect(place == line)
      #expect(throws: SpeechError.self) { try PronunciationOverrides.store(["L"], of: "steyr", path: path) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    try Data([0xFF, 0x0A]).write(to: URL(filePath: path))
    #expect(throws: SpeechError.self) { try PronunciationOverrides(path: path) }
  }

  @Test("of several words is one more way to say them within a longer name")
  func paths() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try PronunciationOverrides.store(["L IH N T S HH B F"], of: "linz hbf", path: path)
    let table = try PronunciationOverrides(path: path)
    let ways = table.paths(SpokenWord.words(of: "Linz Hbf Süd", language: "de")).map { $0.map(\.spelling) }
    #expect(ways == [["linz", "hbf", "süd"], ["linz hbf", "süd"]])
    #expect(table.paths(SpokenWord.words(of: "Hbf Linz", language: "de")).count == 1)
    #expect(PronunciationOverrides().paths(SpokenWord.words(of: "Linz Hbf", language: "de")).count == 1)
  }

  @Test("comes first in every recogniser, also one of several words", .enabled(if: Recordings.hasModel))
  func recognised() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_DATA_HOME": folder.path, "XDG_CACHE_HOME": folder.path, "PATH": "/usr/bin:/bin"]
    let table = folder.appending(path: "alight/pronunciations.tsv").path
    let file = Recordings.audio.appending(path: "answers/to.wav")
    // The recording says Hagenberg: a name that is spelt otherwise is heard once it is said so.
    let grammar = AnswerGrammar(names: ["Qrx Vlk", "Pregarten", "Freistadt"].map { .init($0, language: "de") })
    func heard() async throws -> HeardRecording {
      try await PocketSphinxTranscriber(model: .find(), environment: environment).hear(
        WaveFile(path: file.path), named: "to", grammar: grammar)
    }
    #expect(try await heard().transcript.zone != .clear)
    try PronunciationOverrides.store(["HH AA G AH N B EH R K"], of: "qrx vlk", path: table)
    let heard = try await heard()
    #expect(heard.transcript.hypotheses.first?.text == "Qrx Vlk")
    #expect(heard.transcript.zone == .clear)
    #expect(heard.words.map(\.text) == ["qrx vlk"])
    try Data("rubbish".utf8).write(to: URL(filePath: table))
    #expect(throws: SpeechError.self) { try PocketSphinxTranscriber(model: .find(), environment: environment) }
  }
}
