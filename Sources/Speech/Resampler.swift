import Foundation

/// Changes the sample rate of a signal by a windowed sinc, without aliases.
///
/// Source: J. O. Smith, "Digital Audio Resampling", bandlimited interpolation; Kaiser window of 80 dB.
public struct Resampler: Sendable {
  private let step: Double
  private let phaseCount: Int
  /// Taps each side of the centre.
  private let reach: Int
  /// One filter of `2 * reach` taps a phase.
  private let filters: [Float]

  /// - Precondition: Both rates are above 0.
  public init(from source: Double, to target: Double) {
    step = source / target
    // Rates in a simple ratio need few filters; others are rounded to 1/512 of a sample, which lies below 16 bit noise.
    let divisor = Self.greatestCommonDivisor(Int(source.rounded()), Int(target.rounded()))
    phaseCount = max(1, min(512, Int(target.rounded()) / max(1, divisor)))
    // 32 zero crossings make the way from 85 % of the band, passed unchanged, to its end, where 80 dB are gone: the model
    // listens up to 6.8 kHz, and telephones carry 3.4 kHz of 4.
    let cutoff = min(1, target / source) * 0.925
    let reach = Int((32 / cutoff).rounded(.up))
    var filters: [Float] = []
    filters.reserveCapacity(phaseCount * 2 * reach)
    for phase in 0..<phaseCount {
      let shift = Double(phase) / Double(phaseCount)
      let taps = (0..<2 * reach).map { tap in
        Self.kernel(Double(tap - reach + 1) - shift, cutoff: cutoff, reach: Double(reach))
      }
      let sum = taps.reduce(0, +)
      filters.append(contentsOf: taps.map { Float($0 / sum) })
    }
    self.reach = reach
    self.filters = filters
  }

  /// The signal at the target rate; outside its ends it counts as silent.
  public func callAsFunction(_ samples: [Float]) -> [Float] {
    if step == 1 { return samples }
    let count = Int((Double(samples.count) / step).rounded())
    return [Float](unsafeUninitializedCapacity: count) { output, initialized in
      for index in 0..<count {
        let position = Double(index) * step
        var base = Int(position)
        var phase = Int(((position - Double(base)) * Double(phaseCount)).rounded())
        if phase == phaseCount {
          phase = 0
          base += 1
        }
        let first = base - reach + 1
        var sum: Float = 0
        for tap in max(0, -first)..<max(max(0, -first), min(2 * reach, samples.count - first)) {
          sum += samples[first + tap] * filters[phase * 2 * reach + tap]
        }
        output[index] = sum
      }
      initialized = count
    }
  }

  private static func kernel(_ x: Double, cutoff: Double, reach: Double) -> Double {
    let place = x / reach
    guard abs(place) < 1 else { return 0 }
    let angle = Double.pi * x * cutoff
    let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
    return sinc * bessel(8 * (1 - place * place).squareRoot())
  }

  /// Modified Bessel function of the first kind and order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for index in 1...25 {
      term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
      sum += term
    }
    return sum
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
