import Foundation
import Journey

/// What is to be followed: read when a partition is taken over, when it is time, and when it changes.
extension FleetWorker {
  /// Reads what partitions have: what waits, what is under way with what was told of it, and what was not handed on.
  func load(_ partitions: Set<Partition>, at now: Date, _ clock: Double) async throws {
    let (reminders, sequence) = try await store.due(in: partitions)
    var loaded = Dictionary(uniqueKeysWithValues: partitions.map { ($0, RiderShard(plans)) })
    for reminder in reminders {
      loaded[Partition(of: reminder.rider)]?.wait(for: reminder.id, of: reminder.rider, until: reminder.dueAt)
    }
    let due = partitions.flatMap { loaded[$0]?.takeDue(at: now).map(\.reminder) ?? [] }
    let followed = try await read(due)
    let unsent = try await unsent(in: partitions, at: now)
    // What phones have said while that was read is heard with it: from here on nothing waits.
    for followed in followed { follow(followed, in: &loaded, at: latest ?? now, clock) }
    for alert in unsent { deliveries.add(alert, isWritten: true, at: clock) }
    // It may have become another worker's meanwhile.
    let taken = loaded.filter { owned.contains($0.key) && shards[$0.key] == nil }
    for (partition, shard) in taken { (shards[partition], since[partition]) = (shard, sequence) }
    // What those who had it have told nobody else has, perhaps not even the database.
    if membership.isAlone { asked.formUnion(taken.keys) }
    if !taken.isEmpty { asksAgain.append((clock + policy.asksAgainAfter, Set(taken.keys))) }
    seen = since.values.min() ?? sequence
    tell(.owns(partitions: shards.count, taken: taken.count, given: 0))
  }

  /// What was written down and not handed on, of each reminder no more than its last alert: who was told to get off is not told to get
  /// ready.
  private func unsent(in partitions: Set<Partition>, at now: Date) async throws -> [FleetAlert] {
    let unsent = try await ledger.unsent(in: partitions, since: now - policy.unsentFor)
    let told = try await ledger.told(of: Array(Set(unsent.map(\.reminder))))
    let latest = Dictionary(told.map { ($0.reminder, $0.alert.at) }, uniquingKeysWith: max)
    return try await withRecords(unsent.filter { $0.alert.at >= latest[$0.reminder] ?? .distantPast })
  }

  /// Rings what those who had a partition before have written down after it was taken over, and nobody has heard.
  func askAgain(at now: Date, _ clock: Double) async {
    let due = asksAgain.filter { $0.at <= clock }
    let partitions = due.reduce(into: Set<Partition>()) { $0.formUnion($1.partitions) }.intersection(owned)
    guard !partitions.isEmpty else { return asksAgain.removeAll { $0.at <= clock } }
    await attempt("asking what was not handed on") {
      let unsent = try await unsent(in: partitions, at: now)
      for alert in unsent { deliveries.add(alert, isWritten: true, at: clock) }
      asksAgain.removeAll { $0.at <= clock }
    }
  }

  /// Follows what has become due.
  func followDue(at now: Date, _ clock: Double) async {
    var due: [(rider: RiderID, reminder: UUID)] = []
    for partition in Array(shards.keys) { due += shards[partition]?.takeDue(at: now) ?? [] }
    guard !due.isEmpty else { return }
    do {
      for followed in try await read(due.map(\.reminder)) { follow(followed, in: &shards, at: now, clock) }
      works("reading what is due")
    } catch {
      for waiting in due {
        shards[Partition(of: waiting.rider)]?.wait(for: waiting.reminder, of: waiting.rider, until: now)
      }
      note(error, "reading what is due")
    }
  }

  /// Takes in what was set, changed or deleted.
  func takeChanges(at now: Date) async {
    guard !shards.isEmpty else { return }
    await attempt("changes") {
      let present = Array(shards.keys)
      let changes = try await store.changes(after: seen)
      for change in changes {
        let partition = Partition(of: change.rider)
        guard shards[partition] != nil, change.sequence > since[partition] ?? .max else { continue }
        if shards[partition]?.stop(change.id, of: change.rider) == true {
          decide(.ends, change.rider, change.id, at: now, change.due == nil ? "off, done or deleted" : "changed")
        }
        if let due = change.due { shards[partition]?.wait(for: due.id, of: due.rider, until: due.dueAt) }
      }
      guard let last = changes.last?.sequence else { return }
      for partition in present { since[partition] = since[partition].map { max($0, last) } }
      // One that was taken over meanwhile may know less.
      seen = since.values.min() ?? last
    }
  }

  private typealias Followed = (stored: StoredReminder, told: [FleetAlert])

  private func read(_ ids: [UUID]) async throws -> [Followed] {
    guard !ids.isEmpty else { return [] }
    let reminders = try await store.reminders(ids)
    // What is kept there is of a worker that was alone, and is as good as what another one has told.
    standby.take(try await ledger.states(of: ids))
    let told = Dictionary(grouping: try await ledger.told(of: ids), by: \.reminder)
    return reminders.map { ($0, told[$0.reminder.id] ?? []) }
  }

  private func follow(
    _ followed: Followed, in shards: inout [Partition: RiderShard], at now: Date, _ clock: Double
  ) {
    let (stored, told) = followed
    let state = standby.state(of: stored.reminder.id, stored.rider)
    let outcome = shards[Partition(of: stored.rider)]?.follow(
      stored.reminder, of: stored.rider, in: stored.language, told: told, from: state, at: now
    ) { overheard.words(of: stored.rider, after: $0) }
    due(outcome?.alerts ?? [], clock)
    if outcome?.isFollowed == true {
      phoneLines[stored.rider, default: PhoneLine()].hear(outcome?.newest)
      let before = told.isEmpty ? "" : ", \(told.count) told before"
      let from = state.map { ", goes on from \(Int(now.timeIntervalSince($0.at).rounded())) s before" } ?? ""
      decide(
        .follows, stored.rider, stored.reminder.id, at: now, "revision \(stored.reminder.revision)\(before)\(from)")
    }
  }

  private func withRecords(_ alerts: [FleetAlert]) async throws -> [FleetAlert] {
    guard !alerts.isEmpty else { return [] }
    let stored = try await store.reminders(Array(Set(alerts.map(\.reminder))))
    let records = Dictionary(stored.map { ($0.reminder.id, $0) }) { $1 }
    return alerts.compactMap { alert in
      records[alert.reminder].map {
        var alert = alert
        (alert.record, alert.language) = ($0.reminder, $0.language)
        return alert
      }
    }
  }
}
