import Foundation
import Journey

/// Places and distances as other formats write them.
enum PlaceText {
  /// `geo:48.367512,14.516601` (RFC 5870), to a tenth of a metre.
  static func geo(_ position: Position) -> String {
    "geo:\(degrees(position.latitude)),\(degrees(position.longitude))"
  }

  /// Degrees with six digits: a tenth of a metre.
  static func degrees(_ value: Double) -> String {
    let micro = Int((value * 1_000_000).rounded())
    let fraction = String(abs(micro) % 1_000_000)
    return (micro < 0 ? "-" : "") + "\(abs(micro) / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  /// Metres: whole ones, as no phone can tell parts of them.
  static func metres(_ value: Double) -> String { String(Int(value.rounded())) }
}
