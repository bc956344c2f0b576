import Foundation
import Journey

/// A circle on the command line, `48.2906,14.2916,500m`, or `none`.
struct GuardCircle: RangedArgument {
  static let range = "a place and 10m to 1000km, like 48.2906,14.2916,500m, or none"

  /// Nil for none.
  let circle: (centre: Position, metres: Double)?

  init?(argument: String) {
    if argument.lowercased() == "none" {
      circle = nil
      return
    }
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let place = GeoPoint(argument: parts[0] + "," + parts[1]) else { return nil }
    let length = parts[2].trimmingCharacters(in: .whitespaces).lowercased()
    let factor: Double = length.hasSuffix("km") ? 1000 : 1
    let digits = length.hasSuffix("km") ? length.dropLast(2) : length.hasSuffix("m") ? length.dropLast() : length[...]
    guard let number = Double(digits.trimmingCharacters(in: .whitespaces)), number.isFinite,
      (10...1_000_000).contains(number * factor)
    else { return nil }
    circle = (place.position, number * factor)
  }

  func guarding(_ side: PlaceGuard.Side) -> PlaceGuard? {
    circle.map { PlaceGuard(centre: $0.centre, metres: $0.metres, side: side) }
  }
}
