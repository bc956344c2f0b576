import Alerts
import Following
import Foundation
import Journey
import Synchronization

/// Looks after the riders of its partitions: on one bus and one database with any number of others.
///
/// ```swift
/// let worker = FleetWorker(id, at: clock.now, store: store, ledger: store, bus: bus, wording: wording) { notice in log(notice) }
/// while !Task.isCancelled { await worker.step(wall: Date(), clock: clock.now); try await Task.sleep(for: .milliseconds(20)) }
/// ```
/// What cannot be read or written is tried again with the next step, and holds no alert back that can be rung.
public actor FleetWorker {
  /// Makes `alight.alert/1` of an alert, with its words; nil where there is nothing to say.
  /// - Parameter isRepeat: Whether the phone may have it already.
  public typealias Wording = @Sendable (_ alert: FleetAlert, _ reminder: Reminder, _ isRepeat: Bool) -> Data?

  let store: any ReminderStore
  let ledger: any AlertLedger
  let bus: any FleetBus
  /// Where it is asked what live feeds say; nil for nowhere.
  let live: (any LiveReports)?
  let order: RingOrder
  let policy: WorkerPolicy
  let wording: Wording
  let tell: @Sendable (WorkerNotice) -> Void

  var membership: Membership
  private var time: FleetClock?
  var shards: [Partition: RiderShard] = [:]
  let plans = SharedPlans()
  /// The partitions that are its own, and those of which phones are heard.
  private(set) var owned: Set<Partition> = []
  private(set) var following: (phones: Set<Partition>, overheard: Set<Partition>, standby: Set<Partition>) = (
    [], [], []
  )
  var standby = StandbyStates()
  /// Those of its own that are not here yet.
  var wanted: [Partition: Wanted] = [:]
  var overheard = OverheardWords()
  private(set) var overload: Overload
  /// Whether it hears what others hand over to it: before that it tells nobody that it is there.
  private var isHearing = false
  /// Whether it is cut off, or was a moment ago.
  private(set) var isApart = false
  /// What it had when it was cut off.
  private var before: (at: Date, shards: [Partition: RiderShard]) = (.distantPast, [:])
  /// Those of which others are to know how rides stand, those of which they ask for all that there is, and when that was told last.
  var unshared: Set<Partition> = []
  var asked: Set<Partition> = []
  /// Those that nobody looks after, of which this one tells what it has heard.
  var inherited: Set<Partition> = []
  var toldAllAt: [Partition: Double] = [:]
  /// What the database is to keep, since nobody stands by.
  var unkept: [UUID: StateRecord] = [:]
  /// The sequence of changes that a shard holds.
  var since: [Partition: Int] = [:]
  var seen = 0
  /// What was taken over, and when it is asked once more what was not handed on.
  var asksAgain: [(at: Double, partitions: Set<Partition>)] = []
  private var beatAt = -Double.infinity
  /// Whether others are asked something that does not wait for the next heartbeat.
  private var beatsSoon = false
  private var tickedAt = -Double.infinity
  private var changesAt = -Double.infinity
  var wroteAt = -Double.infinity
  private var askedFeedsAt = -Double.infinity
  private var ticks = 0
  /// Within so many ticks whoever stands by is told all that they ask for: all at once would hold up what is told riders.
  private static let hurries = 3
  /// When it stepped last, and since when it drains and looks after nobody.
  private var steppedAt = -Double.infinity
  private var emptySince: Double?
  private var tidiedAt = -Double.infinity
  var deliveries: Deliveries
  /// What is not in the decision book yet.
  var decisions: [FleetDecision] = []
  /// What each phone was told, and what of it was heard.
  var phoneLines: [RiderID: PhoneLine] = [:]
  var failures: Set<String> = []
  /// What is under way with the database: of each kind one at a time.
  private var lanes: Set<Lane> = []

  public init(
    _ id: WorkerID, at clock: Double, store: any ReminderStore, ledger: any AlertLedger, bus: any FleetBus,
    live: (any LiveReports)? = nil, order: RingOrder = .ringFirst, policy: WorkerPolicy = WorkerPolicy(),
    wording: @escaping Wording, tell: @escaping @Sendable (WorkerNotice) -> Void = { _ in }
  ) {
    (self.store, self.ledger, self.bus, self.order, self.policy) = (store, ledger, bus, order, policy)
    self.live = live
    (self.wording, self.tell) = (wording, tell)
    membership = Membership(id, at: clock, policy: policy.membership)
    deliveries = Deliveries(order, policy)
    overload = Overload(policy)
  }

  public var id: WorkerID { membership.own }

  /// What it has in hand now.
  public var load: Heartbeat.Load {
    var load = Heartbeat.Load()
    let counts = shards.values.map(\.counts)
    load.partitions = shards.count
    load.followed = counts.reduce(0) { $0 + $1.followed }
    load.waiting = counts.reduce(0) { $0 + $1.waiting }
    (load.unwritten, load.unheard) = deliveries.counts
    load.failures = failures.sorted()
    return load
  }

  /// By how many seconds the machine's clock is wrong, as far as the others tell.
  public var clockError: Double { time?.error ?? 0 }

  /// The workers that are alive, as far as this one hears.
  public func alive(at clock: Double) -> Set<WorkerID> { membership.alive(at: clock) }

  /// Whether it has handed on all that it had, after `drain`, or has waited for a database for long enough that does not take it.
  public var isDrained: Bool {
    guard membership.isDraining, shards.isEmpty else { return false }
    return isEmpty || emptySince.map { steppedAt - $0 >= policy.waitsAtEnd } ?? false
  }

  private var isEmpty: Bool { deliveries.isEmpty && decisions.isEmpty && lanes.isEmpty }

  /// Takes nothing more, and lets others take over.
  public func drain(at clock: Double) { membership.drain(at: clock) }

  /// The database, or somebody else who is no worker, has said what time it is.
  public func hear(time at: Date, from: WorkerID, at clock: Double) {
    time?.hear(at.timeIntervalSince1970, from: from, steady: clock)
  }

  /// The instant of the last step.
  var latest: Date? { time.map { Date(timeIntervalSince1970: $0.latest) } }

  /// Does what is to be done by now.
  /// - Parameters:
  ///   - wall: The machine's clock, which may be set at any time.
  ///   - clock: Seconds of a clock that cannot be set, and goes on while the machine sleeps.
  public func step(wall: Date, clock: Double) async {
    var time = time ?? FleetClock(wall: wall, steady: clock)
    for heartbeat in await beat(wall: wall, clock) where heartbeat.worker != id {
      if let at = heartbeat.at { time.hear(at, from: heartbeat.worker, steady: clock) }
      if let lacks = heartbeat.lacks { noteAsked(for: lacks.partitions, clock) }
    }
    if bus.takeOrders().contains(.drain(id)) { drain(at: clock) }
    let now = time.read(wall: wall, steady: clock)
    noteClock(from: self.time?.error ?? 0, to: time.error)
    self.time = time
    noteDelay(bus.delay, clock)
    await takeOver(at: now, clock: clock)
    let answers = takePhones(at: now, clock)
    // At once where the store says so, and now and then in case its word was lost.
    if store.takeNews() || clock - changesAt >= policy.changesEvery {
      changesAt = clock
      await inLane(.changes) { await $0.takeChanges(at: now) }
    }
    if clock - tickedAt >= policy.ticksEvery {
      tickedAt = clock
      await inLane(.reading) { await $0.followDue(at: now, clock) }
      for partition in shards.keys.sorted() { due(shards[partition]?.tick(at: now) ?? [], clock) }
      ticks += 1
      unshared.formUnion(shards.keys.filter { ($0.number + ticks) % policy.sharesEvery == 0 })
      unshared.formUnion(asked.filter { ($0.number + ticks) % Self.hurries == 0 })
      if ticks % 600 == 0 {
        phoneLines = phoneLines.filter { shards[Partition(of: $0.key)]?.isFollowing($0.key) ?? false }
      }
      if ticks % 10 == 0 {
        plans.forgetUnused(at: clock)
        // Of what is still to be taken over as well.
        let needed = following.standby.union(owned.subtracting(shards.keys))
        standby.keep(needed, since: now - 3600)
        overheard.keep(needed, since: now - policy.overhearsFor)
      }
      await inLane(.lookingAfter) { await $0.lookAfter(at: now, clock) }
      if let live, clock - askedFeedsAt >= live.every {
        askedFeedsAt = clock
        await inLane(.live) { await $0.askFeeds(live, at: now, clock) }
      }
    }
    await deliver(at: now, clock)
    // After what is told: that must not wait.
    await shareSome(at: now, clock)
    await keepSome()
    await tellPhones(answers)
    await tidy(at: now, clock)
    steppedAt = clock
    emptySince = membership.isDraining && shards.isEmpty ? emptySince ?? clock : nil
  }

  // MARK: Who looks after whom

  private func beat(wall: Date, _ clock: Double) async -> [Heartbeat] {
    if isHearing, beatsSoon || clock - beatAt >= policy.membership.heartbeatEvery {
      if beatAt == -.infinity { membership.begin(at: clock) }
      (beatAt, beatsSoon) = (clock, false)
      membership.holds = Set(shards.keys)
      var heartbeat = membership.heartbeat(at: clock)
      heartbeat.at = wall.timeIntervalSince1970
      heartbeat.load = load
      heartbeat.lacks = PartitionSet(lacks(at: clock))
      await attempt("heartbeat") { [heartbeat] in try await bus.beat(heartbeat) }
    }
    return bus.takeHeartbeats().filter { membership.hear($0, at: clock) }
  }

  private func takeOver(at now: Date, clock: Double) async {
    membership.holds = Set(shards.keys)
    let wasAlone = membership.isAlone
    owned = membership.owned(at: clock)
    // What others were told stands nowhere once they are gone.
    if membership.isAlone, !wasAlone { asked.formUnion(shards.keys) }
    rejoin(at: now, clock)
    giveUp(Set(shards.keys).subtracting(owned))
    // First the phones, so that nothing is missed while what they belong to is read.
    standby.take(bus.takeStates(), at: clock)
    // What was under way when it was listened to for the last time counts for nothing.
    standby.listen(to: following.standby)
    let new = owned.subtracting(shards.keys)
    let stoodBy = membership.standby.union(isApart ? owned : new)
    let overhears = overload.isShedding ? [] : membership.next
    if following != (owned, overhears, stoodBy) {
      await attempt("follow") {
        try await bus.follow(owned, overhearing: overhears, standby: stoodBy)
        following = (owned, overhears, stoodBy)
        isHearing = true
      }
    }
    if want(new, clock) { beatsSoon = true }
    // A share at a time: those that are there already are told meanwhile.
    let share = Set(takeable(clock).sorted().prefix(policy.takesOver))
    guard !share.isEmpty else { return }
    await inLane(.takingOver) { worker in
      await worker.attempt("take over") { try await worker.load(share, at: now, clock) }
    }
  }

  /// What others have gone on with, while this one was cut off or stood still, is older here: it is taken over from them anew.
  private func rejoin(at now: Date, _ clock: Double) {
    let wasApart = isApart
    isApart = membership.isApart(at: clock)
    if !wasApart, isApart {
      before = (now, shards)
      // What is told meanwhile it does not hear.
      standby.listen(to: [])
    }
    guard wasApart, !isApart else { return }
    let others = membership.heldByOthers(at: clock).intersection(shards.keys)
    // Where it stood itself is better than nothing, for those of whom others do not tell.
    standby.take(others.flatMap { before.shards[$0]?.states(at: before.at) ?? [] })
    before.shards = [:]
    drop(others)
    deliveries.leave(others)
  }

  /// Lets others look after what they have taken over.
  private func giveUp(_ lost: Set<Partition>) {
    guard !lost.isEmpty else { return }
    drop(lost)
    // What is found without hearing phones is not told, and holds up nobody who ends.
    if isApart { deliveries.leave(lost) } else { deliveries.release(lost) }
    tell(.owns(partitions: shards.count, taken: 0, given: lost.count))
  }

  /// Looks after nobody of these partitions any more.
  private func drop(_ partitions: Set<Partition>) {
    for partition in partitions { (shards[partition], since[partition], toldAllAt[partition]) = (nil, nil, nil) }
    asked.subtract(partitions)
    phoneLines = phoneLines.filter { !partitions.contains(Partition(of: $0.key)) }
  }

  // MARK: What takes long

  /// What a worker asks of the database.
  enum Lane: Sendable {
    case takingOver, reading, changes, writing, noting, keeping, lookingAfter, tidying, live
  }

  /// Does something that waits for the database, and goes on without it where that takes long.
  func inLane(_ lane: Lane, _ work: @escaping @Sendable (FleetWorker) async -> Void) async {
    guard lanes.insert(lane).inserted else { return }
    guard policy.waitsForDatabase > 0 else {
      Task {
        await work(self)
        lanes.remove(lane)
      }
      return
    }
    let patience = Duration.seconds(policy.waitsForDatabase)
    await withCheckedContinuation { continuation in
      let waiting = FirstOfTwo(continuation)
      let timer = Task {
        try? await Task.sleep(for: patience)
        waiting.resume()
      }
      Task {
        await work(self)
        lanes.remove(lane)
        timer.cancel()
        waiting.resume()
      }
    }
  }

  // MARK: What fails

  func attempt(_ what: String, _ work: () async throws -> Void) async {
    do {
      try await work()
      works(what)
    } catch { note(error, what) }
  }

  func works(_ what: String) {
    if failures.remove(what) != nil { tell(.works(what: what)) }
  }

  /// Told when it begins, and not with each step.
  func note(_ error: any Error, _ what: String) {
    if failures.insert(what).inserted { tell(.fails(what: what, cause: "\(error)")) }
  }

  private func noteDelay(_ delay: Double, _ clock: Double) {
    let before = overload.isShedding
    overload.update(delay: delay, at: clock)
    // It works, and says that it is short of something: whoever asks whether all is well is not told that it is to be replaced.
    let what = "hearing phones in time"
    if !before, overload.isShedding {
      let late = delay.formatted(.number.precision(.fractionLength(1)).locale(Locale(identifier: "en")))
      tell(.fails(what: what, cause: "what they say comes \(late) s late: what is said to other workers is left out"))
    } else if before, !overload.isShedding {
      tell(.works(what: what))
    }
  }

  private func noteClock(from before: Double, to after: Double) {
    let what = "the clock of this machine"
    if before == 0, after != 0 {
      failures.insert(what)
      tell(.fails(what: what, cause: "it is \(Int(after.rounded())) s ahead of the others: set it, they are believed"))
    } else if before != 0, after == 0 {
      works(what)
    }
  }

  /// Once an hour lets go of decisions that nobody asks for any more.
  private func tidy(at now: Date, _ clock: Double) async {
    guard clock - tidiedAt >= 3600 else { return }
    tidiedAt = clock
    await inLane(.tidying) { worker in
      await worker.attempt("tidying up") {
        try await worker.ledger.forgetDecisions(before: now - 7 * 86_400)
        try await worker.ledger.forgetStates(before: now - 86_400)
      }
    }
  }
}

/// Goes on once, whoever comes first.
private final class FirstOfTwo: Sendable {
  private let continuation: Mutex<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Mutex(continuation) }

  func resume() {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume()
  }
}
