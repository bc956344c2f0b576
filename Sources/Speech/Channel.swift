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

  /// Share of the energy of loud frames that lies above 4.2 kHz, in dB.
  public var highBand: Double
  /// Speech over the quietest frames, in dB. In a recording that was cut tightly around the speech it is too low.
  public var signalToNoise: Double

  /// A telephone's filters leave less than this: even without a fricative speech has more.
  private static let telephoneBand = -55.0
  /// The first bin above 4.2 kHz.
  private static let high = 135
  /// Below this, noise changes what the recogniser's scores mean.
  private static let noisy = 27.0

  public var kind: Kind {
    if highBand < Self.telephoneBand { return .telephone }
    return signalToNoise < Self.noisy ? .noisy : .wide
  }

  /// - Parameters:
  ///   - powers: Of each bin, frame by frame.
  ///   - noise: Of each bin, where nobody speaks.
  init(_ powers: [[Float]], noise: [Float]) {
    let totals = powers.map { Double($0.reduce(0, +)) }
    let loud = totals.indices.sorted { totals[$0] > totals[$1] }.prefix(max(1, totals.count * 3 / 10))
    let speech = loud.reduce(0.0) { $0 + totals[$1] } / Double(max(1, loud.count))
    // One frame of a fricative shows what the channel lets through.
    let highest = loud.map { frame in Double(powers[frame][Self.high...].reduce(0, +)) }.max() ?? 0
    highBand = Self.decibels(highest, over: speech)
    signalToNoise = Self.decibels(speech, over: Double(noise.reduce(0, +)))
  }

  /// Between -120 and 120.
  private static func decibels(_ value: Double, over other: Double) -> Double {
    max(-120, min(120, 10 * log10(max(value, 1e-30) / max(other, 1e-30))))
  }
}
