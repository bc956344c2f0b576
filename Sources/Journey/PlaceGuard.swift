/// A circle that decides whether a reminder may alert at all: only while the rider is within it, or only while outside.
///
/// As long as no position is known the guard holds nothing back: an alert too many is better than a missed stop.
public struct PlaceGuard: Sendable, Hashable, Codable {
  public enum Side: String, Sendable, Codable {
    case within, outside
  }

  public var centre: Position
  public var metres: Double
  public var side: Side

  public init(centre: Position, metres: Double, side: Side) {
    self.centre = centre
    self.metres = metres
    self.side = side
  }
}
