import Foundation

extension Double {
  /// Of a probability against its opposite, as a natural logarithm; what is certain counts as 9,999 to 1.
  public var logOdds: Double {
    let share = Swift.min(Swift.max(self, 1e-4), 1 - 1e-4)
    return log(share / (1 - share))
  }

  /// The probability of odds that are a logarithm.
  public init(logOdds: Double) { self = 1 / (1 + exp(-logOdds)) }
}
