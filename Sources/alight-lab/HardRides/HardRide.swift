import Alerts
import Foundation
import Journey

/// A ride on which something goes wrong, with all that the engine is told on it and what really happened.
struct HardRide {
  /// What really happened, in seconds of the true clock; nil where the ride never gets there.
  struct Truth {
    /// When the wheels turn at the stop before, or when it is passed.
    var leavesBefore: Double?
    var arrival: Double?
    /// When the doors close at the destination.
    var leaves: Double?
    /// Whether the vehicle or its position stands in a way that nobody can tell from the other: a call too early after the doubt was
    /// told counts as doubted.
    var forgivesEarly = false
  }

  /// An input with the second of the true clock at which it comes.
  struct Moment {
    var second: Double
    var input: AlertInput
  }

  var kind: String
  /// Which of the kind's variants it is.
  var note: String
  var ride: Ride
  var timetable: AlertPlan.Timetable
  var knowsBoarding: Bool
  var moments: [Moment]
  var truth: Truth
  var epoch: Date
  /// What a rider asks for on it, in each mode.
  var intervals: [Interval]

  func plan(_ interval: Interval, policy: AlertPolicy = .standard) -> AlertPlan? {
    AlertPlan(
      ride: ride, levels: Level.expand(interval, over: ride), timetable: timetable, knowsBoarding: knowsBoarding,
      policy: policy)
  }
}
