/// What a rider does about an alert.
public enum RiderAction: String, Sendable, Codable, CaseIterable {
  /// "I'm off": the ride is over, and nothing more is told of it.
  case done
  /// Be silent now, and tell it again a stop or a minute later.
  case snooze
  /// Call off all alerts of this ride; the rider stays aboard.
  case stop
}
