import Journey

/// How far a rider walks at most: `300`, `300 m` or `0.5 km`.
struct WalkLimit: RangedArgument, CustomStringConvertible {
  static let range = "0 to \(Int(Walking.farthestRange.upperBound)) metres, like \"300 m\""

  /// Along streets.
  let metres: Double

  init(metres: Double) { self.metres = metres }

  init?(argument: String) {
    let text = argument.lowercased().filter { !$0.isWhitespace }
    let (digits, unit) =
      text.hasSuffix("km") ? (text.dropLast(2), 1000.0) : text.hasSuffix("m") ? (text.dropLast(), 1) : (text[...], 1)
    guard let number = Double(digits), Walking.farthestRange.contains(number * unit) else { return nil }
    metres = number * unit
  }

  var description: String { "\(Int(metres.rounded())) m" }
}

/// How fast a rider walks: `slow`, `normal`, `fast` or km/h.
struct WalkingPace: RangedArgument, CustomStringConvertible {
  static let range = "slow, normal, fast or km/h from 1.1 to 12.6, like \"4 km/h\""
  private static let named = ["slow": 2.9, "normal": (Walk.speed * 36).rounded() / 10, "fast": 5.8]

  let kilometresPerHour: Double

  init(kilometresPerHour: Double) { self.kilometresPerHour = kilometresPerHour }

  init?(argument: String) {
    let text = argument.lowercased().filter { !$0.isWhitespace }
    if let known = Self.named[text] {
      kilometresPerHour = known
      return
    }
    guard let number = Double(text.hasSuffix("km/h") ? text.dropLast(4) : text[...]),
      Walking.speedRange.contains(number / 3.6)
    else { return nil }
    kilometresPerHour = number
  }

  var description: String {
    Self.named.first { $0.value == kilometresPerHour }?.key ?? "\(kilometresPerHour.formatted()) km/h"
  }
}
