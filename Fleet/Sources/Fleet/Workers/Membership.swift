/// Every time of the membership, each with its reason. Seconds.
public struct MembershipPolicy: Sendable, Hashable {
  /// Some are lost on a loaded machine before anybody is missed.
  public var heartbeatEvery = 0.25
  /// Six in a row do not come from a worker that lives.
  public var deadAfter = 1.5
  /// On a machine that is loaded they come more slowly, and six in a row take longer: whoever is taken for dead there makes more work for
  /// all. So long at most.
  public var deadAfterAtMost = 4.0
  /// Whoever begins hears all others first, also those who beat slowly: nothing is taken from somebody and given back a moment later.
  public var claimsAfter = 1.0
  /// Whoever was cut off knows them, and hears what they have taken over meanwhile.
  public var rejoinsAfter = 0.5
  /// One that drains and has nobody to hand over to ends so long after the others would be missed.
  public var handsOverFor = 1.0
  /// A heartbeat that was under way for longer says nothing of now. A loaded machine needs some seconds for what others do at once, and
  /// whoever is cut off is missed before.
  public var staleAfter = 6.0
  /// So many stand by for each partition: where a node of the bus fails, more than one worker is missed for a moment. The first of them
  /// overhears what phones say as well, of which there is a hundred times as much as of how rides stand.
  public var standbys = 2

  public init() {}
}

/// What a worker knows of the others, and which partitions are its own by that.
///
/// ```swift
/// var membership = Membership(own, at: clock.now)
/// membership.hear(heartbeat, at: clock.now)
/// let mine = membership.owned(at: clock.now)
/// ```
/// Nobody leads, and nothing is leased: two owners of a partition for a second are harmless, for the ledger lets one alert through. None
/// for a second would be an alert that comes late, so that whoever has a partition goes on until the one who is to have it says that they
/// do. Instants are seconds of any clock that does not go back.
public struct Membership: Sendable {
  public let own: WorkerID
  private let policy: MembershipPolicy
  private var began: Double
  private var heard: [WorkerID: Word] = [:]

  /// What was heard of a worker last.
  private struct Word {
    var at: Double
    var heartbeat: Heartbeat
    /// By how much its steady clock is behind with what came fastest.
    var behind: Double
    /// Seconds between its heartbeats as they come, of late: a moving mean, in which one long silence counts for little.
    var pace: Double
  }
  /// By so many seconds in a second steady clocks of two machines may differ.
  private static let drift = 0.001
  private let life = UInt64.random(in: 0...UInt64.max)
  /// Since when this one drains.
  private var drainsSince: Double?
  private var latest: Set<Partition> = []
  /// Among whom the partitions were shared out, and what came to this one: to do that is work, and they seldom change.
  private var takers: Set<WorkerID> = []
  private var share: Set<Partition> = []
  /// The partitions that would be its own without some of the others: all, before it has heard anybody.
  public private(set) var standby = Set(Partition.all)
  /// Those among them that would be its own without the one who has them alone.
  public private(set) var next = Set(Partition.all)
  /// The partitions that it looks after now.
  public var holds: Set<Partition> = []
  /// Until when it does not know who looks after what, since it was cut off.
  private var apartUntil = -Double.infinity

  /// Whether there is nobody else to take over.
  public var isAlone: Bool { takers == [own] }

  /// What it looks after, and others are to.
  public var leaving: Set<Partition> { holds.subtracting(share) }

  public init(_ own: WorkerID, at instant: Double, policy: MembershipPolicy = MembershipPolicy()) {
    (self.own, began, self.policy) = (own, instant, policy)
  }

  /// Takes a heartbeat in, its own among them: it comes back where the bus works.
  /// - Returns: Whether it counts: one that was under way for long says nothing of now. Networks that were cut, and workers that stood
  ///   still, bring such.
  @discardableResult
  public mutating func hear(_ heartbeat: Heartbeat, at instant: Double) -> Bool {
    let known = heard[heartbeat.worker].flatMap { $0.heartbeat.life == heartbeat.life ? $0 : nil }
    let behind = heartbeat.steady.map { instant - $0 } ?? 0
    let least = min(behind, known.map { $0.behind + Self.drift * max(0, instant - $0.at) } ?? behind)
    guard behind - least <= policy.staleAfter else { return false }
    let gap = min(known.map { max(0, instant - $0.at) } ?? policy.heartbeatEvery, policy.deadAfter)
    let pace = known.map { $0.pace + (gap - $0.pace) / 8 } ?? policy.heartbeatEvery
    heard[heartbeat.worker] = Word(
      at: max(instant, known?.at ?? instant), heartbeat: heartbeat, behind: least, pace: pace)
    return true
  }

