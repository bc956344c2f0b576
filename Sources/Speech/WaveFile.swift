import Foundation

/// A recording as one channel of samples between -1 and 1.
public struct WaveFile: Sendable, Hashable {
  public var samples: [Float]
  /// Samples a second, 8,000 to 192,000.
  public var sampleRate: Double
  /// Share of the samples at full scale, 0 to 1.
  public var clipped: Double

  public init(samples: [Float], sampleRate: Double, clipped: Double = 0) {
    self.samples = samples
    self.sampleRate = sampleRate
    self.clipped = clipped
  }

  public var seconds: Double { Double(samples.count) / sampleRate }

  /// Reads RIFF/WAVE with PCM of 8 to 32 bit or floats of 32 or 64 bit, whatever its rate and number of channels.
  /// - Throws: `SpeechError` with the file's name, what is wrong and what to do.
  public init(path: String) throws(SpeechError) {
    throw .cannotRead(name: path, reason: "not built yet")
  }
}
