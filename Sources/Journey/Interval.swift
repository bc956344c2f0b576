import Foundation

/// How long before the destination the first alert comes, in the dimension of a mode.
///
/// Written as `duration:300s`, `stops:2` or `distance:500m`, with a fraction only where there is one.
public enum Interval: Sendable, Hashable {
  case duration(seconds: Double)
  case stops(Int)
  case distance(metres: Double)

  public var mode: Mode {
    switch self {
    case .duration: .time
    case .stops: .stations
    case .distance: .distance
    }
  }

  /// The amount in seconds, stops or metres.
  public var amount: Double {
    switch self {
    case .duration(let seconds): seconds
    case .stops(let count): Double(count)
    case .distance(let metres): metres
    }
  }

  /// The canonical form, which `init(canonical:)` reads.
  public var canonical: String {
    switch self {
    case .duration(let seconds): "duration:\(Self.plain(seconds))s"
    case .stops(let count): "stops:\(count)"
    case .distance(let metres): "distance:\(Self.plain(metres))m"
    }
  }

  /// Reads the canonical form; nil for anything else, negative amounts included.
  public init?(canonical: String) {
    let parts = canonical.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch (parts[0], parts[1].last) {
    case ("duration", "s"):
      guard let seconds = Double(parts[1].dropLast()), seconds >= 0, seconds.isFinite else { return nil }
      self = .duration(seconds: seconds)
    case ("distance", "m"):
      guard let metres = Double(parts[1].dropLast()), metres >= 0, metres.isFinite else { return nil }
      self = .distance(metres: metres)
    case ("stops", _):
      guard let count = Int(parts[1]), count >= 0 else { return nil }
      self = .stops(count)
    default: return nil
    }
  }

  private static func plain(_ amount: Double) -> String {
    // Seven significant digits hide the noise of unit conversion (1.3048 feet and metres) and nothing else.
    if amount == amount.rounded(), amount < 1e15 { return String(Int(amount)) }
    let text = String(format: "%.7g", amount)
    return text.contains("e") ? String(amount) : text
  }
}

/// Encoded as `{"value": 2, "unit": "stops"}` with the units `seconds`, `stops` and `metres`.
extension Interval: Codable {
  enum CodingKeys: String, CodingKey {
    case value, unit
  }

  private enum Unit: String, Codable {
    case seconds, stops, metres
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    switch try fields.decode(Unit.self, forKey: .unit) {
    case .seconds: self = .duration(seconds: try fields.decode(Double.self, forKey: .value))
    case .stops: self = .stops(try fields.decode(Int.self, forKey: .value))
    case .metres: self = .distance(metres: try fields.decode(Double.self, forKey: .value))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .duration(let seconds):
      try fields.encode(seconds, forKey: .value)
      try fields.encode(Unit.seconds, forKey: .unit)
    case .stops(let count):
      try fields.encode(count, forKey: .value)
      try fields.encode(Unit.stops, forKey: .unit)
    case .distance(let metres):
      try fields.encode(metres, forKey: .value)
      try fields.encode(Unit.metres, forKey: .unit)
    }
  }
}
