import Alerts
import Foundation
import Journey

/// A ride by chance over a made-up line, with faults by chance: the same seed and number give the same ride.
struct FaultyRide {
  /// A bug that is put in to see that the property fails with it.
  enum Planted: String, CaseIterable {
    /// However long a receiver stands, it is believed.
    case freeze
    /// Nothing watches beside the engine that a rider is called at all.
    case watch
    /// After a restart the rows of the ride before, which the rider has changed from, count as this ride's.
    case leg

    fileprivate var policy: AlertPolicy {
      switch self {
      case .freeze: AlertPolicy(doubtsFrozen: false)
      case .watch: AlertPolicy(watches: false)
      case .leg: .standard
      }
    }
  }

  /// The rides that a last call is due on, and that leave no earlier than their timetable says: of one that leaves before its time
  /// and without a position nobody can know.
  static let kinds = HardRideKind.all.filter {
    !["wrong-branch", "wrong-direction", "early-run", "another-run"].contains($0.name)
  }

  let ride: HardRide
  let interval: Interval
  let faults: [Fault]
  private(set) var moments: [HardRide.Moment]

  init(_ number: Int, seed: UInt64) {
    var random = SplitMix(seed: seed &* 0xD1B5_4A32_D192_ED03 &+ UInt64(number))
    let chosen = random.below(3 * Self.kinds.count)
    // Every third ride is plain but for its faults.
    let kind = chosen < Self.kinds.count ? .plain : Self.kinds[chosen % Self.kinds.count]
    // Times of the day are the property's last resort: rides with the pace alone have none.
    ride = kind.ride(10 * number, seed: seed, hasShape: random.uniform() < 0.5)
    interval = ride.intervals[random.below(ride.intervals.count)]
    let (begin, end) = (ride.moments.first?.second ?? 0, ride.truth.leaves ?? 0)
    let count = [0, 1, 1, 2, 2, 3, 4][random.below(7)]
    faults = (0..<count).map { _ in Fault(from: begin, to: max(begin + 1, end), using: &random) }
    moments = ride.moments
    for fault in faults { fault.spoil(&moments, epoch: ride.epoch, using: &random) }
  }

  /// What the rider is told, with the seconds of the true clock.
  func told(_ planted: Planted? = nil) -> [(second: Double, alert: Alert)] {
    var told: [(second: Double, alert: Alert)] = []
    follow(planted) { moment, _, effects in
      for case .deliver(let alert) in effects { told.append((moment.second, alert)) }
    }
    return told
  }

  /// Follows the ride, through restarts.
  /// - Parameter note: called with every input, the state after it and what it made the engine do.
  func follow(_ planted: Planted?, _ note: (HardRide.Moment, AlertState, [AlertEffect]) -> Void) {
    guard let plan = ride.plan(interval, policy: planted?.policy ?? .standard) else { return }
    var state = AlertState()
    var ledger = ToldLedger()
    for level in 1...3 {
      let instant = ride.epoch.addingTimeInterval((moments.first?.second ?? 0) - 300)
      ledger.add(Alert(event: .alert, level: level, at: instant, estimated: false), leg: 0)
    }
    var restarts = faults.compactMap(\.restart).sorted { $0.at > $1.at }
    for moment in moments {
      while let restart = restarts.last, restart.at <= moment.second {
        restarts.removeLast()
        state = Self.resumed(plan, state, ledger, keepsState: restart.keepsState, planted, at: moment.input.at)
      }
      let effects = AlertEngine.advance(plan, &state, moment.input)
      for case .deliver(let alert) in effects { ledger.add(alert, leg: 1) }
      note(moment, state, effects)
    }
  }

  private static func resumed(
    _ plan: AlertPlan, _ state: AlertState, _ ledger: ToldLedger, keepsState: Bool, _ planted: Planted?, at now: Date
  ) -> AlertState {
    // A state that cannot be written or read is lost.
    if keepsState, let data = try? JSONEncoder().encode(state),
      let read = try? JSONDecoder().decode(AlertState.self, from: data)
    {
      return read
    }
    return ledger.state(plan, leg: planted == .leg ? nil : 1, at: now)
  }

  /// What the property demands: a last call or the word that the position is doubted before the doors close at the destination.
  /// - Returns: what is wrong; nil for nothing.
  func violation(_ told: [(second: Double, alert: Alert)]) -> String? {
    guard let leaves = ride.truth.leaves else { return nil }
    let call = told.first { $0.alert.event == .alert && $0.alert.level == 3 }
    let doubt = told.first { $0.alert.event == .positionDoubted }
    if let call, call.second <= leaves { return nil }
    if let doubt, doubt.second <= leaves { return nil }
    return call.map { "called \(Int($0.second - leaves)) s after the doors closed" } ?? "never called"
  }

  var summary: String {
    let shape = ride.ride.shape.isEmpty ? "no shape" : "shape"
    let faults = faults.isEmpty ? "no fault" : faults.map(\.description).joined(separator: "; ")
    return "\(ride.kind) \(ride.note.isEmpty ? "" : "(\(ride.note)) ")\(interval.canonical), \(shape): \(faults)"
  }
}

extension Fault {
  fileprivate var restart: (at: Double, keepsState: Bool)? {
    if case .restart(let at, let keepsState) = self { (at, keepsState) } else { nil }
  }
}

extension HardRideKind {
  /// Nothing but chance: traffic, dwell and a delay of a minute or so.
  static let plain = HardRideKind("plain") { random in
    var outing = Outing.plain(using: &random)
    outing.drive()
    return outing
  }
}
