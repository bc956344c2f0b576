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

/// Says that a worker lives, and how it is.
public struct Heartbeat: Sendable, Hashable, Codable {
  public var worker: WorkerID
  /// Whether it takes nothing more, since it is about to end.
  public var isDraining: Bool
  /// What its machine's clock says, be it wrong, in seconds since 1970; nil from one that does not say.
  public var at: Double?
  /// Seconds of its clock that cannot be set, by which one that was under way for long is known; nil from one that does not say.
  public var steady: Double?
  /// Tells it from one of the same name that has ended: the clock of each begins anew.
  public var life: UInt64?
  /// What it has in hand; nil from one that does not say.
  public var load: Load?
  /// The partitions that it looks after now; nil from one that does not say.
  public var holds: PartitionSet?
  /// Those of which it asks to be told all, by whoever looks after them or knows most of them: it stands by for them, or is about to take
  /// them over.
  public var lacks: PartitionSet?

  /// What a worker has in hand.
  public struct Load: Sendable, Hashable, Codable {
    public var partitions = 0
    /// Reminders that are followed now, and those whose time has not come.
    public var followed = 0
    public var waiting = 0
    /// Alerts that are not written down yet, and those that are not handed on.
    public var unwritten = 0
    public var unheard = 0
    /// What does not work, in words: the database, the bus.
    public var failures: [String] = []

    public init() {}
  }

  public init(_ worker: WorkerID, isDraining: Bool = false) { (self.worker, self.isDraining) = (worker, isDraining) }
}

/// What somebody who looks after the fleet asks of a worker.
public enum WorkerOrder: Sendable, Hashable, Codable {
  /// It hands all over to the others, and ends.
  case drain(WorkerID)
}
