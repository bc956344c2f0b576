import Foundation

/// A way on foot that belongs to a journey: to the first ride, from one to the next, or from the last one on.
public struct Walk: Sendable, Hashable {
  /// Streets are a quarter longer than the straight line.
  public static let detour = 1.25
  /// m/s with a bag, crossings included.
  public static let speed = 1.2
  /// Seconds before a walk: one has to look where it goes.
  public static let lead = 30.0

  public var from: Stop
  public var to: Stop
  /// How long it takes: what the timetable says of it, or else by the straight line.
  public var seconds: Double

  /// - Returns: nil where both are one station.
  public init?(from: Stop, to: Stop) {
    guard from.id != to.id else { return nil }
    (self.from, self.to, seconds) = (from, to, 0)
    seconds = Self.lead + metres / Self.speed
  }

  /// How far it is, as it is told: nobody paces out single metres.
  public var toldMetres: Double { Swift.max(10, (metres / 10).rounded() * 10) }

  /// Along streets, as far as the straight line tells.
  public var metres: Double { from.position.metres(to: to.position) * Self.detour }
}

extension [Ride] {
  /// The ways on foot before each ride, and after the last one: nil where there is none to walk.
  /// - Parameters:
  ///   - from: Where the rider sets out.
  ///   - to: Where the rider is going.
  ///   - seconds: What each of them takes, as the timetable says; nil or of another length where it is not known.
  public func walks(from: Stop?, to: Stop?, seconds: [Double]? = nil) -> [Walk?] {
    let starts = [from] + map { $0.stops.last?.stop }
    let ends = map { $0.stops.first?.stop } + [to]
    let known = seconds.flatMap { $0.count == starts.count ? $0 : nil }
    return zip(starts, ends).enumerated().map { place, ends in
      guard let start = ends.0, let end = ends.1, var walk = Walk(from: start, to: end) else { return nil }
      if let seconds = known?[place], seconds > 0 { walk.seconds = seconds }
      return walk
    }
  }
}

/// Encoded as `{"from", "to", "metres", "seconds"}`.
extension Walk: Codable {
  enum CodingKeys: String, CodingKey {
    case from, to, metres, seconds
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    from = try fields.decode(Stop.self, forKey: .from)
    to = try fields.decode(Stop.self, forKey: .to)
    seconds = try fields.decode(Double.self, forKey: .seconds)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(metres.rounded(), forKey: .metres)
    try fields.encode(seconds.rounded(), forKey: .seconds)
  }
}
