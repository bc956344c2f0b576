import Foundation
import Testing

@testable import Speech

@Suite("Resampling to 16 kHz")
struct ResamplerTests {
  private static let rates = [8_000.0, 11_025, 22_050, 44_100, 48_000, 96_000]

  /// The middle half second of a tone of a second after it was resampled.
  private func resampled(_ frequency: Double, from rate: Double) -> [Float] {
    let result = Resampler(from: rate, to: 16_000)(Recordings.tone(frequency, rate: rate, count: Int(rate)))
    #expect(abs(result.count - 16_000) <= 1)
    return Array(result[4_000..<12_000])
  }

  /// How strong one frequency is in a signal, as the amplitude of its wave; the window keeps others out.
  private func amplitude(of frequency: Double, in samples: [Float]) -> Double {
    var (real, imaginary, weight) = (0.0, 0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let window = 1 - cos(2 * .pi * (Double(index) + 0.5) / Double(samples.count))
      let angle = 2 * Double.pi * frequency * Double(index) / 16_000
      real += window * cos(angle) * Double(sample)
      imaginary += window * sin(angle) * Double(sample)
      weight += window
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / weight
  }

  @Test("keeps a tone's pitch and phase from every usual rate", arguments: rates)
  func keepsTone(rate: Double) {
    let result = resampled(1_000, from: rate)
    let wanted = Recordings.tone(1_000, rate: 16_000, count: 16_000)[4_000..<12_000]
    #expect((zip(result, wanted).map { abs($0 - $1) }.max() ?? 1) < 0.001)
  }

  @Test("keeps the level of the whole voice band within a tenth of a decibel", arguments: rates)
  func passband(rate: Double) {
    let highest = min(rate, 16_000) / 2 * 0.85
    for frequency in stride(from: 100, through: highest, by: (highest - 100) / 9) {
      let level = 20 * log10(amplitude(of: frequency, in: resampled(frequency, from: rate)) / 0.5)
      #expect(abs(level) < 0.1, "\(level) dB at \(frequency) Hz")
    }
  }

  @Test("lets nothing above the new band alias into it: 75 dB down", arguments: rates.filter { $0 > 16_000 })
  func aliases(rate: Double) {
    for frequency in stride(from: 8_050, to: rate / 2 * 0.98, by: (rate / 2 * 0.98 - 8_050) / 8) {
      let loudest = resampled(frequency, from: rate).reduce(0) { max($0, abs($1)) }
      #expect(20 * log10(Double(loudest) / 0.5) < -75, "\(frequency) Hz")
    }
  }

  @Test("adds no mirror images above the old band: 75 dB down", arguments: [8_000.0, 11_025])
  func images(rate: Double) {
    for frequency in [300.0, 1_000, rate * 0.4] {
      let result = resampled(frequency, from: rate)
      let image = rate - frequency
      guard image < 8_000 else { continue }
      #expect(20 * log10(amplitude(of: image, in: result) / 0.5) < -75, "\(frequency) Hz")
    }
  }
}
