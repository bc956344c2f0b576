import Alerts
import Foundation
import Journey
import Synchronization

/// What a rider is told of the positions while a ride is followed.
public enum SourceNotice: Sendable, Hashable {
  case found(feed: String)
  case lost(feed: String, cause: String)
}

/// Feeds of positions and the clock, merged as they come: a tick a second, and each fix when it arrives.
///
/// A feed that is lost is silence, during which the ticks go on and the engine estimates.
public struct LiveSource: PositionSource {
  private let feeds: [any PositionFeed]
  private let clock: ClockOnly
  private let tell: @Sendable (SourceNotice) -> Void
  private let state: State

  /// - Parameters:
  ///   - start: What time it is taken to be now.
  ///   - tell: Called when the positions of a feed begin and end.
  public init(
    _ feeds: [any PositionFeed], start: Date = Date(), tell: @escaping @Sendable (SourceNotice) -> Void
  ) {
    self.feeds = feeds
    clock = ClockOnly(start: start)
    self.tell = tell
    state = State()
  }

  /// Whether a position has come from any feed, and none has been lost since.
  public var hasPositions: Bool { state.found.withLock { !$0.isEmpty } }

  /// Listens to the feeds until the stream is let go.
  public func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let (stream, inputs) = AsyncThrowingStream<AlertInput, any Error>.makeStream()
    let work = Task {
      await withTaskGroup(of: Void.self) { group in
        for feed in feeds {
          group.addTask { await feed.follow { report in take(report, of: feed.name, inputs) } }
        }
        do {
          for try await tick in clock.moments() { inputs.yield(tick) }
          inputs.finish()
        } catch {
          inputs.finish(throwing: error)
        }
        group.cancelAll()
      }
    }
    inputs.onTermination = { _ in work.cancel() }
    return stream
  }

  /// Passes the wish on to every feed.
  public func sample(every interval: Duration) async {
    for feed in feeds { await feed.sample(every: interval) }
  }

  private func take(
    _ report: PositionReport, of feed: String, _ inputs: AsyncThrowingStream<AlertInput, any Error>.Continuation
  ) {
    switch report {
    case .fix(let fix):
      if state.found.withLock({ $0.insert(feed).inserted }) {
        _ = state.told.withLock { $0.removeValue(forKey: feed) }
        tell(.found(feed: feed))
      }
      inputs.yield(.fix(fix))
    case .lost(let cause):
      _ = state.found.withLock { $0.remove(feed) }
      // The same trouble at each try is told once.
      let isNews = state.told.withLock { told in told.updateValue(cause, forKey: feed) != cause }
      if isNews { tell(.lost(feed: feed, cause: cause)) }
    }
  }

  private final class State: Sendable {
    /// The feeds that have positions now.
    let found = Mutex<Set<String>>([])
    /// By feed, the trouble that was told last.
    let told = Mutex<[String: String]>([:])
  }
}
