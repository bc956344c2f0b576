import Alerts
import Foundation
import Journey

/// The riders of one partition: which of their reminders are followed, and what comes of a fix or of time that passes.
///
/// A value without a clock, a network or a disk: the same inputs give the same alerts, and a shard built anew from reminders and ledger
/// goes on where the one before it was lost.
public struct RiderShard: Sendable {
  /// Seconds before its departure from which on a reminder is followed: the rider is on the way to the stop.
  public static let lead: TimeInterval = 15 * 60

  /// A reminder that is followed. What it has in common with others is held once.
  struct Watch {
    let own: OwnReminder
    let language: LanguageTag?
    var state: AlertState
    /// When the clock alone may next have something to say, in seconds since the reference date.
    var ticksAt: Double
    /// Until when its phone has nothing to say that would change anything, in the same seconds.
    var quietUntil = 0.0
  }

  /// A reminder whose time has not come: all that is kept of it.
  private struct Waiting {
    let rider: RiderID
    let dueAt: Double
  }

  private(set) var watches: [RiderID: [Watch]] = [:]
  private var waiting: [UUID: Waiting] = [:]
  /// Those about whom something is known that no other worker has been told.
  private var changed: Set<RiderID> = []
  private let plans: SharedPlans

  /// - Parameter plans: Those of other shards as well.
  public init(_ plans: SharedPlans = SharedPlans()) { self.plans = plans }

  /// How many reminders are followed, and how many wait.
  public var counts: (followed: Int, waiting: Int) { (watches.reduce(0) { $0 + $1.value.count }, waiting.count) }

  /// Lets a rider's phone be silent for as long as it may from now on.
  ///
  /// What was granted holds until it is over: a phone that says more than it need is not looked at anew each time.
  /// - Returns: For how many seconds; nil for a rider who is not followed.
  public mutating func quieten(_ rider: RiderID, at now: Date) -> Double? {
    guard var own = watches.removeValue(forKey: rider) else { return nil }
    defer { watches[rider] = own }
    let time = now.timeIntervalSinceReferenceDate
    var seconds = QuietPeriod.longest
    for place in own.indices {
      if own[place].quietUntil - time < QuietPeriod.shortest, !own[place].state.isGranted {
        own[place].quietUntil = time + QuietPeriod.seconds(own[place].own.common.plan, own[place].state, at: now)
      }
      seconds = max(QuietPeriod.shortest, min(seconds, own[place].quietUntil - time))
    }
    for place in own.indices { own[place].state.grant(silence: seconds, at: now) }
    return seconds
  }

  /// Whether a ride of theirs is followed now.
  func isFollowing(_ rider: RiderID) -> Bool { watches[rider] != nil }

  // MARK: Reminders

  /// Keeps a reminder in mind until it is time to follow it.
  public mutating func wait(for reminder: UUID, of rider: RiderID, until due: Date) {
    waiting[reminder] = Waiting(rider: rider, dueAt: due.timeIntervalSinceReferenceDate)
  }

  /// The reminders that are to be followed from now on, with their riders; they are kept in mind no longer.
  public mutating func takeDue(at now: Date) -> [(rider: RiderID, reminder: UUID)] {
    let time = now.timeIntervalSinceReferenceDate
    let due = waiting.filter { $0.value.dueAt <= time }
    for id in due.keys { waiting[id] = nil }
    return due.map { ($0.value.rider, $0.key) }.sorted { $0.reminder.uuidString < $1.reminder.uuidString }
  }

  /// What comes of following a reminder.
  public struct Outcome: Sendable {
    /// Whether it is followed now: not where it is over or has no stops, and later where it is not time yet.
    public var isFollowed = false
    /// What is to be told by what was said meanwhile.
    public var alerts: [FleetAlert] = []
    /// The last fix of that; nil where none was heard.
    public var newest: Fix?
  }