  /// The others can know of it from now on, and hand over what it will claim.
  public mutating func begin(at instant: Double) { began = instant }

  /// Whether it takes nothing more.
  public var isDraining: Bool { drainsSince != nil }

  /// Takes nothing more from now on.
  public mutating func drain(at instant: Double) { drainsSince = drainsSince ?? instant }

  /// The heartbeat that is to be sent. One that was cut off claims to hold nothing: what it has is old where others have gone on.
  public func heartbeat(at instant: Double) -> Heartbeat {
    var heartbeat = Heartbeat(own, isDraining: isDraining)
    heartbeat.steady = instant
    heartbeat.life = life
    heartbeat.holds = PartitionSet(isApart(at: instant) ? [] : holds)
    return heartbeat
  }

  /// Whether it does not hear itself, or does so for too short a time to know what others have done meanwhile.
  public func isApart(at instant: Double) -> Bool { instant < apartUntil || isCutOff(at: instant) }

  private func isCutOff(at instant: Double) -> Bool { heard[own].map { isMissed($0, at: instant) } ?? false }

  /// Whether as many heartbeats as do not fail to come from one that lives have failed to, at the pace at which they came before.
  private func isMissed(_ word: Word, at instant: Double) -> Bool {
    let patience = min(policy.deadAfterAtMost, policy.deadAfter * max(1, word.pace / policy.heartbeatEvery))
    return instant - word.at > patience
  }

  /// The partitions that others say to look after.
  public func heldByOthers(at instant: Double) -> Set<Partition> {
    alive(at: instant).subtracting([own]).reduce(into: []) {
      $0.formUnion(heard[$1]?.heartbeat.holds?.partitions ?? [])
    }
  }

  /// Who tells how the rides of a partition stand that nobody looks after now: of those who do not ask for that themselves the one who
  /// would have it without the others, who has overheard most of it.
  public func heir(of partition: Partition, at instant: Double) -> WorkerID? {
    let knowing = alive(at: instant).filter {
      heard[$0]?.heartbeat.lacks.map { !$0.partitions.contains(partition) } ?? false
    }
    return Assignment.owner(of: partition, among: knowing)
  }

  /// The workers that are alive, as far as this one hears: those that were not missed before it was itself. Where the bus is gone, all
  /// are missed, itself last, and nobody has died of that.
  public func alive(at instant: Double) -> Set<WorkerID> {
    let lastHeard = min(instant, heard[own]?.at ?? instant)
    return Set(heard.filter { worker, word in !isMissed(word, at: worker == own ? instant : lastHeard) }.keys)
  }

  /// Whether it has heard for long enough who else there is.
  public func claims(at instant: Double) -> Bool { instant - began >= policy.claimsAfter }

  /// The partitions that this worker looks after.
  public mutating func owned(at instant: Double) -> Set<Partition> {
    guard claims(at: instant) else { return [] }
    let alive = alive(at: instant)
    // Whoever does not hear themselves is cut off: the riders who can be reached go on being told, and others may be told twice.
    guard alive.contains(own) else {
      apartUntil = instant + policy.rejoinsAfter
      // Whoever is told to end does not wait for others who may not be there.
      if isOverdue(at: instant) { latest = [] }
      return latest
    }
    let takers = alive.filter { heard[$0]?.heartbeat.isDraining != true }
    if takers != self.takers {
      share = Assignment.partitions(of: own, among: takers)
      standby = Assignment.standby(of: own, among: takers, depth: policy.standbys)
      next = Assignment.standby(of: own, among: takers, depth: 1)
      self.takers = takers
    }
    forget(at: instant)
    latest = share.union(leaving.filter { !isHandedOver($0, at: instant) })
    return latest
  }

  /// Whether somebody else looks after a partition that is theirs; where nobody is there to, whoever drains waits for no one.
  private func isHandedOver(_ partition: Partition, at instant: Double) -> Bool {
    guard let owner = Assignment.owner(of: partition, among: takers) else {
      return isOverdue(at: instant)
    }
    // Whoever does not say what they hold takes at once what is theirs.
    return heard[owner]?.heartbeat.holds?.partitions.contains(partition) ?? true
  }

  /// Whether it drains for so long that it waits for nobody.
  private func isOverdue(at instant: Double) -> Bool {
    drainsSince.map { instant - $0 >= policy.deadAfter + policy.handsOverFor } ?? false
  }

  /// Workers come and go for years.
  private mutating func forget(at instant: Double) {
    if heard.count > 64 { heard = heard.filter { instant - $0.value.at <= 60 } }
  }
}
