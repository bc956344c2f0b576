import Alerts
import Foundation
import Journey
import Logging

/// Something that the runner tells about its work.
public enum RunnerNotice: Sendable, Hashable {
  case following(Reminder, hasPositions: Bool)
  case finished(Reminder)
  case channelFailed(channel: String, cause: String)
  /// The ledger could not be written; the rider is told all the same.
  case ledgerFailed(cause: String)
}

/// Takes over reminders when they are due, follows their rides and tells the rider.
///
/// ```swift
/// let runner = AlertRunner(ledger: ledger, channels: [terminal, sound], wording: wording, tell: tell)
/// try await runner.run(FixReplay(fixes), endsAfterFirst: true)
/// ```
/// Each alert is written down as pending before it is told and as delivered after it: told at least once, and never again
/// once the delivery was written.
public actor AlertRunner {
  /// Turns an alert into a sentence.
  public typealias Wording = @Sendable (_ alert: Alert, _ reminder: Reminder, _ isRepeat: Bool) -> String

  /// How long before departure a reminder is taken over: the rider is on the way to the stop.
  public static let lead: TimeInterval = 15 * 60
  /// A pending alert older than this is no news any more.
  static let pendingFor: TimeInterval = 10 * 60
  /// How often new reminders are looked for, and how often the state of a quiet ride is saved.
  static let claimEvery: TimeInterval = 10

  private let ledger: any Ledger
  private let delivery: Delivery
  private let wording: Wording
  private let tell: @Sendable (RunnerNotice) -> Void
  private let logger: Logger
  private var watches: [UUID: Watch] = [:]
  private var over: Set<Occurrence> = []
  private var claimedAt: Date?

  /// One ride of a reminder, which may come again on another day.
  private struct Occurrence: Hashable {
    let reminder: UUID
    let serviceDay: String

    init(_ reminder: Reminder) {
      self.reminder = reminder.id
      serviceDay = reminder.ride.serviceDay
    }
  }

  /// A reminder that is followed.
  private struct Watch {
    var reminder: Reminder
    let plan: AlertPlan
    var state: AlertState
    var savedAt: Date
  }

  /// - Parameter patience: how long one alert waits for slow channels; a sound that plays for so long was heard.
  public init(
    ledger: any Ledger, channels: [any AlertChannel], wording: @escaping Wording,
    tell: @escaping @Sendable (RunnerNotice) -> Void, patience: Duration = .milliseconds(300),
    logger: Logger = Logger(label: "alight.runner")
  ) {
    self.ledger = ledger
    delivery = Delivery(channels: channels, patience: patience, tell: tell)
    self.wording = wording
    self.tell = tell
    self.logger = logger
  }

  /// Follows what is due until the source ends or, with `endsAfterFirst`, until the first ride is over.
  /// - Parameter reminder: follow this one alone, due or not; nil for all that are due.
  /// - Throws: errors of the source, `CancellationError`, and the ledger's where reminders cannot be read.
  public func run(_ source: some PositionSource, reminder: Reminder? = nil, endsAfterFirst: Bool = false) async throws {
    defer { try? ledger.runnerEnds() }
    do {
      for try await input in source.moments() {
        try await claim(reminder, source.hasPositions, at: input.at)
        for id in watches.keys.sorted(by: { $0.uuidString < $1.uuidString }) { await step(id, input) }
        if endsAfterFirst, !over.isEmpty { break }
      }
      try Task.checkCancellation()
    } catch {
      saveAll()
      await delivery.cancel()
      throw error
    }
    saveAll()
    await delivery.settle()
  }

  /// Whether a ride came to its end.
  public var hasFinishedARide: Bool { !over.isEmpty }

  private func claim(_ only: Reminder?, _ hasPositions: Bool, at now: Date) async throws {
    if let claimedAt, abs(now.timeIntervalSince(claimedAt)) < Self.claimEvery { return }
    claimedAt = now
    attempt { try ledger.runnerIsAlive(at: Date()) }
    let due = try only.map { [$0] } ?? ledger.due(at: now, lead: Self.lead)
    if only == nil {
      let stillDue = Set(due.map(\.id))
      // Switched off, paused or deleted by another process, or long over.
      for id in watches.keys where !stillDue.contains(id) {
        if let old = watches[id]?.reminder, let end = old.validUntil, end < now { over.insert(Occurrence(old)) }
        watches[id] = nil
      }
    }
    for reminder in due where !over.contains(Occurrence(reminder)) {
      if let watch = watches[reminder.id], !takeChange(reminder, over: watch.reminder) { continue }
      guard let plan = AlertPlan(reminder) else { continue }
      try await resume(reminder, plan, hasPositions, at: now)
    }
  }

  /// Takes over what was changed about a reminder that is followed.
  /// - Returns: whether another ride or other levels make it a new one.
  private func takeChange(_ reminder: Reminder, over old: Reminder) -> Bool {
    guard reminder.revision != old.revision else { return false }
    if reminder.ride == old.ride, reminder.levels == old.levels {
      watches[reminder.id]?.reminder = reminder
      attempt { try ledger.acknowledge(reminder.id, revision: reminder.revision, at: Date()) }
      return false
    }
    watches[reminder.id] = nil
    return true
  }

  /// Takes a reminder over where the last runner left it.
  private func resume(_ reminder: Reminder, _ plan: AlertPlan, _ hasPositions: Bool, at now: Date) async throws {
    let day = reminder.ride.serviceDay
    var state = try ledger.engineState(of: reminder.id, serviceDay: day) ?? AlertState()
    let entries = try ledger.entries(of: reminder.id, serviceDay: day)
    // The ledger was written before the state: whatever it names has fired.
    for entry in entries {
      if entry.alert.event == .alert, let level = entry.alert.level {
        state.latches.fired = max(state.latches.fired, level)
      }
      if entry.alert.event == .missed { state.latches.missed = true }
    }
    tell(.following(reminder, hasPositions: hasPositions))
    logger.debug("resuming", metadata: ["reminder": "\(reminder.id)", "fired": "\(state.latches.fired)"])
    watches[reminder.id] = Watch(reminder: reminder, plan: plan, state: state, savedAt: now)
    attempt { try ledger.acknowledge(reminder.id, revision: reminder.revision, at: Date()) }
    // A recording that is played again begins before the alert.
    let pending = entries.filter { !$0.isDelivered && now.timeIntervalSince($0.pendingAt) < Self.pendingFor }
    let highest = pending.max { $0.key.level < $1.key.level }
    for entry in pending where entry.key != highest?.key {
      // The higher level tells all that the lower one would have.
      attempt { try ledger.recordDelivered(entry.key, at: now) }
    }
    if let highest, reminder.validUntil.map({ now <= $0 }) ?? true {
      await give(highest.alert, reminder, key: highest.key, isRepeat: true, at: now)
    }
    if state.latches.finished { finish(reminder, at: now) }
  }

  private func step(_ id: UUID, _ input: AlertInput) async {
    guard var watch = watches[id] else { return }
    let effects = AlertEngine.advance(watch.plan, &watch.state, input)
    let alerts = effects.compactMap { effect -> Alert? in
      if case .deliver(let alert) = effect { return alert }
      return nil
    }
    if !effects.isEmpty || input.at.timeIntervalSince(watch.savedAt) >= Self.claimEvery {
      watch.savedAt = input.at
      watches[id] = watch
      // Pending comes before the state: a crash in between tells an alert again, the other order would lose it.
      let fresh = alerts.filter { alert in pend(alert, watch.reminder, at: input.at) }
      save(watch, at: input.at)
      // Who has missed the stop needs to hear that, and not to get off at the next one.
      let hasMissed = fresh.contains { $0.event == .missed }
      for alert in fresh {
        let key = AlertKey(alert, of: watch.reminder)
        if hasMissed, alert.event == .alert {
          if let key { attempt { try ledger.recordDelivered(key, at: input.at) } }
        } else {
          await give(alert, watch.reminder, key: key, isRepeat: false, at: input.at)
        }
      }
    } else {
      watches[id] = watch
    }
    if watch.state.latches.finished { finish(watch.reminder, at: input.at) }
  }

  /// Writes an alert down as pending; false where it was delivered before.
  private func pend(_ alert: Alert, _ reminder: Reminder, at now: Date) -> Bool {
    guard let key = AlertKey(alert, of: reminder) else { return true }
    do {
      return try ledger.recordPending(alert, key: key, at: now)
    } catch {
      tell(.ledgerFailed(cause: "\(error)"))
      return true
    }
  }

  private func give(_ alert: Alert, _ reminder: Reminder, key: AlertKey?, isRepeat: Bool, at now: Date) async {
    if isRepeat, let key {
      // Written a second time, the entry counts the repeat.
      attempt { _ = try ledger.recordPending(alert, key: key, at: now) }
    }
    let level = reminder.levels.last { $0.level == alert.level ?? 3 }
    let message = AlertMessage(
      key: key ?? AlertKey(reminder: reminder.id, serviceDay: reminder.ride.serviceDay, level: 0), alert: alert,
      title: reminder.destination.name, text: wording(alert, reminder, isRepeat),
      means: Set(level?.channels ?? [.notification]), isRepeat: isRepeat)
    await delivery.deliver(message)
    if let key { attempt { try ledger.recordDelivered(key, at: now) } }
  }

  private func finish(_ reminder: Reminder, at now: Date) {
    watches[reminder.id] = nil
    over.insert(Occurrence(reminder))
    attempt { try ledger.finish(reminder.id, at: now) }
    tell(.finished(reminder))
  }

  private func saveAll() {
    for watch in watches.values { save(watch, at: watch.savedAt) }
  }

  private func save(_ watch: Watch, at now: Date) {
    attempt { try ledger.save(watch.state, of: watch.reminder.id, serviceDay: watch.reminder.ride.serviceDay, at: now) }
  }

  /// A ledger that cannot be written holds no alert back.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      tell(.ledgerFailed(cause: "\(error)"))
    }
  }
}
