import Foundation

/// The half of the band above 4 kHz that a telephone takes away, made of the half below.
///
/// The model has learnt the full band: without its upper half every fricative is like silence to it. What lies below 4 kHz is
/// mirrored there, loudly where a sound is bright (a fricative, whose energy grows upwards) and softly where it is dark (a
/// vowel). After J. Makhoul, M. Berouti, "High-frequency regeneration in speech coding systems", 1979.
enum BandExtension {
  /// Gains of the mirrored half for a dark sound and for a bright one.
  private static let dark: Float = 0.1
  private static let bright: Float = 2
  /// Energy between 2.5 and 3.9 kHz over that between 0.1 and 2 kHz, up to which a sound is dark and from which it is bright.
  private static let darkest: Float = 0.05
  private static let brightest: Float = 0.5
  /// The bins of these two bands.
  private static let high = 80..<125
  private static let low = 4..<64

  /// Overwrites what lies above 4 kHz.
  static func apply(to spectrogram: inout Spectrogram) {
    let middle = Spectrogram.binCount / 2
    for frame in 0..<spectrogram.frameCount {
      let gain = gain(spectrogram.power(frame))
      let row = frame * Spectrogram.binCount
      // A signal times (-1)^n has its spectrum mirrored; frames begin at even samples, so that the phases fit together.
      for offset in 1...middle {
        spectrogram.real[row + middle + offset] = gain * spectrogram.real[row + middle - offset]
        spectrogram.imaginary[row + middle + offset] = -gain * spectrogram.imaginary[row + middle - offset]
      }
    }
  }

  private static func gain(_ power: [Float]) -> Float {
    let ratio = power[high].reduce(0, +) / max(power[low].reduce(0, +), 1e-12)
    let place = log(max(ratio, 1e-9) / darkest) / log(brightest / darkest)
    return dark * pow(bright / dark, min(1, max(0, place)))
  }
}
