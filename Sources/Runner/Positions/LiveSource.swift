import Alerts
import Foundation
import Journey
import Synchronization

/// What a rider is told of the positions while a ride is followed.
public enum SourceNotice: Sendable, Hashable {
  case found(feed: String)
  case lost(feed: String, cause: String)
  case remark(feed: String, FeedRemark)
  /// Somebody set the machine's clock, forward or, below zero, back.
  case clockSet(seconds: Double)
}

/// Feeds of positions and the clock, merged as they come: a tick a second, and each fix when it arrives.
///
/// Of several feeds the most accurate leads, and the others stand in for it. A feed that is lost is silence, during which the ticks
/// go on and the engine estimates.
public struct LiveSource: PositionSource {
  private let feeds: [any PositionFeed]
  private let clock: WallClock
  private let tell: @Sendable (SourceNotice) -> Void
  private let state: Shared

  /// - Parameters:
  ///   - clock: What tells the time; another one for tests.
  ///   - tell: Called when the positions of a feed begin and end.
  public init(
    _ feeds: [any PositionFeed], clock: WallClock = .system, tell: @escaping @Sendable (SourceNotice) -> Void
  ) {
    self.feeds = feeds
    self.clock = clock
    self.tell = tell
    state = Shared(State(health: feeds.map { _ in FeedHealth() }))
  }

  /// Whether a position has come from any feed, and none has been lost since.
  public var hasPositions: Bool { state.mutex.withLock { !$0.found.isEmpty } }

  /// Listens to the feeds until the stream is let go.
  public func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let (stream, inputs) = AsyncThrowingStream<AlertInput, any Error>.makeStream()
    let work = Task {
      await withTaskGroup(of: Void.self) { group in
        for (index, feed) in feeds.enumerated() {
          group.addTask { await feed.follow { report in take(report, of: index, inputs) } }
        }
        do {
          try await tick(inputs)
          inputs.finish()
        } catch {
          inputs.finish(throwing: error)
        }
        group.cancelAll()
      }
    }
    state.mutex.withLock { $0.work = work }
    inputs.onTermination = { _ in work.cancel() }
    return stream
  }

  /// Passes the wish on to every feed.
  public func sample(every interval: Duration) async {
    for feed in feeds { await feed.sample(every: interval) }
  }

  /// Waits until the feeds have said goodbye to what they follow, once nobody listens any more.
  public func settle() async {
    guard let work = state.mutex.withLock({ $0.work }) else { return }
    work.cancel()
    await work.value
  }

  private func tick(_ inputs: AsyncThrowingStream<AlertInput, any Error>.Continuation) async throws {
    var watch = ClockWatch()
    for try await _ in ClockOnly().moments() {
      if let leap = watch.leap(clock) {
        tell(.clockSet(seconds: leap))
        inputs.yield(.clockSet(clock.now(), by: leap))
      }
      inputs.yield(.tick(clock.now()))
    }
  }

  private func take(
    _ report: PositionReport, of feed: Int, _ inputs: AsyncThrowingStream<AlertInput, any Error>.Continuation
  ) {
    switch report {
    case .fix(let fix):
      let (now, elapsed) = (clock.now(), clock.elapsed())
      switch state.mutex.withLock({ $0.health[feed].judge(fix, now: now, elapsed: elapsed) }) {
      case .good: use(fix, of: feed, elapsed: elapsed, inputs)
      case .useless: break
      case .stale(let cause): lose(feed, cause)
      }
    case .lost(let cause): lose(feed, cause)
    case .failed(let error): inputs.finish(throwing: error)
    case .remark(let remark): tell(.remark(feed: feeds[feed].name, remark))
    }
  }

  private func use(
    _ fix: Fix, of feed: Int, elapsed: Double, _ inputs: AsyncThrowingStream<AlertInput, any Error>.Continuation
  ) {
    let (isNews, counts) = state.mutex.withLock { state in
      state.told[feed] = nil
      return (state.found.insert(feed).inserted, state.choice.takes(fix, of: feed, elapsed: elapsed))
    }
    if isNews { tell(.found(feed: feeds[feed].name)) }
    if counts { inputs.yield(.fix(fix)) }
  }

  private func lose(_ feed: Int, _ cause: String) {
    let isNews = state.mutex.withLock { state in
      state.found.remove(feed)
      state.choice.leave(feed)
      // The same trouble at each try is told once.
      return state.told.updateValue(cause, forKey: feed) != cause
    }
    if isNews { tell(.lost(feed: feeds[feed].name, cause: cause)) }
  }

  /// Feeds are known by their place in the list.
  private struct State: Sendable {
    var health: [FeedHealth]
    var choice = FeedChoice()
    /// The feeds that have positions now.
    var found: Set<Int> = []
    /// The trouble that was told last.
    var told: [Int: String] = [:]
    var work: Task<Void, Never>?
  }

  /// Copies of the source are one source.
  private final class Shared: Sendable {
    let mutex: Mutex<State>
    init(_ state: State) { mutex = Mutex(state) }
  }
}
