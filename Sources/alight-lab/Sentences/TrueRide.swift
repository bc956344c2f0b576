import Alerts
import Foundation
import Journey

/// Where a vehicle really was, second by second, and when it was at the stops of a ride: what sentences are held against.
struct TrueRide: Sendable {
  /// A stop of the ride as it really was, in seconds.
  struct Call: Sendable {
    /// When the vehicle was as near as its doors open.
    var reached: Double
    /// When the wheels turned, or the stop was passed.
    var left: Double
  }

  /// By the ride's stops; nil for one that the vehicle never came to.
  let calls: [Call?]
  private let start: Double
  private let points: [Position]
  /// Metres driven at each second from `start` on.
  private let driven: [Double]

  /// - Parameter points: The place at each second from `start` on.
  init(points: [Position], start: Double, calls: [Call?]) {
    self.start = start
    self.points = points
    self.calls = calls
    var metres = 0.0
    driven = points.indices.map { index in
      if index > 0 { metres += points[index - 1].metres(to: points[index]) }
      return metres
    }
  }

  /// What is left until the vehicle stands at the destination, below zero after it; nil where it never comes there.
  /// - Parameter foreseen: Seconds of a stand that may be expected; what one takes longer is `unforeseen`.
  func left(at second: Double, foreseen: Double) -> (seconds: Double, unforeseen: Double, metres: Double)? {
    guard let end = calls.last.flatMap(\.self) else { return nil }
    var (unforeseen, standing) = (0.0, 0.0)
    for index in index(of: second)..<max(index(of: second), index(of: end.reached)) {
      standing = driven[index + 1] - driven[index] < 0.3 ? standing + 1 : 0
      if standing > foreseen { unforeseen += 1 }
    }
    return (end.reached - second, unforeseen, metres(at: end.reached) - metres(at: second))
  }

  /// Metres to a place as the crow flies.
  func metres(to place: Position, at second: Double) -> Double {
    points.isEmpty ? 0 : points[index(of: second)].metres(to: place)
  }

  /// The stops that may be called the next one, as far as places are known to some metres: the first that the vehicle has not come
  /// to yet and, while it stands at one, that one as well. One more than the last is the stop after the destination.
  func next(at second: Double, within metres: Double) -> ClosedRange<Int> {
    let (earliest, latest) = span(around: second, metres)
    let standing = calls.firstIndex { $0.map { $0.reached <= latest && $0.left >= earliest } ?? false }
    let ahead = firstAhead(at: latest)
    return min(standing ?? ahead, firstAhead(at: earliest))...ahead
  }

  /// Whether the vehicle may be said to be at a stop.
  func isAt(_ stop: Int, at second: Double, within metres: Double) -> Bool {
    guard calls.indices.contains(stop), let call = calls[stop] else { return false }
    let (earliest, latest) = span(around: second, metres)
    return call.reached <= latest && call.left >= earliest
  }

  /// Whether the vehicle has left the destination.
  func isPast(at second: Double, within metres: Double) -> Bool {
    guard let end = calls.last.flatMap(\.self) else { return false }
    return span(around: second, metres).latest >= end.left
  }

  private func firstAhead(at second: Double) -> Int {
    (calls.lastIndex { $0.map { $0.reached <= second } ?? false } ?? -1) + 1
  }

  private func metres(at second: Double) -> Double {
    driven.isEmpty ? 0 : driven[index(of: second)]
  }

  private func index(of second: Double) -> Int {
    second.isFinite
      ? min(max(0, Int((second - start).rounded())), max(0, driven.count - 1)) : second > 0 ? driven.count - 1 : 0
  }

  /// The seconds at which the vehicle was no more than so many metres from where it was.
  private func span(around second: Double, _ metres: Double) -> (earliest: Double, latest: Double) {
    guard !driven.isEmpty else { return (second, second) }
    let here = index(of: second)
    var (low, high) = (here, here)
    while low > 0, driven[here] - driven[low - 1] <= metres { low -= 1 }
    while high < driven.count - 1, driven[high + 1] - driven[here] <= metres { high += 1 }
    return (min(second, start + Double(low)), max(second, start + Double(high)))
  }
}
