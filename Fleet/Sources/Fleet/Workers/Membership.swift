/// Every time of the membership, each with its reason. Seconds.
public struct MembershipPolicy: Sendable, Hashable {
  /// Some are lost on a loaded machine before anybody is missed.
  public var heartbeatEvery = 0.25
  /// Six in a row do not come from a worker that lives.
  public var deadAfter = 1.5
  /// Whoever begins hears all others first: nothing is taken from somebody and given back a moment later.
  public var claimsAfter = 0.5
  /// One that drains goes on for so long after the others have taken over, since what they load takes a moment.
  public var handsOverFor = 1.0

  public init() {}
}

/// What a worker knows of the others, and which partitions are its own by that.
///
/// ```swift
/// var membership = Membership(own, at: clock.now)
/// membership.hear(heartbeat, at: clock.now)
/// let mine = membership.owned(at: clock.now)
/// ```
/// Nobody leads, and nothing is leased: two owners of a partition for a second are harmless, for the ledger lets one alert through.
/// Instants are seconds of any clock that does not go back.
public struct Membership: Sendable {
  public let own: WorkerID
  private let policy: MembershipPolicy
  private var began: Double
  /// When each was heard last, and whether it drains.
  private var heard: [WorkerID: (at: Double, isDraining: Bool)] = [:]
  /// Since when this one drains.
  private var drainsSince: Double?
  private var latest: Set<Partition> = []
  /// The partitions that would be its own without one of the others: all, before it has heard anybody.
  public private(set) var standby = Set(Partition.all)
  /// How often others have come or gone.
  public private(set) var changes = 0

  /// Whether there is nobody else to take over.
  public var isAlone: Bool { shared == [own] }

  /// Among whom those were shared out: to do that is work, and they seldom change.
  private var shared: Set<WorkerID> = []

  public init(_ own: WorkerID, at instant: Double, policy: MembershipPolicy = MembershipPolicy()) {
    (self.own, began, self.policy) = (own, instant, policy)
  }

  /// Takes a heartbeat in, its own among them: it comes back where the bus works.
  public mutating func hear(_ heartbeat: Heartbeat, at instant: Double) {
    heard[heartbeat.worker] = (max(instant, heard[heartbeat.worker]?.at ?? instant), heartbeat.isDraining)
  }

  /// The others can know of it from now on, and hand over what it will claim.
  public mutating func begin(at instant: Double) { began = instant }

  /// Takes nothing more from now on.
  public mutating func drain(at instant: Double) { drainsSince = drainsSince ?? instant }

  /// The heartbeat that is to be sent.
  public var heartbeat: Heartbeat { Heartbeat(own, isDraining: drainsSince != nil) }

  /// The workers that are alive, as far as this one hears: those that were not missed before it was itself. Where the bus is gone, all
  /// are missed, itself last, and nobody has died of that.
  public func alive(at instant: Double) -> Set<WorkerID> {
    let lastHeard = min(instant, heard[own]?.at ?? instant)
    return Set(
      heard.filter { worker, word in (worker == own ? instant : lastHeard) - word.at <= policy.deadAfter }.keys)
  }

  /// The partitions that this worker looks after.
  public mutating func owned(at instant: Double) -> Set<Partition> {
    guard instant - began >= policy.claimsAfter else { return [] }
    let alive = alive(at: instant)
    // Whoever does not hear themselves is cut off: the riders who can be reached go on being told, and others may be told twice.
    guard alive.contains(own) else { return latest }
    if let drainsSince {
      if instant - drainsSince >= policy.deadAfter + policy.handsOverFor { latest = [] }
      return latest
    }
    let takers = alive.filter { heard[$0]?.isDraining != true }
    if takers != shared {
      latest = Assignment.partitions(of: own, among: takers)
      shared = takers
      standby = Assignment.standby(of: own, among: takers)
      changes += 1
    }
    forget(at: instant)
    return latest
  }

  /// Workers come and go for years.
  private mutating func forget(at instant: Double) {
    if heard.count > 64 { heard = heard.filter { instant - $0.value.at <= 60 } }
  }
}
