import Foundation
import Speech

/// What the reader made of one file.
struct WaveFinding: Codable {
  var kind: String
  var milliseconds: Double
  /// What is wrong with the result; empty for one that is only slow.
  var flaws: [String]
  /// The number of the run.
  var run: Int
  var byteCount: Int
}

/// Reads spoilt recordings, one after the other.
struct WaveReading {
  /// How many were read as sound.
  private(set) var readCount = 0
  private(set) var runCount = 0
  private(set) var slowest: [WaveFinding] = []

  /// Reads one file as bytes of a known, an unknown and a greater length, now and then from a file, and resamples what it
  /// holds.
  /// - Parameter file: where it is written to be read by its path.
  /// - Returns: what was found out.
  mutating func read(_ input: (kind: FuzzWaves.Kind, bytes: [UInt8]), file: String) -> WaveFinding {
    runCount += 1
    let start = Self.milliseconds()
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
    if case .success(let wave) = whole {
      readCount += 1
      if runCount % 8 == 0, wave.samples.count < 20_000 {
        let samples = Resampler(from: wave.sampleRate, to: 16_000)(wave.samples)
        if samples.contains(where: { !$0.isFinite }) { flaws.append("resampled to what is no number") }
      }
    }
    let finding = WaveFinding(
      kind: input.kind.rawValue, milliseconds: Self.milliseconds() - start, flaws: flaws, run: runCount,
      byteCount: input.bytes.count)
    keep(finding)
    return finding
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

  private mutating func keep(_ finding: WaveFinding) {
    guard finding.milliseconds > slowest.last?.milliseconds ?? 0 || slowest.count < 5 else { return }
    slowest.append(finding)
    slowest.sort { $0.milliseconds > $1.milliseconds }
    if slowest.count > 5 { slowest.removeLast() }
  }

  /// How long this thread has been running on a processor.
  private static func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