  /// Follows a reminder, in place of an older revision of it: the ride of it that is not over yet.
  /// - Parameters:
  ///   - language: In which its rider is told.
  ///   - told: What the ledger has of its rides: none of that is told again.
  ///   - shared: Where another worker stood with it; nil where nobody has told.
  ///   - words: What the rider's phone has said after an instant, and when that was heard: it is heard once more.
  @discardableResult
  public mutating func follow(
    _ reminder: Reminder, of rider: RiderID, in language: LanguageTag? = nil, told: [FleetAlert],
    from shared: StateRecord? = nil, at now: Date,
    hearing words: (Date) -> [(at: Date, message: PhoneMessage)] = { _ in [] }
  ) -> Outcome {
    stop(reminder.id, of: rider)
    guard reminder.status == .on, let reminder = reminder.occurrence(at: now),
      reminder.validUntil.map({ $0 >= now }) ?? true
    else { return Outcome() }
    let due = reminder.followedFrom
    guard due <= now else {
      wait(for: reminder.id, of: rider, until: due)
      return Outcome()
    }
    guard let own = plans.own(reminder) else { return Outcome() }
    let plan = own.common.plan
    var (state, since) = Self.state(
      plan, told.filter { $0.serviceDay == reminder.ride.serviceDay },
      shared.flatMap { $0.serviceDay == reminder.ride.serviceDay ? $0 : nil }, at: now)
    state.wake(at: now, asleepSince: since, plan)
    var watch = Watch(
      own: own, language: language, state: state, ticksAt: now.timeIntervalSinceReferenceDate)
    var outcome = Outcome(isFollowed: true)
    for (at, message) in words(since) {
      for input in message.inputs(at: at) { outcome.alerts += Self.advance(&watch, rider, input) }
      if case .fix(let fix, _) = message { outcome.newest = fix }
    }
    watches[rider, default: []].append(watch)
    changed.insert(rider)
    return outcome
  }

  /// Where the engine goes on: where it stood last, by what another worker has told or by what stands in the ledger, or else by what
  /// the alerts that were told say of the way. With it goes the instant that it knows of.
  private static func state(_ plan: AlertPlan, _ told: [FleetAlert], _ shared: StateRecord?, at now: Date)
    -> (state: AlertState, since: Date)
  {
    let leg = told.map(\.alert.leg).max() ?? 0
    let ofRide = told.filter { $0.alert.leg == leg }.sorted { $0.alert.at < $1.alert.at }
    if let shared, shared.at >= ofRide.last?.alert.at ?? .distantPast, var state = shared.read, state.leg >= leg,
      state.misfit(plan) == nil
    {
      if state.leg == leg { state.take(ofRide.map(\.alert), plan) }
      return (state, shared.at)
    }
    guard !told.isEmpty else { return (AlertState(), .distantPast) }
    let last = ofRide.last { $0.state.map { $0.leg == leg && $0.misfit(plan) == nil } ?? false }
    guard let last, var state = last.state else {
      return (AlertState(plan, leg: leg, resuming: ofRide.map(\.alert), at: now), now)
    }
    state.take(ofRide.map(\.alert), plan)
    return (state, last.alert.at)
  }

  /// Takes all that is followed for changed.
  mutating func tellAll() { changed = Set(watches.keys) }

  /// Where the engine stands with what has changed since this was asked last.
  /// - Parameter held: Of whom nothing is told yet: the next time.
  mutating func takeChanged(at now: Date, except held: Set<RiderID> = []) -> [StateRecord] {
    defer { changed.formIntersection(held) }
    return states(of: changed.subtracting(held), at: now)
  }

  /// Where the engine stands with all that is followed.
  func states(at now: Date) -> [StateRecord] { states(of: watches.keys, at: now) }

  private func states(of riders: some Sequence<RiderID>, at now: Date) -> [StateRecord] {
    riders.flatMap { rider in
      (watches[rider] ?? []).compactMap { watch in
        try? StateRecord(
          watch.state, of: watch.own.id, on: watch.own.common.reminder.ride.serviceDay, rider, at: now)
      }
    }
  }

  /// Follows a reminder no longer: it was deleted, switched off, or the rider has no more use for it.
  /// - Returns: Whether it was followed.
  @discardableResult
  public mutating func stop(_ reminder: UUID, of rider: RiderID) -> Bool {
    waiting[reminder] = nil
    guard var own = watches[rider], let place = own.firstIndex(where: { $0.own.id == reminder }) else {
      return false
    }
    own.remove(at: place)
    watches[rider] = own.isEmpty ? nil : own
    return true
  }

  // MARK: What happens

