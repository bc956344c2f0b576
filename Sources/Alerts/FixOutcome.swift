/// What became of a fix.
public enum FixOutcome: String, Sendable, Codable {
  case used
  /// Not a place on earth, or not an instant that can be counted to, or one to come.
  case impossible
  /// Worse than the policy takes.
  case inaccurate
  /// Older than the policy takes: a backlog.
  case old
  /// Not newer than the fix before.
  case repeated
  /// Farther than any vehicle can have come.
  case tooFast = "too-fast"
  /// Far from where the vehicle must be; several in a row would be believed.
  case jump
  /// The same to the last digit for longer than a vehicle stands.
  case doubted
}
