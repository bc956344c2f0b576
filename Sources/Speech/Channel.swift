import Foundation

/// What a recording came through, as far as the recording tells: scores mean something else on a telephone than in a quiet room.
public struct Channel: Sendable, Hashable {
  /// Recordings that are judged alike.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// The full band with little noise.
    case wide
    /// Nothing above 4 kHz.
    case telephone
    /// The full band with noise.
    case noisy
  }

  /// The most energy that any frame has above 4.2 kHz beyond the noise there, over that of loud frames, in dB.
  public var highBand: Double
  /// Speech over the quietest frames, in dB. In a recording that was cut tightly around the speech it is too low.
  public var signalToNoise: Double

  /// A telephone's filters leave less than this; in every answer by a wider channel one frame of a fricative or a plosive
  /// has more.
  private static let telephoneBand = -42.0
  /// How far the energy of noise alone strays upwards from its mean.
  private static let noiseStray = 1.6
  /// The first bin above 4.2 kHz.
  private static let high = 135
  /// Below this, noise changes what the recogniser's scores mean. A quiet room has more, a street has less.
  private static let noisy = 18.0

  public var kind: Kind {
    if highBand < Self.telephoneBand { return .telephone }
    return signalToNoise < Self.noisy ? .noisy : .wide
  }

  /// - Parameters:
  ///   - powers: Of each bin, frame by frame, without those that reach beyond the recording.
  ///   - noise: Of each bin, where nobody speaks.
  init(_ powers: ArraySlice<[Float]>, noise: [Float]) {
    let totals = powers.map { Double($0.reduce(0, +)) }
    let loud = totals.sorted(by: >).prefix(max(1, totals.count * 3 / 10))
    let speech = loud.reduce(0, +) / Double(max(1, loud.count))
    let background = Self.noiseStray * Double(noise[Self.high...].reduce(0, +))
    let highest = powers.map { Double($0[Self.high...].reduce(0, +)) - background }.max() ?? 0
    highBand = Self.decibels(highest, over: speech)
    signalToNoise = Self.decibels(speech, over: Double(noise.reduce(0, +)))
  }

  /// Between -120 and 120.
  private static func decibels(_ value: Double, over other: Double) -> Double {
    max(-120, min(120, 10 * log10(max(value, 1e-30) / max(other, 1e-30))))
  }
}
