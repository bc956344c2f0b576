import CKissFFT
import Foundation

/// A signal as short overlapping spectra, and back.
///
/// Frames of 32 ms every 8 ms under a Hann window; the same window again on the way back, weighted out.
struct Spectrogram: Sendable {
  static let frame = 512
  static let hop = 128
  static let binCount = frame / 2 + 1

  /// Frame by frame, `binCount` for each: real and imaginary parts.
  var real: [Float]
  var imaginary: [Float]
  let frameCount: Int
  private let sampleCount: Int

  private static let window: [Float] = (0..<frame).map { place in
    0.5 - 0.5 * Float(cos(Double(2 * .pi * Float(place) / Float(frame))))
  }

  init(_ samples: [Float]) {
    sampleCount = samples.count
    // A frame of silence on both sides, so that each sample lies under as many windows.
    let padded = [Float](repeating: 0, count: Self.frame) + samples + [Float](repeating: 0, count: 2 * Self.frame)
    frameCount = (padded.count - Self.frame) / Self.hop + 1
    real = [Float](repeating: 0, count: frameCount * Self.binCount)
    imaginary = real
    guard let transform = kiss_fftr_alloc(Int32(Self.frame), 0, nil, nil) else { return }
    defer { kissfft_free(transform) }
    var input = [Float](repeating: 0, count: Self.frame)
    var output = [kiss_fft_cpx](repeating: kiss_fft_cpx(), count: Self.binCount)
    for number in 0..<frameCount {
      let start = number * Self.hop
      for place in 0..<Self.frame { input[place] = padded[start + place] * Self.window[place] }
      kiss_fftr(transform, &input, &output)
      let row = number * Self.binCount
      for bin in 0..<Self.binCount {
        real[row + bin] = output[bin].r
        imaginary[row + bin] = output[bin].i
      }
    }
  }

  /// The energy of each bin of a frame.
  func power(_ frame: Int) -> [Float] {
    let row = frame * Self.binCount
    return (row..<row + Self.binCount).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
  }

  /// The signal that the spectra are those of, as long as the one they were made from.
  func samples() -> [Float] {
    guard let transform = kiss_fftr_alloc(Int32(Self.frame), 1, nil, nil) else { return [] }
    defer { kissfft_free(transform) }
    var sums = [Float](repeating: 0, count: (frameCount - 1) * Self.hop + Self.frame)
    var weights = sums
    var input = [kiss_fft_cpx](repeating: kiss_fft_cpx(), count: Self.binCount)
    var output = [Float](repeating: 0, count: Self.frame)
    for number in 0..<frameCount {
      let row = number * Self.binCount
      for bin in 0..<Self.binCount { input[bin] = kiss_fft_cpx(r: real[row + bin], i: imaginary[row + bin]) }
      kiss_fftri(transform, &input, &output)
      for place in 0..<Self.frame {
        let window = Self.window[place]
        // The library's inverse is not scaled by the number of points.
        sums[number * Self.hop + place] += output[place] / Float(Self.frame) * window
        weights[number * Self.hop + place] += window * window
      }
    }
    return (Self.frame..<Self.frame + sampleCount).map { sums[$0] / max(weights[$0], 1e-6) }
  }
}
