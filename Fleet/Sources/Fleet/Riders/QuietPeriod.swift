import Alerts
import Foundation
import Journey

/// How long a phone may stay silent after a fix.
///
/// Method: nothing that is slower than `fastest` crosses the next threshold in the time that it takes at that speed (the adaptive fetching
/// of geofencing services). The engine asks for no more than it needs besides; of both the shorter time counts.
public enum QuietPeriod {
  /// Metres a second: trains that call more often than each quarter of an hour are slower.
  public static let fastest = 56.0
  /// A phone that has something to say each second drains its battery, and says nothing new.
  public static let shortest = 1.0
  /// Whoever is silent for longer may have lost the line.
  public static let longest = 120.0
  /// What is not known to the metre is taken for nearer by this and the error of the fix.
  private static let margin = 30.0

  /// Seconds until the next fix is needed.
  static func seconds(_ plan: AlertPlan, _ state: AlertState, accuracy: Double, at now: Date) -> Double {
    let standing = AlertEngine.standing(plan, state, at: now)
    let asked = state.sampling ?? 5
    let bounds = standing.levels.filter { !$0.hasFired }.compactMap { level -> Double? in
      switch level.wait {
      case .metres(let left, let due): time(left - due, accuracy)
      case .reach(_, let metres), .pass(_, let metres): time(metres, accuracy)
      // By time too it is the way that is left which no vehicle is faster over.
      case .seconds(_, let due): standing.metresLeft.map { time($0, accuracy) - due }
      default: nil
      }
    }
    // Before a level waits for anything that can be measured, what the engine asks for has to do.
    guard let bound = bounds.min() else { return min(max(asked, shortest), 60) }
    // Metres are known by one fix. Stops are counted, which takes several fixes near each: as often as the engine asks.
    let isByMetres = standing.levels.allSatisfy { level in
      if case .metres = level.wait { true } else { level.hasFired }
    }
    let far = isByMetres && bound > 10 || asked >= 20
    let wanted = far && state.latches.fired == 0 ? min(bound, longest) : min(bound, asked)
    return max(wanted, shortest)
  }

  private static func time(_ metres: Double, _ accuracy: Double) -> Double {
    (metres - margin - accuracy) / fastest
  }
}

extension RiderShard {
  /// Seconds for which a rider's phone may stay silent; nil for one who is not followed.
  /// - Parameter accuracy: Of their newest fix, in metres.
  public func quiet(of rider: RiderID, accuracy: Double, at now: Date) -> Double? {
    followed(rider).map { QuietPeriod.seconds($0.plan, $0.state, accuracy: accuracy, at: now) }.min()
  }
}
