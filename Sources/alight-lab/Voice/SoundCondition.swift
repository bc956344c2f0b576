import ArgumentParser
import Foundation

/// What happens to a recording on its way: nothing, a telephone, pink noise so many dB below the speech, or what else may come together:
/// a room, a codec, silence around, a low or high level.
enum SoundCondition: ExpressibleByArgument, Hashable {
  case clean
  case narrow
  case noise(decibels: Double)
  case varied

  /// `clean`, `narrow`, `varied` or `noise20`.
  init?(argument: String) {
    switch argument {
    case "clean": self = .clean
    case "narrow": self = .narrow
    case "varied": self = .varied
    default:
      guard argument.hasPrefix("noise"), let decibels = Double(argument.dropFirst(5)) else { return nil }
      self = .noise(decibels: decibels)
    }
  }

  var name: String {
    switch self {
    case .clean: "clean"
    case .narrow: "narrow"
    case .varied: "varied"
    case .noise(let decibels): "noise\(decibels.formatted(.number.grouping(.never)))"
    }
  }

  private static let sox = LabProgram("sox", package: "sox")

  /// Writes a recording as 16 kHz mono under this condition.
  func apply(to recording: String, into target: String) async throws {
    if self == .varied { return try await Self.vary(recording, into: target) }
    let telephone = self == .narrow ? ["rate", "8000"] : []
    guard case .noise(let decibels) = self else {
      try await Self.sox.run(["-D", recording, "-b", "16", "-c", "1", target] + telephone + ["rate", "16000"])
      return
    }
    try await Self.mix(recording, noise: "pinknoise", decibels, into: target)
  }

  /// Draws by the name of the target, so that a table of recordings is always the same.
  private static func vary(_ recording: String, into target: String) async throws {
    var seed = URL(filePath: target).lastPathComponent.utf8.reduce(UInt64(1_469_598_103_934_665_603)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    func share() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 40) / Double(1 << 24)
    }
    let (coded, noisy) = (target + (share() < 0.5 ? ".gsm" : ".ulaw.wav"), target + ".noisy.wav")
    defer { for file in [coded, noisy] { try? FileManager.default.removeItem(atPath: file) } }
    var source = recording
    if share() < 0.4 {
      let law = coded.hasSuffix(".wav") ? ["-e", "mu-law"] : []
      try await sox.run(["-D", recording, "-r", "8000", "-c", "1"] + law + [coded])
      source = coded
    }
    if share() < 0.6 {
      try await mix(source, noise: "brownnoise", 15 + 25 * share(), into: noisy)
      source = noisy
    }
    let room = share() < 0.3 ? ["reverb", "\(Int(10 + 40 * share()))"] : []
    let level = ["gain", "-n", "\(-20 * share())"]
    let silence = ["pad", "\(1.5 * share())", "\(1.5 * share())"]
    try await sox.run(["-D", source, "-b", "16", "-c", "1", target, "rate", "16000"] + room + level + silence)
  }

  private static func mix(_ recording: String, noise kind: String, _ decibels: Double, into target: String) async throws
  {
    let (plain, noise) = (target + ".plain.wav", target + ".noise.wav")
    defer { for file in [plain, noise] { try? FileManager.default.removeItem(atPath: file) } }
    try await sox.run(["-D", recording, "-b", "16", "-c", "1", plain, "rate", "16000"])
    let speech = try await measure(plain)
    try await sox.run(
      ["-R", "-n", "-r", "16000", "-b", "16", "-c", "1", noise, "synth", "\(speech.seconds)", kind])
    let gain = speech.level / pow(10, decibels / 20) / max(try await measure(noise).level, 1e-9)
    // Below full scale, so that the sum of both is not clipped.
    try await sox.run(["-m", "-v", "0.8", plain, "-v", "\(0.8 * gain)", noise, "-b", "16", target])
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
