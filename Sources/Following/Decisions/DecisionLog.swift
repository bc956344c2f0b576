import Alerts
import Foundation
import Journey
import Synchronization

/// Writes down why levels fire and do not: a file for each reminder and service day, one JSON object a line.
///
/// Taking a note waits for no disk. A disk that fails is told once and holds no alert back.
public final class DecisionLog: Sendable {
  /// Every constant, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// What is lost when the power fails.
    public var flushEvery: Duration = .seconds(2)
    /// Seconds of a ride that one line may tell of: an hour has sixty lines at least, which still reads as a story.
    public var longest = 60.0
    /// Bytes. A ride of a day has a tenth of it; more is a fault that must not fill the disk.
    public var largestFile = 1 << 20
    /// Who asks why they were woken late asks within days.
    public var days = 30.0
    /// With the largest file, no more than a hundred megabytes even where everything goes wrong.
    public var files = 100

    public init() {}
  }

  private struct State {
    /// By reminder, what the next note may still be joined to.
    var open: [UUID: Decision] = [:]
    var closed: [Decision] = []
    /// By reminder, what a feed said last: said again it is no news.
    var said: [UUID: Decision] = [:]
    var flushedAt = ContinuousClock.now
    var isFlushing = false
    var hasFailed = false
  }

  private let writer: DecisionFiles
  private let policy: Policy
  private let tell: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: Where the files are; it is made with the first one.
  ///   - tell: Called once with the cause where they cannot be written.
  public init(folder: URL, policy: Policy = Policy(), tell: @escaping @Sendable (String) -> Void) {
    writer = DecisionFiles(folder: folder, policy: policy)
    self.policy = policy
    self.tell = tell
  }

  /// Writes all that was noted so far.
  public func flush() async {
    let lines = state.withLock { state -> [Decision] in
      state.closed += state.open.values.sorted { $0.from < $1.from }
      state.open = [:]
      return take(&state)
    }
    await write(lines)
  }

  /// Notes what an input came to: a fix, or a tick where the timetable stands in for fixes.
  func note(_ input: AlertInput, _ plan: AlertPlan, _ engine: AlertState, of reminder: Reminder, told: [Alert]) {
    for alert in told {
      var decision = Decision(.alert, of: reminder, at: alert.at)
      (decision.event, decision.level, decision.estimated) = (alert.event, alert.level, alert.estimated)
      if alert.leg > 0 { decision.leg = alert.leg }
      add(decision)
    }
    if case .live(let instant, let report) = input, report?.leg == nil {
      noteLive(live(report, of: reminder, engine.leg, shift: AlertEngine.shift(plan, engine), at: instant))
    }
    var outcome: FixOutcome?
    if case .fix = input { outcome = engine.outcome }
    if told.isEmpty, !engine.latches.finished, outcome != nil || isDue {
      let standing = AlertEngine.standing(plan, engine, at: input.at)
      // Between two fixes nothing new is known.
      if outcome != nil || standing.isEstimated { add(wait(standing, outcome, of: reminder, at: input.at)) }
    }
    flushWhenDue()
  }

  /// Notes what the rider did.
  func note(_ action: RiderAction, of reminder: Reminder, at instant: Date) {
    var decision = Decision(.action, of: reminder, at: instant)
    decision.action = action
    add(decision)
    flushWhenDue()
  }

  /// Ticks are noted as often as lines are written, which is enough for a clock.
  private var isDue: Bool { state.withLock { ContinuousClock.now - $0.flushedAt >= policy.flushEvery } }

  private func wait(_ standing: Standing, _ outcome: FixOutcome?, of reminder: Reminder, at instant: Date) -> Decision {
    var decision = Decision(.wait, of: reminder, at: instant)
    let next = standing.levels.first { !$0.hasFired }
    (decision.level, decision.wait) = (next?.level, next?.wait)
    decision.estimated = standing.isEstimated
    if standing.leg > 0 { decision.leg = standing.leg }
    decision.fixes = outcome.map { [$0.rawValue: 1] }
    return decision
  }

  /// - Parameter shift: Seconds by which the run comes later that the rider has caught.
  private func live(_ report: LiveReport?, of reminder: Reminder, _ leg: Int, shift: Double, at instant: Date)
    -> Decision
  {
    var decision = Decision(.live, of: reminder, at: instant)
    if leg > 0 { decision.leg = leg }
    guard let report else { return decision }
    decision.madeAt = Date(timeIntervalSinceReferenceDate: report.madeAt)
    decision.delay = report.late.map { $0 - shift }
    if report.isCancelled { decision.cancelled = true }
    if report.leavesOutDestination { decision.skipped = true }
    return decision
  }

  private func noteLive(_ decision: Decision) {
    let isNews = state.withLock { state in
      let before = state.said.updateValue(decision, forKey: decision.reminder)
      return before.map { !$0.saysTheSame(as: decision) } ?? (decision.madeAt != nil)
    }
    if isNews { add(decision) }
  }

  private func add(_ decision: Decision) {
    state.withLock { state in
      if state.open[decision.reminder]?.join(decision, longest: policy.longest) == true { return }
      if let old = state.open.updateValue(decision, forKey: decision.reminder) { state.closed.append(old) }
      // What happened is written at once; only waiting goes on.
      if decision.kind != .wait, let done = state.open.removeValue(forKey: decision.reminder) {
        state.closed.append(done)
      }
    }
  }

  private func flushWhenDue() {
    let lines = state.withLock { state -> [Decision] in
      guard !state.isFlushing, ContinuousClock.now - state.flushedAt >= policy.flushEvery else { return [] }
      return take(&state)
    }
    if !lines.isEmpty { Task { await write(lines) } }
  }

  private func take(_ state: inout State) -> [Decision] {
    state.flushedAt = .now
    state.isFlushing = !state.closed.isEmpty
    defer { state.closed = [] }
    return state.hasFailed ? [] : state.closed
  }

  private func write(_ lines: [Decision]) async {
    defer { state.withLock { $0.isFlushing = false } }
    guard !lines.isEmpty else { return }
    do {
      try await writer.append(lines)
    } catch {
      let isNews = state.withLock { state in
        defer { state.hasFailed = true }
        return !state.hasFailed
      }
      if isNews { tell((error as NSError).localizedDescription) }
    }
  }
}
