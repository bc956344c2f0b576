/// The numbers by which matches are decided. They are first values, not fitted ones.
public struct MatchPolicy: Sendable, Hashable {
  /// From this score on a value is taken, given the margin.
  public var accept = 0.85
  /// From this score on a value is worth asking back.
  public var confirm = 0.60
  /// The lead over the next candidate below which both are put to the rider.
  public var margin = 0.15
  /// Answers of up to this many letters have no room for slips: they must be exact.
  public var shortAnswer = 3
  public var candidates = 5
  /// From this score on a candidate is among the choices when the rider is asked, and this many are at most.
  public var offer = 0.5
  public var choices = 4

  public init() {}
}
