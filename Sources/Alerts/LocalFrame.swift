import Foundation
import Journey

/// A point of the plane around a place: metres east and north of it.
package struct Point: Sendable, Hashable, Codable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  package func metres(to other: Point) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The smallest distance to the straight way between two points.
  package func metres(toWayFrom start: Point, to end: Point) -> Double {
    let dx = end.x - start.x
    let dy = end.y - start.y
    let square = dx * dx + dy * dy
    guard square > 0 else { return metres(to: start) }
    let share = min(1, max(0, ((x - start.x) * dx + (y - start.y) * dy) / square))
    return metres(to: Point(x: start.x + share * dx, y: start.y + share * dy))
  }
}

/// The equirectangular plane that touches the earth at one place: the destination.
///
/// Exact to a millimetre in a kilometre near it, where it decides, and to a few percent 300 km away.
package struct LocalFrame: Sendable, Hashable {
  private let origin: Position
  private let metresPerDegreeNorth = 6_371_008.8 * Double.pi / 180
  private let metresPerDegreeEast: Double

  package init(origin: Position) {
    self.origin = origin
    metresPerDegreeEast = 6_371_008.8 * Double.pi / 180 * cos(origin.latitude * Double.pi / 180)
  }

  package func point(_ position: Position) -> Point {
    var east = position.longitude - origin.longitude
    // The short way round where a line crosses the 180th meridian.
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    return Point(x: east * metresPerDegreeEast, y: (position.latitude - origin.latitude) * metresPerDegreeNorth)
  }
}
