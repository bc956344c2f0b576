import Journey

/// The way of the vehicle as a chain of straight pieces with metres along it.
package struct RouteLine: Sendable, Hashable {
  /// A place on the line: metres along it, the piece that it lies on, and how far off the line the asked point was.
  package struct Place: Sendable, Hashable {
    package var along: Double
    package var piece: Int
    package var offset: Double
  }

  let points: [Point]
  /// Metres from the first point to each point.
  let metres: [Double]

  /// Nil for fewer than two different points.
  package init?(_ points: [Point]) {
    var kept: [Point] = []
    var metres: [Double] = []
    for point in points {
      guard let last = kept.last, let so = metres.last else {
        kept.append(point)
        metres.append(0)
        continue
      }
      let step = last.metres(to: point)
      guard step > 0.01 else { continue }
      kept.append(point)
      metres.append(so + step)
    }
    guard kept.count > 1 else { return nil }
    self.points = kept
    self.metres = metres
  }

  package var length: Double { metres[metres.count - 1] }

  /// The place nearest to a point within a stretch of the line, one near the expected metres preferred.
  /// - Parameter hint: a piece near the stretch, where the search starts.
  /// - Parameter expected: metres along where the point should be.
  /// - Parameter slack: how many metres along count as much as one beside the line.
  /// - Parameter heading: which way the vehicle drives; where the line leads the other way, it counts as `against` metres
  ///   farther off, so that a line that turns back is followed round its end.
  func nearest(
    to point: Point, from low: Double, to high: Double, hint: Int, expected: Double? = nil, slack: Double = 4,
    heading: Point? = nil, against: Double = 60
  ) -> Place? {
    var piece = min(max(hint, 0), points.count - 2)
    while piece > 0, metres[piece] > low { piece -= 1 }
    while piece < points.count - 2, metres[piece + 1] < low { piece += 1 }
    var best: Place?
    var bestCost = Double.greatestFiniteMagnitude
    // Divisions are most of what this costs.
    let perAlong = 1 / (slack * slack)
    while piece < points.count - 1, metres[piece] <= high {
      let start = points[piece]
      let dx = points[piece + 1].x - start.x
      let dy = points[piece + 1].y - start.y
      let length = metres[piece + 1] - metres[piece]
      let perLength = 1 / length
      let raw = ((point.x - start.x) * dx + (point.y - start.y) * dy) * perLength * perLength
      let lowest = max(0, (low - metres[piece]) * perLength)
      let share = max(min(raw, 1, (high - metres[piece]) * perLength), min(lowest, 1))
      let offX = point.x - start.x - share * dx
      let offY = point.y - start.y - share * dy
      let square = offX * offX + offY * offY
      let along = metres[piece] + share * length
      var cost = square
      if let expected { cost += (along - expected) * (along - expected) * perAlong }
      if let heading, heading.x * dx + heading.y * dy < 0 { cost += against * against }
      if cost < bestCost {
        bestCost = cost
        best = Place(along: along, piece: piece, offset: square)
      }
      piece += 1
    }
    best?.offset.formSquareRoot()
    return best
  }

  /// The earliest place from `low` on that is about as near to a point as the nearest one, and within `room`; where a line comes
  /// by twice, that is the first time.
  /// - Parameters:
  ///   - heading: Which way the vehicle moves; the line must lead the same way there. Nil where it stands.
  ///   - slack: Metres by which the earliest place may lie farther off than the nearest.
  func earliest(near point: Point, from low: Double, within room: Double, heading: Point?, slack: Double) -> Place? {
    var best = room
    var visits: [Place] = []
    for piece in 0..<points.count - 1 where metres[piece + 1] >= low {
      if let heading {
        let direction = direction(ofPiece: piece)
        guard direction.x * heading.x + direction.y * heading.y > 0 else { continue }
      }
      let place = place(of: point, onPiece: piece, from: low)
      guard place.offset <= room else { continue }
      best = min(best, place.offset)
      visits.append(place)
    }
    guard let first = visits.firstIndex(where: { $0.offset <= best + slack }) else { return nil }
    // Of one visit the nearest place counts, not the first one within reach.
    var place = visits[first]
    for next in visits[first...] {
      guard next.piece <= place.piece + 1 else { break }
      if next.offset < place.offset { place = next } else if next.offset > place.offset + slack { break }
    }
    return place
  }

  /// Where the line comes by a point: the nearest place of each visit within `room`, in the order of the line.
  /// - Parameter apart: Metres along from which on two places are two visits, though the line never left the room between them.
  package func visits(to point: Point, within room: Double, apart: Double) -> [Place] {
    var visits: [Place] = []
    var isNear = false
    for piece in 0..<points.count - 1 {
      let (start, end) = (points[piece], points[piece + 1])
      // Most pieces lie far away.
      guard min(start.x, end.x) - room <= point.x, max(start.x, end.x) + room >= point.x,
        min(start.y, end.y) - room <= point.y, max(start.y, end.y) + room >= point.y,
        case let place = place(of: point, onPiece: piece, from: 0), place.offset <= room
      else {
        isNear = false
        continue
      }
      if isNear, let last = visits.last, place.along - last.along <= apart {
        if place.offset < last.offset { visits[visits.count - 1] = place }
      } else {
        visits.append(place)
      }
      isNear = true
    }
    return visits
  }

  private func place(of point: Point, onPiece piece: Int, from low: Double) -> Place {
    let start = points[piece]
    let length = metres[piece + 1] - metres[piece]
    let direction = direction(ofPiece: piece)
    let raw = (point.x - start.x) * direction.x + (point.y - start.y) * direction.y
    let gone = min(length, max(0, low - metres[piece], raw))
    let foot = Point(x: start.x + gone * direction.x, y: start.y + gone * direction.y)
    return Place(along: metres[piece] + gone, piece: piece, offset: point.metres(to: foot))
  }

  /// The direction of a piece as a unit vector.
  func direction(ofPiece piece: Int) -> Point {
    let length = metres[piece + 1] - metres[piece]
    return Point(
      x: (points[piece + 1].x - points[piece].x) / length, y: (points[piece + 1].y - points[piece].y) / length)
  }
}
