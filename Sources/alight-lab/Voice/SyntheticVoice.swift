import ArgumentParser
import Foundation

/// A synthesizer's voice: `espeak:mb-de6`, `espeak:de+f2@160`, `flite:slt`, `pico:de-DE@110`.
///
/// The number after @ is the pace: words a minute for espeak-ng, per cent of the usual for pico, a stretch of time for flite.
struct SyntheticVoice: ExpressibleByArgument, Hashable {
  enum Synthesizer: String {
    case espeak, flite, pico
  }

  let argument: String
  let synthesizer: Synthesizer
  let voice: String
  let pace: String?

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let synthesizer = Synthesizer(rawValue: parts[0]) else { return nil }
    let named = parts[1].split(separator: "@", maxSplits: 1).map(String.init)
    guard let voice = named.first, !voice.isEmpty else { return nil }
    self.argument = argument
    self.synthesizer = synthesizer
    self.voice = voice
    pace = named.count > 1 ? named[1] : nil
    if let pace, Double(pace) == nil { return nil }
  }

  /// For names of files.
  var slug: String { String(argument.map { $0.isLetter || $0.isNumber ? $0 : "-" }) }

  func speak(_ text: String, to path: String) async throws {
    switch synthesizer {
    case .espeak:
      try await LabProgram("espeak-ng", package: "espeak-ng")
        .run(["-v", voice] + (pace.map { ["-s", $0] } ?? []) + ["-w", path, text])
    case .flite:
      try await LabProgram("flite", package: "flite")
        .run(
          ["-voice", voice] + (pace.map { ["--setf", "duration_stretch=\($0)"] } ?? []) + ["-t", text, "-o", path])
    case .pico:
      let spoken = pace.map { "<speed level=\"\($0)\">\(text)</speed>" } ?? text
      try await LabProgram("pico2wave", package: "libttspico-utils (Debian's section non-free)")
        .run(["-l", voice, "-w", path, spoken])
    }
  }
}
