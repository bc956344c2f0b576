import ArgumentParser
import Foundation

/// `alight-lab make-samples`: the sounds of the alerts and the spoken sample answers of `Audio/`.
struct MakeSamples: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-samples", abstract: "Make the alert sounds and the sample answers.",
    discussion: """
      The table says which file says what, and whose voice speaks it: espeak-ng's, flite's, or silence, hiss or hum. Files are \
      of one channel of 16 bit at 16 kHz, and the same to the byte each time, by the same versions of the two programs.

      Examples:
        alight-lab make-samples                        # writes Audio/
        alight-lab make-samples /tmp/own --table own.tsv
      """)

  @Argument(help: "The folder to write to.")
  var folder = "Audio"

  @Option(help: "The table of samples (default: samples.tsv of the folder).")
  var table: String?

  func run() async throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    let samples = try SampleTable(path: table ?? folder.appending(path: "samples.tsv").path).samples
    var size = 0
    for (name, signal) in AlertSounds.all {
      size += try write(signal, sampleRate: AlertSounds.sampleRate, to: folder.appending(path: name))
    }
    for sample in samples {
      let signal = try await sample.voice.samples(of: sample.text, speed: sample.speed)
      size += try write(signal, sampleRate: SampleVoice.sampleRate, to: folder.appending(path: sample.file))
    }
    let voices = Set(samples.map(\.voice)).filter(\.speaks).count
    print(
      "\(samples.count) samples by \(voices) voices, \(String(format: "%.1f", Double(size) / 1e6)) MB with the alert sounds"
    )
  }

  private func write(_ samples: [Float], sampleRate: Int, to file: URL) throws -> Int {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let bytes = WaveBytes.file(samples, sampleRate: sampleRate)
    try Data(bytes).write(to: file, options: .atomic)
    return bytes.count
  }
}
