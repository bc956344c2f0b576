import ArgumentParser
import Foundation
import Speech
import Subprocess

/// `alight-lab make-samples`: the sounds of the alerts and the spoken sample answers of `Audio/`.
struct MakeSamples: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-samples",
    abstract: "Make the alert sounds and the sample answers, which espeak-ng and flite speak.")

  @Argument(help: "The folder to write to.")
  var folder = "Audio"

  /// What is said into which file, by which voice.
  private struct Sample {
    var file: String
    var text: String
    var speaker: Speaker
  }

  private enum Speaker {
    case espeak(voice: String)
    case flite(voice: String)
  }

  private static let samples = [
    Sample(file: "answers/from.wav", text: "Linz Hauptbahnhof", speaker: .espeak(voice: "de+m3")),
    Sample(file: "answers/to.wav", text: "Hagenberg", speaker: .espeak(voice: "de+m3")),
    Sample(file: "answers/mode.wav", text: "by stops", speaker: .espeak(voice: "en-us+m3")),
    Sample(file: "answers/interval.wav", text: "two stops before", speaker: .espeak(voice: "en-us+m3")),
    Sample(file: "answers/confirm.wav", text: "yes", speaker: .espeak(voice: "en-us+m3")),
    Sample(file: "phrases/to-carrier.wav", text: "I want to go to Hagenberg", speaker: .flite(voice: "rms")),
    Sample(file: "phrases/by-time.wav", text: "by time", speaker: .flite(voice: "slt")),
    Sample(file: "phrases/five-minutes.wav", text: "five minutes before", speaker: .flite(voice: "slt")),
    Sample(file: "phrases/by-distance.wav", text: "by distance", speaker: .flite(voice: "slt")),
    Sample(file: "phrases/half-a-kilometer.wav", text: "half a kilometer", speaker: .flite(voice: "rms")),
    Sample(file: "phrases/help.wav", text: "help", speaker: .flite(voice: "slt")),
    Sample(file: "phrases/cancel.wav", text: "cancel", speaker: .flite(voice: "rms")),
    Sample(
      file: "phrases/no-answer.wav", text: "the weather was rather pleasant all through the summer",
      speaker: .flite(voice: "slt")),
  ]

  func run() async throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    for (name, signal) in AlertSounds.all {
      try write(signal, sampleRate: AlertSounds.sampleRate, to: folder.appending(path: name))
    }
    for sample in Self.samples {
      let target = folder.appending(path: sample.file)
      let spoken = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString).wav")
      defer { try? FileManager.default.removeItem(at: spoken) }
      try await speak(sample, to: spoken.path)
      let recording = try WaveFile(path: spoken.path)
      try write(Resampler(from: recording.sampleRate, to: 16_000)(recording.samples), sampleRate: 16_000, to: target)
    }
  }

  private func speak(_ sample: Sample, to path: String) async throws {
    let (program, arguments): (String, [String]) =
      switch sample.speaker {
      case .espeak(let voice): ("espeak-ng", ["-v", voice, "-s", "145", "-w", path, sample.text])
      case .flite(let voice): ("flite", ["-voice", voice, "-t", sample.text, "-o", path])
      }
    let result = try await Subprocess.run(
      .name(program), arguments: Arguments(arguments), output: .discarded, error: .discarded)
    guard result.terminationStatus.isSuccess else {
      throw ValidationError("\(program) failed to say \"\(sample.text)\": install it with 'apt install \(program)'")
    }
  }

  private func write(_ samples: [Float], sampleRate: Int, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    var bytes = Data()
    func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func append(_ value: Int, _ width: Int) {
      for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    append("RIFF")
    append(36 + 2 * samples.count, 4)
    append("WAVEfmt ")
    append(16, 4)
    append(1, 2)
    append(1, 2)
    append(sampleRate, 4)
    append(2 * sampleRate, 4)
    append(2, 2)
    append(16, 2)
    append("data")
    append(2 * samples.count, 4)
    for sample in samples { append(Int((max(-1, min(1, sample)) * 32_767).rounded()), 2) }
    try bytes.write(to: file)
  }
}
