import ArgumentParser
import Foundation

/// What happens to a recording on its way: nothing, a telephone, or pink noise so many dB below the speech.
enum SoundCondition: ExpressibleByArgument, Hashable {
  case clean
  case narrow
  case noise(decibels: Double)

  /// `clean`, `narrow`, or `noise20`.
  init?(argument: String) {
    switch argument {
    case "clean": self = .clean
    case "narrow": self = .narrow
    default:
      guard argument.hasPrefix("noise"), let decibels = Double(argument.dropFirst(5)) else { return nil }
      self = .noise(decibels: decibels)
    }
  }

  var name: String {
    switch self {
    case .clean: "clean"
    case .narrow: "narrow"
    case .noise(let decibels): "noise\(decibels.formatted(.number.grouping(.never)))"
    }
  }

  private static let sox = LabProgram("sox", package: "sox")

  /// Writes a recording as 16 kHz mono under this condition.
  func apply(to recording: String, into target: String) async throws {
    let telephone = self == .narrow ? ["rate", "8000"] : []
    guard case .noise(let decibels) = self else {
      try await Self.sox.run(["-D", recording, "-b", "16", "-c", "1", target] + telephone + ["rate", "16000"])
      return
    }
    let (plain, noise) = (target + ".plain.wav", target + ".noise.wav")
    defer { for file in [plain, noise] { try? FileManager.default.removeItem(atPath: file) } }
    try await Self.sox.run(["-D", recording, "-b", "16", "-c", "1", plain, "rate", "16000"])
    let speech = try await Self.measure(plain)
    try await Self.sox.run(
      ["-R", "-n", "-r", "16000", "-b", "16", "-c", "1", noise, "synth", "\(speech.seconds)", "pinknoise"])
    let gain = speech.level / pow(10, decibels / 20) / max(try await Self.measure(noise).level, 1e-9)
    // Below full scale, so that the sum of both is not clipped.
    try await Self.sox.run(["-m", "-v", "0.8", plain, "-v", "\(0.8 * gain)", noise, "-b", "16", target])
  }

  /// Length and root mean square, as sox tells them.
  private static func measure(_ path: String) async throws -> (seconds: Double, level: Double) {
    let lines = try await sox.run([path, "-n", "stat"]).talk.split(separator: "\n")
    func value(_ name: String) -> Double {
      lines.first { $0.hasPrefix(name) }?.split(separator: ":").last
        .flatMap { Double($0.trimmingCharacters(in: .whitespaces)) } ?? 0
    }
    return (value("Length (seconds)"), value("RMS     amplitude"))
  }
}
