import Alerts
import Foundation
import Journey
import Timetable

@testable import Live

/// A few ways with their runs, by hand.
final class FewRuns: RunSource {
  private let ways: [RunWay]
  private let allRuns: [[Run]]

  init(_ ways: [(RunWay, [Run])]) { (self.ways, allRuns) = (ways.map(\.0), ways.map(\.1)) }

  func ways(near position: Position) -> Set<Int> { Set(ways.indices) }
  func way(_ number: Int) -> RunWay { ways[number] }
  func runs(of number: Int, around instant: Date) -> [Run] { allRuns[number] }
}

/// A town whose streets run along the axes from a corner, in metres.
enum Town {
  static let eight = Date(timeIntervalSince1970: 1_796_108_400)

  static func position(_ east: Double, _ north: Double) -> Position {
    Position(latitude: 48 + north / 111_195, longitude: 14 + east / (111_195 * cos(48 * Double.pi / 180)))
  }

  /// A way through corners, with a stop at the first one and every 400 m.
  static func way(_ corners: [(Double, Double)]) -> RunWay {
    var (calls, metres, next) = ([RunWay.Call](), 0.0, 0.0)
    for (start, end) in zip(corners, corners.dropFirst()) {
      let length = hypot(end.0 - start.0, end.1 - start.1)
      while next <= metres + length {
        let share = (next - metres) / length
        let (east, north) = (start.0 + share * (end.0 - start.0), start.1 + share * (end.1 - start.1))
        let name = "\(Int(east))/\(Int(north))"
        calls.append(RunWay.Call(stopID: name, name: name, position: position(east, north), metres: next))
        next += 400
      }
      metres += length
    }
    return RunWay(
      feed: "town", zone: "Europe/Vienna", calls: calls, line: corners.map { position($0.0, $0.1) })
  }

  /// A run that takes a minute from stop to stop.
  static func run(_ line: String, direction: Int, _ way: RunWay, at start: Date) -> Run {
    let times = way.calls.indices.map { start + 60 * Double($0) }
    return Run(
      id: Run.ID(
        feed: "town", tripID: "\(line)-\(direction)-\(Int(start.timeIntervalSince(eight) / 60))",
        serviceDay: "2026-12-01", start: start), routeID: line, line: line, direction: direction, arrivals: times,
      departures: times)
  }

  /// Fixes each half minute along a way at a speed, some metres beside it by turns.
  static func fixes(
    _ corners: [(Double, Double)], from start: Date, speed: Double, seconds: Double, aside: Double = 6
  ) -> [Fix] {
    stride(from: 0.0, through: seconds, by: 30).enumerated().map { place, second in
      var rest = speed * second
      var here = corners[0]
      for (one, two) in zip(corners, corners.dropFirst()) {
        let length = hypot(two.0 - one.0, two.1 - one.1)
        let share = min(1, rest / length)
        here = (one.0 + share * (two.0 - one.0), one.1 + share * (two.1 - one.1))
        rest -= length
        if rest <= 0 { break }
      }
      let side = place % 2 == 0 ? aside : -aside
      return Fix(at: start + second, position: position(here.0 + side, here.1 + side), accuracy: 15)
    }
  }
}
