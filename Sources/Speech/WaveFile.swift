import Foundation

/// A recording as one channel of samples, nominally between -1 and 1.
public struct WaveFile: Sendable, Hashable {
  public var samples: [Float]
  /// Samples a second.
  public var sampleRate: Double
  /// Length of the whole recording, of which `samples` may be only the beginning.
  public var seconds: Double
  /// Share of the samples at full scale, 0 to 1.
  public var clipped: Double

  /// The rates that are read.
  public static let sampleRates: ClosedRange<Double> = 8_000...192_000

  /// No spoken answer needs more: longer recordings are refused, so that the rest need not be read.
  static let secondsKept = 30.0

  public init(samples: [Float], sampleRate: Double, clipped: Double = 0) {
    self.init(samples: samples, sampleRate: sampleRate, seconds: Double(samples.count) / sampleRate, clipped: clipped)
  }

  init(samples: [Float], sampleRate: Double, seconds: Double, clipped: Double) {
    self.samples = samples
    self.sampleRate = sampleRate
    self.seconds = seconds
    self.clipped = clipped
  }

  /// Reads RIFF/WAVE with PCM of 8 to 32 bit, floats of 32 or 64 bit, or A-law or mu-law, of any number of channels.
  ///
  /// Channels are averaged, silent ones left out. Of a long file the first half minute is kept.
  /// - Parameter path: A file, or `-` for standard input.
  /// - Throws: `SpeechError` with the file's name, what is wrong and what to do.
  public init(path: String) throws(SpeechError) {
    let recording = try RecordingBytes(path: path, seconds: Self.secondsKept)
    try self.init(
      bytes: recording.bytes, fileSize: recording.size, named: path == "-" ? "standard input" : path)
  }

  /// Reads a recording that is in memory.
  /// - Parameters:
  ///   - bytes: The file from its beginning.
  ///   - fileSize: Bytes of the whole file, where `bytes` is only the beginning of it; nil where nobody knows.
  ///   - name: What messages call it.
  public init(bytes: [UInt8], fileSize: Int?, named name: String) throws(SpeechError) {
    let layout = try WaveLayout(bytes, fileSize: fileSize, named: name)
    let frames = layout.frames(in: bytes, maximumSeconds: Self.secondsKept)
    let strange = layout.shareWithoutValue(bytes, frames: frames)
    guard strange < 0.5 else {
      let share = Int(strange * 100)
      throw .badWave(name: name, reason: "\(share) % of its samples are no numbers that a sample can have")
    }
    self = layout.decode(bytes, frames: frames)
  }

  /// Reads a whole recording that is in memory.
  /// - Parameter name: What messages call it.
  public init(bytes: [UInt8], named name: String) throws(SpeechError) {
    try self.init(bytes: bytes, fileSize: bytes.count, named: name)
  }
}
