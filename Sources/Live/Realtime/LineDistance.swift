import Alerts
import Journey

/// How far a place lies from a line.
enum LineDistance {
  static func metres(from position: Position, to line: [Position]) -> Double {
    let frame = LocalFrame(origin: position)
    let (here, points) = (frame.point(position), line.map(frame.point))
    guard points.count > 1 else { return points.first?.metres(to: here) ?? .infinity }
    return zip(points, points.dropFirst()).map { here.metres(toWayFrom: $0, to: $1) }.min() ?? .infinity
  }
}
