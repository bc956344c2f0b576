import Alerts
import Foundation
import Journey

extension Fault {
  /// Puts the fault into what the engine is told. Restarts are not of the stream: whoever follows it restarts.
  func spoil(_ moments: inout [HardRide.Moment], epoch: Date, using random: inout SplitMix) {
    switch self {
    case .freeze(let during, let accuracy):
      var first: Position?
      Self.changeFixes(&moments, during) { fix, _ in
        first = first ?? fix.position
        fix.position = first ?? fix.position
        fix.accuracy = accuracy
        fix.speed = nil
      }
    case .drop(let during):
      moments.removeAll { $0.isFix && during.contains($0.second) }
    case .lose(let share):
      moments.removeAll { $0.isFix && random.uniform() < share }
    case .jump(let during, let north, let east):
      Self.changeFixes(&moments, during) { fix, _ in fix.position = fix.position.moved(north: north, east: east) }
    case .drift(let during, let north, let east):
      let length = during.upperBound - during.lowerBound
      Self.changeFixes(&moments, during) { fix, second in
        let gone = (second - during.lowerBound) / length
        let share = min(1, 4 * gone, 4 * (1 - gone))
        fix.position = fix.position.moved(north: share * north, east: share * east)
      }
    case .duplicate(let share):
      moments = moments.flatMap { $0.isFix && random.uniform() < share ? [$0, $0] : [$0] }
    case .reorder(let share, let seconds):
      for index in moments.indices where moments[index].isFix && random.uniform() < share {
        moments[index].second += (seconds * random.uniform()).rounded()
      }
      Self.sort(&moments)
    case .backlog(let during, let isReversed):
      let held = moments.filter { $0.isFix && during.contains($0.second) }
      moments.removeAll { $0.isFix && during.contains($0.second) }
      let burst = (isReversed ? held.reversed() : held).map {
        HardRide.Moment(second: during.upperBound.rounded(), input: $0.input)
      }
      moments.insert(contentsOf: burst, at: moments.firstIndex { $0.second >= during.upperBound } ?? moments.count)
    case .leap(let leap): Self.set(leap, &moments)
    case .restart: break
    }
  }

  private static func changeFixes(
    _ moments: inout [HardRide.Moment], _ during: ClosedRange<Double>, _ change: (inout Fix, Double) -> Void
  ) {
    for index in moments.indices where during.contains(moments[index].second) {
      guard case .fix(var fix) = moments[index].input else { continue }
      change(&fix, moments[index].second)
      moments[index].input = .fix(fix)
    }
  }

  private static func sort(_ moments: inout [HardRide.Moment]) {
    let order = moments.indices.sorted { (moments[$0].second, $0) < (moments[$1].second, $1) }
    moments = order.map { moments[$0] }
  }

  /// Fixes carry the time of the clock that stamps them, ticks that of the machine.
  private static func set(_ leap: ClockLeap, _ moments: inout [HardRide.Moment]) {
    var told: Date?
    for index in moments.indices where moments[index].second >= leap.at {
      switch moments[index].input {
      case .fix(var fix):
        fix.at.addTimeInterval(leap.by)
        moments[index].input = .fix(fix)
      case .tick(let instant) where leap.clock != .phone:
        told = told ?? instant.addingTimeInterval(leap.by)
        moments[index].input = .tick(instant.addingTimeInterval(leap.by))
      case .clockSet(let instant, let by) where leap.clock != .phone:
        moments[index].input = .clockSet(instant.addingTimeInterval(leap.by), by: by)
      default: break
      }
    }
    guard leap.clock == .machine, let told, let place = moments.firstIndex(where: { $0.second >= leap.at }) else {
      return
    }
    moments.insert(HardRide.Moment(second: leap.at, input: .clockSet(told, by: leap.by)), at: place)
  }
}

extension HardRide.Moment {
  var isFix: Bool { if case .fix = input { true } else { false } }
}
