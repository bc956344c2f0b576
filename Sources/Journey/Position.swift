import Foundation

/// A place on the earth in WGS 84 degrees.
public struct Position: Sendable, Hashable {
  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether the numbers name a place at all: finite, and inside the ranges of latitude and longitude.
  public var isOnEarth: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// Metres to another position on the great circle (haversine on a sphere of 6,371,008.8 m; within 0.6 % of the ellipsoid).
  public func metres(to other: Position) -> Double {
    let degree = Double.pi / 180
    let north = (other.latitude - latitude) * degree
    let east = (other.longitude - longitude) * degree
    let half =
      sin(north / 2) * sin(north / 2)
      + cos(latitude * degree) * cos(other.latitude * degree) * sin(east / 2) * sin(east / 2)
    return 2 * 6_371_008.8 * asin(min(1, half.squareRoot()))
  }
}

/// Encoded as `[latitude, longitude]`, which keeps the shape of a ride short in a record.
extension Position: Codable {
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    latitude = try list.decode(Double.self)
    longitude = try list.decode(Double.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(latitude)
    try list.encode(longitude)
  }
}