  /// Takes a rider's newest fix in.
  /// - Parameter now: The clock's reading.
  public mutating func take(_ fix: Fix, of rider: RiderID, at now: Date) -> [FleetAlert] {
    PhoneMessage.fix(fix).inputs(at: now).flatMap { step(rider, $0) }
  }

  /// The rider has said something about their alerts.
  public mutating func take(_ input: AlertInput, of rider: RiderID) -> [FleetAlert] { step(rider, input) }

  /// An alert that is told later than it was due, with what is true now.
  public func retold(_ alert: FleetAlert, at now: Date) -> FleetAlert {
    guard let watch = watches[alert.rider]?.first(where: { $0.own.id == alert.reminder }) else { return alert }
    var alert = alert
    alert.alert = AlertEngine.retold(alert.alert, watch.own.common.plan, watch.state, at: now)
    (alert.record, alert.language) = (watch.own.reminder, watch.language)
    return alert
  }

  /// Lets time pass for those whom it may have something to say to.
  public mutating func tick(at now: Date) -> [FleetAlert] {
    let time = now.timeIntervalSinceReferenceDate
    let due = watches.filter { $0.value.contains { $0.ticksAt <= time } }.keys.sorted()
    return due.flatMap { step($0, .tick(now)) }
  }

  private mutating func step(_ rider: RiderID, _ input: AlertInput) -> [FleetAlert] { step(rider) { _ in [input] } }

  /// - Parameter inputs: For each of the reminders that are followed.
  mutating func step(_ rider: RiderID, _ inputs: (Watch) -> [AlertInput]) -> [FleetAlert] {
    guard var own = watches.removeValue(forKey: rider) else { return [] }
    var alerts: [FleetAlert] = []
    var isNews = false
    for place in own.indices {
      for input in inputs(own[place]) {
        let told = Self.advance(&own[place], rider, input)
        // What is waited for now is another thing.
        if !told.isEmpty || !input.isOfTheWay { own[place].quietUntil = 0 }
        alerts += told
        own[place].ticksAt = Self.nextTick(own[place], after: input)
        // What time alone has done, time does again.
        if case .tick = input, told.isEmpty {} else { isNews = true }
      }
      guard own[place].state.latches.finished else { continue }
      // It comes again on another day.
      if let next = own[place].own.reminder.following { wait(for: next.id, of: rider, until: next.followedFrom) }
    }
    own.removeAll { $0.state.latches.finished }
    if isNews { changed.insert(rider) }
    if !own.isEmpty { watches[rider] = own }
    return alerts
  }

  private static func advance(_ watch: inout Watch, _ rider: RiderID, _ input: AlertInput) -> [FleetAlert] {
    var alerts: [FleetAlert] = []
    for case .deliver(let alert) in AlertEngine.advance(watch.own.common.plan, &watch.state, input) {
      alerts.append(FleetAlert(alert, of: watch.own.reminder, rider, watch.language, watch.state))
    }
    return alerts
  }

  /// When the clock is looked at next. Whoever sends fixes is told by these, and whoever is far from their stop needs it less often: a
  /// twentieth of what is left is never later than the time in which riders are told to get ready.
  private static func nextTick(_ watch: Watch, after input: AlertInput) -> Double {
    let now = input.at.timeIntervalSinceReferenceDate
    guard case .tick = input else { return now + 2 }
    let left = AlertEngine.standing(watch.own.common.plan, watch.state, at: input.at).secondsLeft ?? 0
    return now + min(15, max(1, (left - 120) / 20))
  }
}

extension Reminder {
  /// From when on its ride is followed: the rider is on the way to the stop.
  public var followedFrom: Date {
    let due = anchor.departure.map { $0 - RiderShard.lead } ?? createdAt
    return max(due, pausedUntil ?? due)
  }
}

extension AlertInput {
  /// Whether it only tells how the ride goes on.
  fileprivate var isOfTheWay: Bool {
    switch self {
    case .fix, .tick: true
    default: false
    }
  }
}

extension PhoneMessage {
  /// What it is to the engine, heard at an instant. Whoever is far from their stop is ticked seldom, and a fix that is newer than the last
  /// tick by far would pass for one of a phone whose clock is wrong.
  func inputs(at now: Date) -> [AlertInput] {
    switch self {
    case .fix(let fix, _): [.tick(now), .fix(fix)]
    case .action(let action): [action.input(at: now)]
    case .ask, .heard: []
    }
  }
}
