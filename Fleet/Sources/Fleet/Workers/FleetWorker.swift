import Alerts
import Foundation
import Journey

/// In which order an alert is rung and written down.
public enum RingOrder: String, Sendable, Codable {
  /// At once, and written down as soon as that can be: for a phone, or its push service, that drops what it has had.
  case ringFirst = "ring-first"
  /// Only when the ledger has let it through: for what cannot tell twice from once.
  case recordFirst = "record-first"
}

/// Every time of a worker, each with its reason. Seconds.
public struct WorkerPolicy: Sendable, Hashable {
  public var membership = MembershipPolicy()
  /// A tick a second is enough for the engine, and a change of a reminder may take as long to be seen.
  public var ticksEvery = 1.0
  /// What is older is no news any more.
  public var unsentFor: TimeInterval = 600
  /// So many are written down at once, at most.
  public var batch = 500

  public init() {}
}

/// Looks after the riders of its partitions: on one bus and one database with any number of others.
///
/// ```swift
/// let worker = FleetWorker(id, store: store, ledger: store, bus: bus, wording: wording) { notice in log(notice) }
/// while !Task.isCancelled { await worker.step(at: Date(), clock: clock.now); try await Task.sleep(for: .milliseconds(20)) }
/// ```
/// What cannot be read or written is tried again with the next step, and holds no alert back that can be rung.
public actor FleetWorker {
  /// Makes `alight.alert/1` of an alert, with its words.
  public typealias Wording = @Sendable (_ alert: FleetAlert, _ reminder: Reminder) -> Data?

  private let store: any ReminderStore
  private let ledger: any AlertLedger
  private let bus: any FleetBus
  private let order: RingOrder
  private let policy: WorkerPolicy
  private let wording: Wording
  private let tell: @Sendable (WorkerNotice) -> Void

  private var membership: Membership
  private var shards: [Partition: RiderShard] = [:]
  /// Of which partitions fixes come.
  private var following: Set<Partition> = []
  /// The sequence of changes that a shard holds.
  private var since: [Partition: Int] = [:]
  private var seen = 0
  private var beatAt = -Double.infinity
  private var tickedAt = -Double.infinity
  /// What was rung and is not written down yet, in order.
  private var unwritten: [FleetAlert] = []
  /// What is written down, and not known to be handed on.
  private var unnoted: [AlertKey] = []
  /// What waits to be rung: the bus, or with `recordFirst` the ledger, has not taken it.
  private var unrung: [FleetAlert] = []
  /// What may have been written down though the ledger has not said so.
  private var uncertain: Set<AlertKey> = []
  private var failures: Set<String> = []

  public init(
    _ id: WorkerID, at clock: Double, store: any ReminderStore, ledger: any AlertLedger, bus: any FleetBus,
    order: RingOrder = .ringFirst, policy: WorkerPolicy = WorkerPolicy(), wording: @escaping Wording,
    tell: @escaping @Sendable (WorkerNotice) -> Void = { _ in }
  ) {
    (self.store, self.ledger, self.bus, self.order, self.policy) = (store, ledger, bus, order, policy)
    (self.wording, self.tell) = (wording, tell)
    membership = Membership(id, at: clock, policy: policy.membership)
  }

  /// What it looks after now.
  public var counts: (partitions: Int, followed: Int, waiting: Int, unwritten: Int) {
    let counts = shards.values.map(\.counts)
    return (
      shards.count, counts.reduce(0) { $0 + $1.followed }, counts.reduce(0) { $0 + $1.waiting }, unwritten.count
    )
  }

  /// Whether it has handed on all that it had, after `drain`.
  public var isDrained: Bool {
    membership.heartbeat.isDraining && shards.isEmpty && unwritten.isEmpty && unrung.isEmpty
  }

  /// Takes nothing more, and lets others take over.
  public func drain(at clock: Double) { membership.drain(at: clock) }

  /// Does what is to be done by now.
  /// - Parameters:
  ///   - now: By the clock of the world.
  ///   - clock: Seconds of a clock that does not go back.
  public func step(at now: Date, clock: Double) async {
    await beat(at: clock)
    await takeOver(at: now, clock: clock)
    var (alerts, quiet) = ([FleetAlert](), [RiderID: Double]())
    for (rider, fix) in bus.fixes.take() {
      let partition = Partition(of: rider)
      alerts += shards[partition]?.take(fix, of: rider, at: now) ?? []
      quiet[rider] = shards[partition]?.quiet(of: rider, accuracy: fix.accuracy ?? 50, at: now)
    }
    if clock - tickedAt >= policy.ticksEvery {
      tickedAt = clock
      await takeChanges(at: now)
      await followDue(at: now)
      for partition in shards.keys.sorted() { alerts += shards[partition]?.tick(at: now) ?? [] }
    }
    await deliver(alerts.sorted { $0.alert.at < $1.alert.at })
    // After what is told: that must not wait.
    if !quiet.isEmpty { await attempt("quietening phones") { try await bus.quieten(quiet) } }
  }

  // MARK: Who looks after whom

  private func beat(at clock: Double) async {
    if clock - beatAt >= policy.membership.heartbeatEvery {
      beatAt = clock
      await attempt("heartbeat") { try await bus.beat(membership.heartbeat) }
    }
    for heartbeat in bus.takeHeartbeats() { membership.hear(heartbeat, at: clock) }
  }

  private func takeOver(at now: Date, clock: Double) async {
    let owned = membership.owned(at: clock)
    let lost = Set(shards.keys).subtracting(owned)
    let new = owned.subtracting(shards.keys)
    for partition in lost { (shards[partition], since[partition]) = (nil, nil) }
    // First the fixes, so that none is missed while what they belong to is read.
    if following != owned {
      await attempt("follow") {
        try await bus.follow(owned)
        following = owned
      }
    }
    guard !lost.isEmpty || !new.isEmpty else { return }
    var taken = 0
    for partition in new.sorted() {
      await attempt("take over") {
        try await load(partition, at: now)
        taken += 1
      }
    }
    tell(.owns(partitions: shards.count, taken: taken, given: lost.count))
  }

  /// Reads what a partition has: what waits, what is under way with what was told of it, and what was not handed on.
  private func load(_ partition: Partition, at now: Date) async throws {
    let (due, sequence) = try await store.due(in: partition)
    var shard = RiderShard()
    for reminder in due { shard.wait(for: reminder.id, of: reminder.rider, until: reminder.dueAt) }
    try await Self.follow(shard.takeDue(at: now).map(\.reminder), in: &shard, store, ledger, at: now)
    let unsent = try await ledger.unsent(in: partition, since: now - policy.unsentFor)
    unrung += try await withRecords(unsent)
    (shards[partition], since[partition]) = (shard, sequence)
    seen = seen == 0 ? sequence : min(seen, sequence)
  }

  private func withRecords(_ alerts: [FleetAlert]) async throws -> [FleetAlert] {
    guard !alerts.isEmpty else { return [] }
    let stored = try await store.reminders(Array(Set(alerts.map(\.reminder))))
    let records = Dictionary(stored.map { ($0.reminder.id, $0.reminder) }) { $1 }
    return alerts.compactMap { alert in
      records[alert.reminder].map {
        var alert = alert
        alert.record = $0
        return alert
      }
    }
  }

  private static func follow(
    _ ids: [UUID], in shard: inout RiderShard, _ store: any ReminderStore, _ ledger: any AlertLedger, at now: Date
  ) async throws {
    guard !ids.isEmpty else { return }
    let reminders = try await store.reminders(ids)
    let told = Dictionary(grouping: try await ledger.told(of: ids), by: \.reminder)
    for stored in reminders {
      shard.follow(stored.reminder, of: stored.rider, told: told[stored.reminder.id] ?? [], at: now)
    }
  }

  // MARK: Reminders

  private func takeChanges(at now: Date) async {
    guard !shards.isEmpty else { return }
    await attempt("changes") {
      let changes = try await store.changes(after: seen)
      for change in changes {
        let partition = Partition(of: change.rider)
        guard shards[partition] != nil, change.sequence > since[partition] ?? .max else { continue }
        shards[partition]?.stop(change.id, of: change.rider)
        if let due = change.due { shards[partition]?.wait(for: due.id, of: due.rider, until: due.dueAt) }
      }
      seen = max(seen, changes.last?.sequence ?? seen)
    }
  }

  private func followDue(at now: Date) async {
    for partition in shards.keys.sorted() {
      guard var shard = shards[partition] else { continue }
      let due = shard.takeDue(at: now)
      guard !due.isEmpty else { continue }
      do {
        try await Self.follow(due.map(\.reminder), in: &shard, store, ledger, at: now)
      } catch {
        for reminder in due { shard.wait(for: reminder.reminder, of: reminder.rider, until: now) }
        note(error, "reading what is due")
      }
      shards[partition] = shard
    }
  }

  // MARK: Alerts

  private func deliver(_ alerts: [FleetAlert]) async {
    switch order {
    case .ringFirst:
      await ring(unrung + alerts) { unwritten.append($0) }
      await write()
    case .recordFirst:
      unwritten += alerts
      await write()
    }
    await noteSent()
  }

  /// Rings what can be rung; what cannot waits.
  private func ring(_ alerts: [FleetAlert], then done: (FleetAlert) -> Void) async {
    unrung = []
    for alert in alerts {
      guard let record = alert.record.flatMap({ wording(alert, $0) }) else {
        done(alert)
        continue
      }
      do {
        try await bus.ring(record, to: alert.rider)
        done(alert)
        works("ringing")
      } catch {
        unrung.append(alert)
        note(error, "ringing")
      }
    }
  }

  /// Writes down what was told, or is to be told.
  private func write() async {
    while !unwritten.isEmpty {
      let batch = Array(unwritten.prefix(policy.batch))
      do {
        let isNew = try await ledger.record(batch)
        let own = try await zip(batch, isNew).filter(\.1).map(\.0) + ownAfterAll(batch, isNew)
        unwritten.removeFirst(batch.count)
        switch order {
        case .ringFirst: unnoted += batch.compactMap(\.key)
        case .recordFirst: unrung += own
        }
        works("writing down what was told")
      } catch {
        uncertain.formUnion(batch.compactMap(\.key))
        note(error, "writing down what was told")
        break
      }
    }
    if order == .recordFirst, !unrung.isEmpty { await ring(unrung) { if let key = $0.key { unnoted.append(key) } } }
  }

  /// Of what stands in the ledger already, that which this worker has written itself before an answer was lost: nobody has rung it.
  private func ownAfterAll(_ batch: [FleetAlert], _ isNew: [Bool]) async throws -> [FleetAlert] {
    let doubted = zip(batch, isNew).filter { alert, isNew in !isNew && alert.key.map(uncertain.contains) ?? false }.map(
      \.0)
    guard order == .recordFirst, !doubted.isEmpty else {
      uncertain.subtract(batch.compactMap(\.key))
      return []
    }
    var unsent: Set<AlertKey> = []
    for partition in Set(doubted.map { Partition(of: $0.rider) }) {
      let since = (doubted.map(\.alert.at).min() ?? .distantPast) - policy.unsentFor
      unsent.formUnion(try await ledger.unsent(in: partition, since: since).compactMap(\.key))
    }
    uncertain.subtract(batch.compactMap(\.key))
    return doubted.filter { $0.key.map(unsent.contains) ?? false }
  }

  private func noteSent() async {
    guard !unnoted.isEmpty else { return }
    await attempt("noting what was handed on") {
      try await ledger.noteSent(unnoted)
      unnoted = []
    }
  }

  // MARK: What fails

  private func attempt(_ what: String, _ work: () async throws -> Void) async {
    do {
      try await work()
      works(what)
    } catch { note(error, what) }
  }

  private func works(_ what: String) {
    if failures.remove(what) != nil { tell(.works(what: what)) }
  }

  /// Told when it begins, and not with each step.
  private func note(_ error: any Error, _ what: String) {
    if failures.insert(what).inserted { tell(.fails(what: what, cause: "\(error)")) }
  }
}

/// What a worker says of itself.
public enum WorkerNotice: Sendable, Hashable {
  /// It looks after so many partitions; so many of them are new, and so many were given away.
  case owns(partitions: Int, taken: Int, given: Int)
  case fails(what: String, cause: String)
  case works(what: String)
}
