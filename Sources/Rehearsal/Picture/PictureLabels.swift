import Foundation

/// Finds room for names and marks beside their points, so that none covers another.
struct PictureLabels: Sendable {
  /// Where something found its place.
  struct Place: Sendable, Hashable {
    var box: PictureBox
    /// Whether a line has to lead there.
    var isFar: Bool

    var middle: PicturePoint { PicturePoint(x: box.x + box.width / 2, y: box.y + box.height / 2) }

    /// Where a line from a point ends that must not go through what stands here.
    func edge(towards point: PicturePoint) -> PicturePoint {
      PicturePoint(
        x: min(max(point.x, box.x), box.x + box.width), y: min(max(point.y, box.y), box.y + box.height))
    }
  }

  /// Units from the point to its label: near ones first.
  private static let distances = [9.0, 22, 38, 58, 82]

  private let bounds: PictureBox
  private var taken: [PictureBox]
  /// What was placed, which no line to another one may cross.
  private var placed: [PictureBox] = []

  /// - Parameter taken: What must not be covered.
  init(in bounds: PictureBox, taken: [PictureBox]) {
    self.bounds = bounds
    self.taken = taken
  }

  /// Takes room of a size near a point; nil where there is none.
  mutating func place(width: Double, height: Double, at point: PicturePoint) -> Place? {
    for distance in Self.distances {
      for box in Self.boxes(width, height, point, distance)
      where bounds.holds(box) && !taken.contains(where: box.overlaps) {
        let place = Place(box: box, isFar: distance > Self.distances[0])
        if place.isFar, crosses(from: point, to: place.edge(towards: point)) { continue }
        taken.append(box)
        placed.append(box)
        return place
      }
    }
    return nil
  }

  /// Whether a line goes through something that was placed.
  private func crosses(from start: PicturePoint, to end: PicturePoint) -> Bool {
    (1..<20).contains { step in
      let share = Double(step) / 20
      let dot = PictureBox(
        x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y), width: 0.1, height: 0.1)
      return placed.contains(where: dot.overlaps)
    }
  }

  /// To the right, to the left, above, below, and at the corners.
  private static func boxes(_ width: Double, _ height: Double, _ point: PicturePoint, _ distance: Double)
    -> [PictureBox]
  {
    let (right, left) = (point.x + distance, point.x - distance - width)
    let (above, below) = (point.y - distance - height, point.y + distance)
    let corners = [
      (right, point.y - height / 2), (left, point.y - height / 2), (point.x - width / 2, above),
      (point.x - width / 2, below), (right, above), (right, below), (left, above), (left, below),
    ]
    return corners.map { PictureBox(x: $0.0, y: $0.1, width: width, height: height) }
  }

  /// Small boxes along a way, so that no name covers it.
  static func boxes(along way: [PicturePoint]) -> [PictureBox] {
    zip(way, way.dropFirst()).flatMap { from, to -> [PictureBox] in
      let steps = max(1, Int(hypot(to.x - from.x, to.y - from.y) / 5))
      return (0..<steps).map { step in
        let share = Double(step) / Double(steps)
        return PictureBox(
          x: from.x + share * (to.x - from.x) - 2, y: from.y + share * (to.y - from.y) - 2, width: 4, height: 4)
      }
    }
  }

  /// About how wide a text is: no fonts can be measured here, and browsers choose their own.
  static func width(_ text: String, size: Double) -> Double {
    // Letters of East Asia are as wide as they are high.
    text.unicodeScalars.reduce(4) { $0 + ($1.value > 0x2E80 ? 1.0 : 0.58) * size }
  }
}
