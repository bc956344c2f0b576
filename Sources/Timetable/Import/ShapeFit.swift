import Foundation
import Journey

/// Where along a shape its stops lie.
///
/// A shape may pass a place twice, so the nearest point need not be the right one: of all near points of each stop, those are
/// taken that never run backwards and have the least sum of squared distances (Viterbi's dynamic programme).
struct ShapeFit {
  /// A stop farther than this from every point of the shape is not on it.
  static let farthest = 1000.0
  /// Points up to this much farther than the nearest are considered, and so many at most.
  private static let slack = 150.0
  /// Stops side by side may project in the wrong order by so much; the later one is then put where the earlier is.
  private static let furthestBack = 100.0
  private static let candidateLimit = 24

  private struct Candidate {
    var metres: Double
    var distance: Double
  }

  private let shape: ShapePoints
  private let metres: [Double]
  private let plane: [(x: Double, y: Double)]
  private let metresPerLongitude: Double
  private static let metresPerLatitude = 111_195.08

  init(_ shape: ShapePoints) {
    self.shape = shape
    metres = shape.metres
    // A plane for distances to the shape; its error over the extent of a line moves no stop by a metre.
    let latitude = shape.points.isEmpty ? 0 : shape.points[shape.points.count / 2].latitude
    let perLongitude = Self.metresPerLatitude * cos(latitude * .pi / 180)
    metresPerLongitude = perLongitude
    plane = shape.points.map { ($0.longitude * perLongitude, $0.latitude * Self.metresPerLatitude) }
  }

  /// Metres from the shape's start to each stop, never falling; nil where the stops do not lie along the shape in this order.
  func metres(of stops: [Position]) -> [Double]? {
    guard shape.points.count > 1 else { return nil }
    var layers: [[Candidate]] = []
    var costs: [[Double]] = []
    var origins: [[Int]] = []
    for stop in stops {
      let layer = candidates(of: stop)
      guard let nearest = layer.map(\.distance).min(), nearest <= Self.farthest else { return nil }
      var cost: [Double] = []
      var origin: [Int] = []
      for candidate in layer {
        var best = layers.isEmpty ? 0 : Double.infinity
        var from = 0
        // Ties go to the earlier point: a vehicle that stands at two stops at once has gone no farther.
        for (index, before) in (layers.last ?? []).enumerated() {
          let back = max(0, before.metres - candidate.metres)
          guard back <= Self.furthestBack else { continue }
          let sum = costs[costs.count - 1][index] + back * back
          if sum < best { (best, from) = (sum, index) }
        }
        cost.append(best + candidate.distance * candidate.distance)
        origin.append(from)
      }
      guard cost.contains(where: \.isFinite) else { return nil }
      layers.append(layer)
      costs.append(cost)
      origins.append(origin)
    }
    return trace(layers, costs, origins)
  }

  private func trace(_ layers: [[Candidate]], _ costs: [[Double]], _ origins: [[Int]]) -> [Double]? {
    guard let last = costs.last, var index = last.indices.min(by: { last[$0] < last[$1] }) else { return nil }
    var result: [Double] = []
    for layer in layers.indices.reversed() {
      result.append(layers[layer][index].metres)
      index = origins[layer][index]
    }
    var furthest = 0.0
    return result.reversed().map { metres in
      furthest = max(furthest, metres)
      return furthest
    }
  }

  /// The points of the shape near a stop at which its distance is least, in order along the shape.
  private func candidates(of stop: Position) -> [Candidate] {
    let x = stop.longitude * metresPerLongitude
    let y = stop.latitude * Self.metresPerLatitude
    let nearest = (0..<(plane.count - 1)).map { segment -> Candidate in
      let (start, end) = (plane[segment], plane[segment + 1])
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      let share = square > 0 ? min(1, max(0, ((x - start.x) * dx + (y - start.y) * dy) / square)) : 0
      let distance = hypot(start.x + share * dx - x, start.y + share * dy - y)
      return Candidate(
        metres: metres[segment] + share * (metres[segment + 1] - metres[segment]), distance: distance)
    }
    guard let least = nearest.map(\.distance).min() else { return [] }
    var found: [Candidate] = []
    for index in nearest.indices where nearest[index].distance <= least + Self.slack {
      let isBeforeCloser = index + 1 < nearest.count && nearest[index + 1].distance < nearest[index].distance
      let isAfterCloser = index > 0 && nearest[index - 1].distance <= nearest[index].distance
      if !isBeforeCloser && !isAfterCloser { found.append(nearest[index]) }
    }
    if found.count > Self.candidateLimit {
      found = Array(found.sorted { $0.distance < $1.distance }.prefix(Self.candidateLimit)).sorted {
        $0.metres < $1.metres
      }
    }
    return found
  }
}
