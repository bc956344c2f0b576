import Alerts
import Journey

/// The way of a rider's own ride, and whether they go forwards along it: then they may sit in its vehicle, whatever else speaks for
/// another one that takes the same street.
struct OwnWay {
  private let frame: LocalFrame
  private let line: RouteLine?
  /// The fix that was compared last, and where it may lie along the line.
  private var last: (point: Point, places: [Double])?
  private(set) var isFollowed = true

  init(_ ride: Ride) {
    let points = ride.shape.count > 1 ? ride.shape : ride.stops.map(\.stop.position)
    frame = LocalFrame(origin: points.first ?? Position(latitude: 0, longitude: 0))
    line = RouteLine(points.map(frame.point))
  }

  mutating func take(_ fix: Fix, _ policy: OnboardPolicy) {
    guard let line else { return }
    let point = frame.point(fix.position)
    let places = line.visits(to: point, within: policy.besideOwnWay, apart: policy.visitsApart).map(\.along)
    if let last {
      let metres = last.point.metres(to: point)
      // Who stands goes neither way.
      guard metres >= policy.speedMetres else { return }
      isFollowed = last.places.contains { start in
        places.contains {
          ((1 - policy.bendShare) * metres - policy.bend...policy.longestBend * metres + policy.bend).contains(
            $0 - start)
        }
      }
    }
    last = (point, places)
  }
}
