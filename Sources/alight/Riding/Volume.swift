import Foundation

/// How loud: `60%`, or `60`.
struct Volume: RangedArgument, CustomStringConvertible {
  static let range = "1% to 100%"

  /// Over 0 to 1 of full scale.
  let fraction: Double

  init(fraction: Double) {
    self.fraction = fraction
  }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Int(digits), (1...100).contains(percent) else { return nil }
    fraction = Double(percent) / 100
  }

  var description: String { "\(Int((fraction * 100).rounded()))%" }
}
