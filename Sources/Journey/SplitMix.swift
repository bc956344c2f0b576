import Foundation

/// A small generator of random numbers: the same seed gives the same numbers on every machine (SplitMix64, G. Steele, D. Lea and
/// C. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
public struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 up to but not including the bound, which must be positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Evenly between 0 and 1, 1 excluded.
  public mutating func uniform() -> Double { Double.random(in: 0..<1, using: &self) }

  /// Of the standard normal distribution (Box and Muller, *A Note on the Generation of Random Normal Deviates*, 1958).
  public mutating func normal() -> Double {
    (-2 * log(max(1e-12, uniform()))).squareRoot() * cos(2 * .pi * uniform())
  }
}
