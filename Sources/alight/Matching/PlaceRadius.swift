import ArgumentParser
import Journey

/// Metres round a point on the map on the command line: `300`, or `300m`.
struct PlaceRadius: RangedArgument {
  static let range = "metres from 30 to 20000, like 300"

  let metres: Double

  init?(argument: String) {
    let digits = argument.hasSuffix("m") ? argument.dropLast() : argument[...]
    guard let metres = Double(digits), Stop.radii.contains(metres) else { return nil }
    self.metres = metres
  }
}
