import Alerts
import Foundation
import Journey

/// How long a phone may stay silent after a fix: for as long as the engine knows that nothing can come of it, or as it asks for.
public enum QuietPeriod {
  /// A phone that has something to say each second drains its battery, and says nothing new.
  public static let shortest = 1.0
  /// Whoever is silent for longer may be on another way than the ride's: that must show.
  public static let longest = 60.0

  /// Seconds until the next fix is needed.
  static func seconds(_ plan: AlertPlan, _ state: AlertState, at now: Date) -> Double {
    let seconds = AlertEngine.silence(plan, state, at: now, atMost: longest) ?? state.sampling ?? 5
    return min(max(seconds, shortest), longest)
  }
}
