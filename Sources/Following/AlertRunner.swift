import Alerts
import Blocking
import Foundation
import Journey
import Logging

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
  /// How often reminders are looked for that have become due, and how often the state of a quiet ride is saved.
  static let claimEvery: TimeInterval = 10
  /// Seconds beyond its end for which a ride is followed: a night on a closed line. Whoever has not said a word by then is off.
  static let followsBeyond: TimeInterval = 12 * 3600
  /// Seconds beyond its planned end for which a ride without positions keeps the machine awake: few are later than that.
  static let staysAwakeBeyond: TimeInterval = 3 * 3600
  /// Seconds for which a ride that is over is remembered: a clock that goes back does not ring again, and "I'm off" is understood
  /// in the evening.
  static let remembersFor: TimeInterval = 24 * 3600
  /// How often it is looked whether another process has changed them: of a recording played fast, not with each fix.
  static let lookEvery: Duration = .milliseconds(200)

  /// The ledger blocks: an alert is not told before it is written down that it is about to be.
  private let executor = BlockingExecutor(label: "alert runner")
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let ledger: any Ledger
  let delivery: Delivery
  let wording: Wording
  let tell: @Sendable (RunnerNotice) -> Void
  let decisions: DecisionLog?
  let notes: (any NoteBook)?
  let live: (any LiveReports)?
  let vehicles: (any VehicleFinder)?
  let logger: Logger
  private let onTurn: @Sendable (_ isUnderWay: Bool) -> Void

  /// The rides that are followed.
  var watches: [UUID: Watch] = [:]
  /// The rides that are over, and since when.
  var over: [Occurrence: Date] = [:]
  /// The rides that are over of which something may still sound, and since when.
  var mayStillSound: [UUID: (reminder: Reminder, since: Date)] = [:]
  /// Whether a ride came to its end.
  public internal(set) var hasFinishedARide = false
  /// Alerts that were given after the runner had gone on, and are to be written down as delivered.
  let given = GivenAlerts()
  /// What was told about things that cannot be used: once, as long as it is so.
  var leftOut: Set<String> = []
  /// Whether the ledger could be read once, and why it cannot be now.
  var hasRead = false
  var readingFailure: String?
  /// What the rides that are followed have in common.
  var rides = SharedRides()
  /// The reminder that alerted last.
  var lastTold: UUID?
  /// When a rider was called last, by reminder, and when a note was told last.
  var calledAt: [UUID: Date] = [:]
  var toldNoteAt: Date?
  /// Grows with everything that happens to a ride.
  public internal(set) var changes = 0
  /// The instant that the source has come to; nil before its first input.
  var now: Date?
  /// Whether the source has positions.
  var hasPositions = false
  var isLive = true

  /// When live feeds were asked last, and the question that is still open.
  var askedFeedsAt: Date?
  /// The newest tick.
  var tickedAt: Date?
  var askingFeeds: Task<Void, Never>?
  /// The newest fix by which it was looked which vehicles riders sit in, and the look that is still open.
  var foundVehiclesAt: Date?
  var findingVehicles: Task<Void, Never>?
  private var isUnderWay = false
  private var fixedAt: Date?
  private var claimedAt: Date?
  private var lookedAt: ContinuousClock.Instant?
  private var seenVersion: Int?
  /// Asks the source for a fix every so many seconds.
  private var sample: (@Sendable (Double) async -> Void)?
  private var asking: (seconds: Double, task: Task<Void, Never>)?

  /// One ride of a reminder, which may come again on another day.
  struct Occurrence: Hashable {
    let reminder: UUID
    let serviceDay: String

    init(_ reminder: Reminder) {
      self.reminder = reminder.id
      serviceDay = reminder.ride.serviceDay
    }
  }

  /// The reminders that are followed.
  var followed: [Reminder] { watches.values.map(\.reminder) }

  /// A reminder that is followed.
  final class Watch {
    var reminder: Reminder
    let plan: AlertPlan
    /// What it has in common with others of the same rides.
    let rides: [SharedRide]
    var state: AlertState
    var savedAt: Date
    /// Of the database in which it was seen last.
    var generation: Int
    /// Seconds between fixes that the engine wants; nil before it has said.
    var sampling: Double?

    init(
      _ reminder: Reminder, _ plan: AlertPlan, _ rides: [SharedRide], _ state: AlertState, at now: Date, generation: Int
    ) {
      (self.reminder, self.plan, self.rides, self.state) = (reminder, plan, rides, state)
      (savedAt, self.generation, sampling) = (now, generation, state.sampling)
    }

    /// Whether its rider is on the way. Who waits for a place is anywhere, for days.
    /// - Parameter fixedAt: The newest fix: as long as there are any the ride goes on, however late.
    func isUnderWay(at now: Date, fixedAt: Date?) -> Bool {
      guard reminder.visit == nil, !state.latches.isOver else { return false }
      if let fixedAt, now.timeIntervalSince(fixedAt) < AlertRunner.lead { return true }
      return reminder.leg(state.leg).ride.arrival.map { now < $0 + AlertRunner.staysAwakeBeyond } ?? true
    }

    var saved: LedgerChange { .state(state, of: reminder.id, serviceDay: reminder.ride.serviceDay) }
  }

  /// - Parameters:
  ///   - patience: how long one alert waits for slow channels; a sound that plays for so long was heard.
  ///   - decisions: where it is written down why levels fire and do not.
  ///   - notes: what is told of what lies along the way; nil for nothing.
  ///   - live: what live feeds say of the rides; nil for nothing.
  ///   - vehicles: where it is found out which vehicles riders sit in; nil for nowhere.
  ///   - onTurn: called with each input, as a sign of life, and told whether a ride is under way now, or is about to be.
  public init(
    ledger: any Ledger, channels: [any AlertChannel], wording: @escaping Wording,
    tell: @escaping @Sendable (RunnerNotice) -> Void, patience: Duration = .milliseconds(300),
    decisions: DecisionLog? = nil, notes: (any NoteBook)? = nil, live: (any LiveReports)? = nil,
    vehicles: (any VehicleFinder)? = nil, onTurn: @escaping @Sendable (_ isUnderWay: Bool) -> Void = { _ in },
    logger: Logger = Logger(label: "alight.runner")
  ) {
    self.ledger = ledger
    delivery = Delivery(channels: channels, patience: patience, tell: tell) { [given] in given.add($0) }
    self.wording = wording
    self.tell = tell
    self.decisions = decisions
    self.notes = notes
    self.live = live
    self.vehicles = vehicles
    self.onTurn = onTurn
    self.logger = logger
  }

  /// Follows what is due until the source ends or, with `endsAfterFirst`, until the first ride is over.
  /// - Parameter reminder: follow this one alone, due or not; nil for all that are due.
  /// - Throws: errors of the source, `CancellationError`, and the ledger's where reminders cannot be read.
  public func run(_ source: some PositionSource, reminder: Reminder? = nil, endsAfterFirst: Bool = false) async throws {
    sample = { await source.sample(every: .seconds($0)) }
    do {
      for try await input in source.moments() {
        now = input.at
        (hasPositions, isLive) = (source.hasPositions, source.isLive)
        if case .fix = input { fixedAt = input.at }
        onTurn(isUnderWay)
        if isTimeToClaim(input.at) {
          try await claim(reminder, at: input.at)
          await source.follow(watches.values.map(\.plan))
          isUnderWay = source.isLive && !source.isPlayed && isAnyUnderWay(at: input.at)
        }
        await step(input)
        askForFixes()
        askFeeds(input)
        findVehicles(input)
        if source.isPlayed {
          await askingFeeds?.value
          await findingVehicles?.value
        }
        if endsAfterFirst, hasFinishedARide { break }
      }
      try Task.checkCancellation()
    } catch {
      await end()
      await delivery.cancel()
      try? await ledger.runnerEnds()
      throw error
    }
    await end()
    await delivery.settle()
    recordGiven(at: now ?? Date())
    // What could not be written was told.
    try? await ledger.runnerEnds()
  }

  private func end() async {
    askingFeeds?.cancel()
    findingVehicles?.cancel()
    await askingFeeds?.value
    await findingVehicles?.value
    let states = watches.values.map(\.saved)
    if let now, !states.isEmpty { write(states, at: now) }
    await decisions?.flush()
    // What the source is still asked for must not come after its goodbye.
    await asking?.task.value
    (sample, asking) = (nil, nil)
  }

  /// Whether reminders are to be looked for: now and then, and at once where another process has written.
  private func isTimeToClaim(_ now: Date) -> Bool {
    var isDue = claimedAt.map { abs(now.timeIntervalSince($0)) >= Self.claimEvery } ?? true
    let clock = ContinuousClock.now
    if lookedAt.map({ clock - $0 >= Self.lookEvery }) ?? true {
      lookedAt = clock
      // A database that cannot be read is told by the claim.
      let version = try? ledger.version()
      if version != seenVersion { isDue = true }
      seenVersion = version
    }
    if isDue { claimedAt = now }
    return isDue
  }

  private func isAnyUnderWay(at now: Date) -> Bool {
    watches.values.contains { $0.isUnderWay(at: now, fixedAt: fixedAt) }
  }

  /// Tells the source the shortest pace that any ride wants, where that is another than before.
  func askForFixes() {
    guard let sample, let seconds = watches.values.compactMap(\.sampling).min(), seconds != asking?.seconds
    else { return }
    let earlier = asking?.task
    // One after the other, and waited for by no alert.
    let task = Task {
      await earlier?.value
      await sample(seconds)
    }
    asking = (seconds, task)
  }

  /// Writes to the ledger. One that cannot be written holds no alert back.
  /// - Returns: the alerts that were delivered before.
  @discardableResult
  func write(_ changes: [LedgerChange], at now: Date) -> Set<AlertKey> {
    do {
      return try ledger.write(changes, at: now)
    } catch {
      tell(.ledgerFailed(cause: "\(error)"))
      return []
    }
  }
}
