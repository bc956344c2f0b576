import Alerts
import Foundation
import Journey

extension HardRide {
  /// The ride as a case that `alight simulate` reads, in one mode; nil where a case cannot tell it: where clocks leap, fixes come
  /// late or not at all, or the case's two stops come by earlier on the line.
  func file(_ interval: Interval, number: Int) -> RideCase? {
    var fixes: [RideCase.CaseFix] = []
    for moment in moments {
      switch moment.input {
      case .fix(let fix):
        let taken = fix.at.timeIntervalSince(epoch)
        guard abs(taken - moment.second) < 5, taken > fixes.last?.t ?? 0 else { return nil }
        fixes.append(
          RideCase.CaseFix(t: taken, position: fix.position, accuracy: fix.accuracy, speed: fix.speed))
      case .tick(let instant):
        guard abs(instant.timeIntervalSince(epoch) - moment.second) < 1 else { return nil }
      default: return nil
      }
    }
    let stops = ride.stops
    guard fixes.count > 1, timetable == .ofTheDay, let before = stops.dropLast().last, let last = stops.last,
      !zip(stops, stops.dropFirst().dropLast()).contains(where: { $0.isNear(before) && $1.isNear(last) })
    else { return nil }
    return RideCase(
      id: "\(kind)-\(number)-\(interval.mode.rawValue)", kind: kind,
      start_epoch_ms: epoch.timeIntervalSince1970 * 1000, boarding: knowsBoarding,
      stops: [before, last].map(\.plain), fixes: fixes,
      shape: ride.shape.isEmpty
        ? nil
        : RideCase.Shape(points: ride.shape, penultimate_m: before.metres, destination_m: last.metres),
      line: RideCase.Line(stops: stops.map { $0.timed(since: epoch) }),
      reminder: RideCase.Asked(mode: interval.mode, interval: interval.canonical),
      truth: RideCase.Truth(
        penultimate_reached_t: nil, penultimate_passed_t: truth.leavesBefore, penultimate_left_t: truth.leavesBefore,
        destination_reached_t: truth.arrival))
  }
}

extension RideStop {
  fileprivate func isNear(_ other: RideStop) -> Bool { stop.position.metres(to: other.stop.position) < 100 }

  fileprivate var plain: RideCase.CaseStop {
    RideCase.CaseStop(id: stop.name, name: stop.name, lat: stop.position.latitude, lon: stop.position.longitude)
  }

  fileprivate func timed(since epoch: Date) -> RideCase.Line.LineStop {
    RideCase.Line.LineStop(
      id: stop.name, name: stop.name, lat: stop.position.latitude, lon: stop.position.longitude, along_m: metres,
      arrival: RideCase.clock(arrival?.timeIntervalSince(epoch) ?? 0),
      departure: RideCase.clock(departure?.timeIntervalSince(epoch) ?? 0))
  }
}
