import Alerts
import Following
import Foundation
import Journey
import Synchronization

/// What a rider is told of the positions while a ride is followed.
public enum SourceNotice: Sendable, Hashable {
  case found(feed: String)
  case lost(feed: String, cause: String)
  /// It says a place, which cannot be true beside what another one says.
  case doubted(feed: String, cause: String)
  case remark(feed: String, FeedRemark)
  /// Somebody set the machine's clock, forward or, below zero, back.
  case clockSet(seconds: Double)

  /// Whether it says that there are positions.
  public var isFound: Bool { if case .found = self { true } else { false } }

  /// nil where there is nothing to be told.
  init?(_ outcome: FeedPanel.Outcome, names: [String]) {
    switch outcome {
    case .use: return nil
    case .found(let feed): self = .found(feed: names[feed])
    case .lost(let feed, let cause): self = .lost(feed: names[feed], cause: cause)
    case .doubted(let feed, let cause): self = .doubted(feed: names[feed], cause: cause)
    case .fault(let feed, let fault): self = .remark(feed: names[feed], .impossible(cause: "\(fault)"))
    }
  }
}

/// Feeds of positions and the clock, merged as they come: a tick a second, and each fix when it arrives.
///
/// Of several feeds the most accurate leads, and the others stand in for it; one that contradicts them is not believed. A feed that
/// is lost is silence, during which the ticks go on and the engine estimates.
public struct LiveSource: PositionSource {
  private let feeds: [any PositionFeed]
  /// The feeds are known by their places in the list.
  private let names: [String]
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
    names = feeds.map(\.name)
    state = Shared(State(panel: FeedPanel(names: names)))
  }

  /// Whether a position has come from any feed, and none has been lost since.
  public var hasPositions: Bool { state.mutex.withLock { !$0.panel.found.isEmpty } }

  /// Listens to the feeds until the stream is let go.
  public func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let inputs = MomentQueue()
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
    let listener = Listener(inputs, work)
    return AsyncThrowingStream { try await listener.inputs.next() }
  }

  /// The only way to be told of a position that is not near any ride, where another one is.
  public func follow(_ ways: [AlertPlan]) async { state.mutex.withLock { $0.panel.ways = ways } }

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

  private func tick(_ inputs: MomentQueue) async throws {
    var watch = ClockWatch()
    for try await _ in ClockOnly().moments() {
      if let leap = watch.leap(clock) {
        tell(.clockSet(seconds: leap))
        inputs.put(.clockSet(clock.now(), by: leap))
      }
      inputs.put(.tick(clock.now()))
    }
  }

  private func take(_ report: PositionReport, of feed: Int, _ inputs: MomentQueue) {
    switch report {
    case .fix(let fix):
      let (now, elapsed) = (clock.now(), clock.elapsed())
      // Put in order under one lock: two feeds must not overtake each other.
      let notices = state.mutex.withLock { state in
        let outcomes = state.panel.take(fix, of: feed, now: now, elapsed: elapsed)
        return outcomes.compactMap { outcome in
          if case .use(let fix) = outcome { inputs.put(.fix(fix)) }
          return SourceNotice(outcome, names: names)
        }
      }
      for notice in notices { tell(notice) }
    case .lost(let cause):
      for outcome in state.mutex.withLock({ $0.panel.lose(feed, cause) }) {
        SourceNotice(outcome, names: names).map(tell)
      }
    case .failed(let error): inputs.finish(throwing: error)
    case .remark(let remark): tell(.remark(feed: names[feed], remark))
    }
  }

  private struct State: Sendable {
    var panel: FeedPanel
    var work: Task<Void, Never>?
  }

  /// Copies of the source are one source.
  private final class Shared: Sendable {
    let mutex: Mutex<State>
    init(_ state: State) { mutex = Mutex(state) }
  }

  /// Whoever reads the stream; its end is the work's.
  private final class Listener: Sendable {
    let inputs: MomentQueue
    private let work: Task<Void, Never>

    init(_ inputs: MomentQueue, _ work: Task<Void, Never>) { (self.inputs, self.work) = (inputs, work) }

    deinit { work.cancel() }
  }
}
