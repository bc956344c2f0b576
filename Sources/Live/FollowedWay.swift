import Alerts
import Foundation
import Journey
import Timetable

/// A way in the plane round the first fix, with its runs.
struct FollowedWay {
  let way: RunWay
  let line: RouteLine
  /// Of each call, along the line.
  let metres: [Double]
  let runs: [Run]

  /// Nil for a way of no length.
  init?(_ way: RunWay, runs: [Run], in frame: LocalFrame) {
    guard let line = RouteLine(way.line.map(frame.point)), let last = way.calls.last, last.metres > 0 else {
      return nil
    }
    (self.way, self.line, self.runs) = (way, line, runs)
    // The plane is a little shorter or longer than the earth: a line from stop to stop ends with the last one.
    let length = zip(way.line, way.line.dropFirst()).reduce(0) { $0 + $1.0.metres(to: $1.1) }
    let scale = length > 0 ? line.length / length : 1
    metres = way.calls.map { $0.metres * scale }
  }

  /// When a run is due at a place.
  func due(_ run: Run, at along: Double) -> Date {
    let after = callAfter(along)
    if after == 0 { return run.arrivals[0] }
    guard after < metres.count else { return run.departures[metres.count - 1] }
    let length = metres[after] - metres[after - 1]
    let share = length > 1 ? (along - metres[after - 1]) / length : 0
    let (from, to) = (run.departures[after - 1], run.arrivals[after])
    return from + share * to.timeIntervalSince(from)
  }

  /// The index of the first call that lies further along; as many as there are where none does.
  func callAfter(_ along: Double) -> Int {
    var (low, high) = (0, metres.count)
    while low < high {
      let middle = (low + high) / 2
      if metres[middle] > along { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether it calls at a goal further along, or is just there.
  func comes(to goal: OnboardGoal, after along: Double) -> Bool {
    way.calls.indices.contains { metres[$0] >= along - OnboardGoal.near && goal.isAt(way.calls[$0], of: way.feed) }
  }

  /// Metres to the nearest call along the line.
  func metresToCall(from along: Double) -> Double {
    let after = callAfter(along)
    let behind = after > 0 ? along - metres[after - 1] : .infinity
    let ahead = after < metres.count ? metres[after] - along : .infinity
    return min(behind, ahead)
  }
}
