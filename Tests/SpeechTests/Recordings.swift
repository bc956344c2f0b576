import Foundation
import Journey

@testable import Speech

/// The recordings that tests hear, and the WAV bytes that they build.
enum Recordings {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let audio = root.appending(path: "Audio")
  /// Real recordings that come with the tests.
  static let recorded = root.appending(path: "Tests/Recorded/speech")
  /// More of them beside the project, where they are.
  static let real = root.appending(path: "../shared/data/speech")

  static var hasModel: Bool { (try? SpeechModel.find()) != nil }
  static var hasReal: Bool { FileManager.default.fileExists(atPath: real.appending(path: "labels.tsv").path) }

  /// Little-endian bytes of a number.
  static func bytes(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ tag: String, _ body: [UInt8], size: Int? = nil, padded: Bool = true) -> [UInt8] {
    Array(tag.utf8) + bytes(size ?? body.count, 4) + body + (padded && body.count % 2 == 1 ? [0] : [])
  }

  static func format(codec: Int = 1, channels: Int = 1, rate: Int = 16_000, bits: Int = 16) -> [UInt8] {
    let block = channels * ((bits + 7) / 8)
    return chunk(
      "fmt ",
      bytes(codec, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * block, 4) + bytes(block, 2) + bytes(bits, 2))
  }

  static func riff(_ chunks: [UInt8]...) -> [UInt8] {
    let body = Array(chunks.joined())
    return Array("RIFF".utf8) + bytes(4 + body.count, 4) + Array("WAVE".utf8) + body
  }

  /// A tone of half the full scale as samples between -1 and 1.
  static func tone(_ frequency: Double, rate: Double, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / rate)) }
  }

  static func pcm16(_ samples: [Float]) -> [UInt8] { samples.flatMap { bytes(Int(($0 * 32_767).rounded()), 2) } }

  static func transcriber() throws -> PocketSphinxTranscriber { try PocketSphinxTranscriber(model: .find()) }

  static func transcript(of file: URL, _ grammar: AnswerGrammar) async throws -> Transcript {
    try await transcriber().transcribe(try WaveFile(path: file.path), named: file.lastPathComponent, grammar: grammar)
  }
}
