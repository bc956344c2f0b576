import Foundation
import Speech

/// Reads spoilt recordings, one after the other.
struct WaveReading {
  private var runCount = 0

  /// Reads one file as bytes of a known, an unknown and a greater length, now and then from a file, and resamples what it
  /// holds.
  /// - Parameter file: where it is written to be read by its path.
  /// - Returns: what was found out.
  mutating func read(_ input: (kind: FuzzWaves.Kind, bytes: [UInt8]), file: String) -> ReadFinding {
    runCount += 1
    let start = ProcessorTime.milliseconds
    var flaws: [String] = []
    let whole = Self.outcome { () throws(SpeechError) in try WaveFile(bytes: input.bytes, named: "fuzzed") }
    flaws += Self.flaws(whole)
    for size in [nil, input.bytes.count + 40_000_000] {
      flaws += Self.flaws(
        Self.outcome { () throws(SpeechError) in try WaveFile(bytes: input.bytes, fileSize: size, named: "fuzzed") })
    }
    if runCount % 16 == 0, FileManager.default.createFile(atPath: file, contents: Data(input.bytes)) {
      let read = Self.outcome { () throws(SpeechError) in try WaveFile(path: file) }
      if case .success(let one) = whole, case .success(let other) = read, one != other {
        flaws.append("other from a file")
      }
      if case .success = whole, case .failure(let error) = read { flaws.append("unread from a file: \(error)") }
      if case .failure = whole, case .success = read { flaws.append("read from a file only") }
    }
    let wave = try? whole.get()
    if let wave, runCount % 8 == 0, wave.samples.count < 20_000 {
      let samples = Resampler(from: wave.sampleRate, to: 16_000)(wave.samples)
      if samples.contains(where: { !$0.isFinite }) { flaws.append("resampled to what is no number") }
    }
    return ReadFinding(
      kind: input.kind.rawValue, milliseconds: ProcessorTime.milliseconds - start, isRead: wave != nil, flaws: flaws,
      run: runCount, byteCount: input.bytes.count)
  }

  private static func outcome(_ read: () throws(SpeechError) -> WaveFile) -> Result<WaveFile, SpeechError> {
    do throws(SpeechError) { return .success(try read()) } catch { return .failure(error) }
  }

  /// What no reading may come to, whatever was read.
  private static func flaws(_ outcome: Result<WaveFile, SpeechError>) -> [String] {
    switch outcome {
    case .success(let wave):
      var flaws: [String] = []
      if wave.samples.contains(where: { !$0.isFinite }) { flaws.append("samples that are no numbers") }
      if !WaveFile.sampleRates.contains(wave.sampleRate) { flaws.append("\(wave.sampleRate) samples a second") }
      if !(0...1).contains(wave.clipped) { flaws.append("clipped \(wave.clipped)") }
      if !wave.seconds.isFinite || wave.seconds + 1e-9 < Double(wave.samples.count) / wave.sampleRate {
        flaws.append("\(wave.samples.count) samples in \(wave.seconds) s")
      }
      if wave.samples.count > Int(wave.sampleRate * 31) { flaws.append("\(wave.samples.count) samples kept") }
      return flaws
    case .failure(let error):
      return error.isAboutRecording && error.description.contains("fuzzed") ? [] : ["refused by \(error)"]
    }
  }
}
