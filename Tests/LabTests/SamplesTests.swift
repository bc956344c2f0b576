import Foundation
import Testing

@testable import alight_lab

@Suite("Sample recordings")
struct SamplesTests {
  private static let audio = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Audio")

  /// Whether the programs are there in the versions that the samples were made with.
  private static var hasVoices: Bool {
    ["espeak-ng": "1.51", "flite": "2.2"].allSatisfy { package, version in
      let query = Process()
      query.executableURL = URL(filePath: "/usr/bin/dpkg-query")
      query.arguments = ["-W", "-f", "${Version}", package]
      let output = Pipe()
      query.standardOutput = output
      query.standardError = FileHandle.nullDevice
      guard (try? query.run()) != nil else { return false }
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      query.waitUntilExit()
      return text.hasPrefix(version)
    }
  }

  @Test(
    "are made the same to the byte from their table", .enabled(if: hasVoices, "other voices are installed, or none"))
  func reproducible() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let table = Self.audio.appending(path: "samples.tsv").path
    try await MakeSamples.parse([folder.path, "--table", table]).run()
    let samples = try SampleTable(path: table).samples
    for sample in samples {
      let made = try Data(contentsOf: folder.appending(path: sample.file))
      #expect(try made == Data(contentsOf: Self.audio.appending(path: sample.file)), "\(sample.file)")
    }
  }

  @Test("answer every question by six voices at least, in no more than 8 MB, and no file is without a line")
  func table() throws {
    let samples = try SampleTable(path: Self.audio.appending(path: "samples.tsv").path).samples
    #expect(Set(samples.map(\.voice)).filter(\.speaks).count >= 6)
    let files = (FileManager.default.enumerator(atPath: Self.audio.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".wav") }
    let sizes = try files.map { try Data(contentsOf: Self.audio.appending(path: $0)).count }
    #expect(sizes.reduce(0, +) < 8_000_000)
    #expect(Set(files.filter { $0.contains("/") }) == Set(samples.map(\.file)))
  }

  @Test(
    "that the table tells wrongly are told with their line",
    arguments: [
      ("a.wav\thello\tsomebody\t1", "line 2"), ("a.wav\t\tflite:slt\t1", "words"), ("a.wav\thello\thum\t1", "words"),
      ("a.wav\thello\tflite:slt\tfast", "speed"), ("/a.wav\thello\tflite:slt\t1", "no WAV file"),
      ("a.wav\thello\tflite:slt\t1\na.wav\tyes\tflite:slt\t1", "line 3"), ("a.wav\thello", "2 fields"),
    ])
  func broken(rows: String, reason: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString).tsv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("utterance\ttranscript\tvoice\tspeed\n\(rows)\n".utf8).write(to: file)
    let error = #expect(throws: (any Error).self) { _ = try SampleTable(path: file.path) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
  }

  @Test("that are spoilt crash no reader, and the same seed spoils them alike")
  func spoilt() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    var inputs = FuzzWaves(seed: 5, files: [])
    var again = FuzzWaves(seed: 5, files: [])
    var reading = WaveReading()
    var readCount = 0
    for _ in 0..<300 {
      let input = inputs.next()
      #expect(input.bytes == again.next().bytes)
      let finding = reading.read(input, file: file.path)
      #expect(finding.flaws.isEmpty, "run \(finding.run), \(finding.kind): \(finding.flaws)")
      if finding.isRead { readCount += 1 }
    }
    #expect(readCount > 60 && readCount < 290)
  }
}
