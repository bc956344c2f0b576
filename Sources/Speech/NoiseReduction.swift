import Foundation

/// A recording with its steady noise taken down and, from a telephone, its band made whole; and what was found out about the
/// channel that it came through.
///
/// A Wiener filter whose ratio of speech to noise is carried from frame to frame (Y. Ephraim, D. Malah, "Speech enhancement
/// using a minimum mean-square error short-time spectral amplitude estimator", 1984; P. Scalart, J. Vieira Filho, 1996). The
/// noise is that of the quietest frames, since an answer is too short to follow a noise that changes.
struct NoiseReduction: Sendable {
  let samples: [Float]
  let channel: Channel

  /// Share of the frames that are taken for noise alone: pauses and the time before and after speech.
  private static let quietShare = 0.15
  /// Weight of the frame before in the ratio of speech to noise; more of it sounds smoother and smears plosives.
  private static let memory: Float = 0.9
  /// Noise is taken down to a quarter and no further: what is left hides the tones that any filter leaves behind.
  private static let leastGain: Float = 0.25
  /// The bin of 300 Hz: hum below tells nothing of where pauses are.
  private static let lowest = 10

  /// - Parameter samples: At 16 kHz, without a direct-current offset.
  init(_ samples: [Float]) {
    var spectrogram = Spectrogram(samples)
    let powers = (0..<spectrogram.frameCount).map { spectrogram.power($0) }
    // The outermost frames reach beyond the recording.
    let inside = powers.count > 16 ? powers[4..<powers.count - 8] : powers[...]
    let noise = Self.noise(inside)
    channel = Channel(inside, noise: noise)
    let isNoisy = noise.contains { $0 > 0 }
    guard isNoisy || channel.kind == .telephone else {
      self.samples = samples
      return
    }
    if isNoisy { Self.reduce(noise, in: &spectrogram, powers) }
    if channel.kind == .telephone { BandExtension.apply(to: &spectrogram) }
    self.samples = spectrogram.samples()
  }

  private static func reduce(_ noise: [Float], in spectrogram: inout Spectrogram, _ powers: [[Float]]) {
    var before = [Float](repeating: 0, count: Spectrogram.binCount)
    for (frame, power) in powers.enumerated() {
      let row = frame * Spectrogram.binCount
      for bin in 0..<Spectrogram.binCount {
        let ratio = power[bin] / max(noise[bin], 1e-12)
        let speech = memory * before[bin] + (1 - memory) * max(ratio - 1, 0)
        let gain = max(speech / (1 + speech), leastGain)
        spectrogram.real[row + bin] *= gain
        spectrogram.imaginary[row + bin] *= gain
        before[bin] = gain * gain * ratio
      }
    }
  }

  /// The mean spectrum of the quietest frames; nothing where these are digital silence, which has no noise to show.
  private static func noise(_ powers: ArraySlice<[Float]>) -> [Float] {
    let inside = Array(powers)
    let loudness = inside.map { $0[lowest...].reduce(0, +) }
    let quiet = loudness.indices.sorted { loudness[$0] < loudness[$1] }
      .prefix(max(3, Int(Double(loudness.count) * quietShare)))
    var mean = [Float](repeating: 0, count: Spectrogram.binCount)
    for frame in quiet {
      for bin in mean.indices { mean[bin] += inside[frame][bin] / Float(quiet.count) }
    }
    return mean
  }
}
