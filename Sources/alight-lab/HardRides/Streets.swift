import Foundation
import Journey

/// A way drawn on paper, in metres north and east of its beginning.
struct Streets {
  private(set) var spots: [(north: Double, east: Double)] = [(0, 0)]
  /// Radians from north to the east.
  var heading: Double

  init(heading: Double) { self.heading = heading }

  /// Straight on.
  mutating func ahead(_ metres: Double) {
    let last = spots[spots.count - 1]
    spots.append((last.north + metres * cos(heading), last.east + metres * sin(heading)))
  }

  /// Straight on after a turn, to the right in radians.
  mutating func turn(_ angle: Double, ahead metres: Double) {
    heading += angle
    ahead(metres)
  }

  /// An arc to the right, to the left with a negative angle.
  mutating func arc(_ angle: Double, radius: Double) {
    let steps = max(3, Int(abs(angle) / 0.2))
    for _ in 0..<steps {
      heading += angle / Double(steps) / 2
      ahead(radius * abs(angle) / Double(steps))
      heading += angle / Double(steps) / 2
    }
  }

  /// On as streets or rails wind: never back towards where they come from.
  /// - Parameter hasCorners: whether it turns at crossings, as a bus does.
  mutating func wind(_ metres: Double, hasCorners: Bool, using random: inout SplitMix) {
    let course = heading
    var left = metres
    while left > 1 {
      let piece = min(left, hasCorners ? 60 + 160 * random.uniform() : 150 + 250 * random.uniform())
      if hasCorners, random.uniform() < 0.15 {
        heading = abs(heading - course) > 0.8 ? course : course + (random.uniform() < 0.5 ? 1.4 : -1.4)
      } else {
        heading = course + 0.85 * (heading - course) + 0.12 * random.normal()
      }
      ahead(piece)
      left -= piece
    }
    heading = course
  }

  /// The way on the map.
  func points(from origin: Position) -> [Position] { spots.map { origin.moved(north: $0.north, east: $0.east) } }
}
