import Foundation
import Journey

/// A polyline on the map, packed for storage as pairs of Int32 (little-endian, latitude and longitude in 1e-7 degrees).
struct ShapePoints: Sendable {
  var points: [Position]

  init(_ points: [Position]) { self.points = points }

  /// Reads the packed form; an incomplete last point is left out.
  init(packed: Data) {
    points = []
    points.reserveCapacity(packed.count / 8)
    packed.withUnsafeBytes { bytes in
      func degrees(_ offset: Int) -> Double {
        Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))) / 1e7
      }
      for offset in stride(from: 0, through: bytes.count - 8, by: 8) {
        points.append(Position(latitude: degrees(offset), longitude: degrees(offset + 4)))
      }
    }
  }

  var packed: Data {
    var data = Data(capacity: points.count * 8)
    for point in points {
      for degrees in [point.latitude, point.longitude] {
        withUnsafeBytes(of: Int32((degrees * 1e7).rounded()).littleEndian) { data.append(contentsOf: $0) }
      }
    }
    return data
  }

  /// Metres from the first point to each.
  var metres: [Double] {
    var along = 0.0
    var result = points.isEmpty ? [] : [0.0]
    result.reserveCapacity(points.count)
    for (one, two) in zip(points, points.dropFirst()) {
      along += one.metres(to: two)
      result.append(along)
    }
    return result
  }

  /// The part between two distances from the start, its ends included.
  func cut(from start: Double, to end: Double) -> [Position] {
    let metres = metres
    guard points.count > 1, end > start else { return [] }
    var part = [point(at: start, metres)]
    for (point, along) in zip(points, metres) where along > start + 0.05 && along < end - 0.05 { part.append(point) }
    part.append(point(at: end, metres))
    return part
  }

  private func point(at distance: Double, _ metres: [Double]) -> Position {
    guard let after = metres.firstIndex(where: { $0 >= distance }), after > 0 else {
      return distance <= 0 ? points[0] : points[points.count - 1]
    }
    let step = metres[after] - metres[after - 1]
    return points[after - 1].toward(points[after], share: step > 0 ? (distance - metres[after - 1]) / step : 0)
  }
}
