/// Names a worker for as long as it runs: one that starts again is another one.
public struct WorkerID: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  public let text: String

  /// Nil for what could not be a token of a subject, as of a rider.
  public init?(_ text: some StringProtocol) {
    guard let token = RiderID(text) else { return nil }
    self.text = token.text
  }

  public static func < (one: Self, other: Self) -> Bool { one.text < other.text }

  public var description: String { text }
}

/// Says that a worker lives.
public struct Heartbeat: Sendable, Hashable, Codable {
  public var worker: WorkerID
  /// Whether it takes nothing more, since it is about to end.
  public var isDraining: Bool

  public init(_ worker: WorkerID, isDraining: Bool = false) { (self.worker, self.isDraining) = (worker, isDraining) }
}
