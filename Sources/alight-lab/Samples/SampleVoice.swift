import Journey
import Alerts
import ArgumentParser
import Foundation
import Speech
import Subprocess

/// What speaks a sample answer: a synthetic voice, or a sound that is no speech.
enum SampleVoice: Hashable {
  case espeak(String)
  case flite(String)
  case silence, hiss, hum

  static let forms = "write espeak-ng:VOICE, flite:VOICE, silence, hiss or hum"
  static let sampleRate = 16_000

  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("espeak-ng", 2): self = .espeak(parts[1])
    case ("flite", 2): self = .flite(parts[1])
    case ("silence", 1): self = .silence
    case ("hiss", 1): self = .hiss
    case ("hum", 1): self = .hum
    default: return nil
    }
  }

  var speaks: Bool {
    switch self {
    case .espeak, .flite: true
    case .silence, .hiss, .hum: false
    }
  }

  /// The samples of a text at 16 kHz: the same ones each time, by the same versions of the programs.
  /// - Parameter speed: of the voice's own, 1.
  /// - Throws: `ValidationError` where the program is missing or does not know the voice.
  func samples(of text: String, speed: Double) async throws -> [Float] {
    switch self {
    case .espeak(let voice):
      // 175 words a minute are its own pace.
      let pace = "\(Int((175 * speed).rounded()))"
      return try await Self.spoken("espeak-ng") { ["-v", voice, "-s", pace, "-w", $0, text] }
    case .flite(let voice):
      let stretch = String(format: "%.3f", 1 / speed)
      return try await Self.spoken("flite") {
        ["-voice", voice, "--setf", "duration_stretch=\(stretch)", "-t", text, "-o", $0]
      }
    case .silence: return Self.sound { _ in 0 }
    case .hiss:
      var random = SplitMix(seed: 1)
      return Self.sound { _ in Float(Int64(bitPattern: random.next()) >> 40) / Float(1 << 23) * 0.1 }
    case .hum: return Self.sound { 0.2 * Float(sin(2 * .pi * 50 * Double($0) / Double(Self.sampleRate))) }
    }
  }

  /// A second and a half.
  private static func sound(_ sample: (Int) -> Float) -> [Float] { (0..<sampleRate * 3 / 2).map(sample) }

  private static func spoken(_ program: String, _ arguments: (String) -> [String]) async throws -> [Float] {
    let file = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    let hint = "install it with 'apt install \(program)'"
    do {
      let result = try await Subprocess.run(
        .name(program), arguments: Arguments(arguments(file.path)), output: .discarded, error: .string(limit: 4096))
      let said = result.standardError.split(separator: "\n").first.map(String.init) ?? ""
      guard result.terminationStatus.isSuccess else { throw ValidationError("\(program) failed: \(said); \(hint)") }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw ValidationError("\(program) is not there: \(hint)")
    }
    let recording = try WaveFile(path: file.path)
    return Resampler(from: recording.sampleRate, to: Double(sampleRate))(recording.samples)
  }
}
