#if Page
import Alerts
import Devices
import Foundation
import Synchronization

/// The positions that an open page sends: the phone in the rider's hand as a receiver.
public final class PageFeed: PositionFeed {
  public let name = "the page"
  private let state = Mutex(State())

  private struct State {
    var report: (@Sendable (PositionReport) -> Void)?
    var wish: Double?
  }

  public init() {}

  public func follow(_ report: @escaping @Sendable (PositionReport) -> Void) async {
    state.withLock { $0.report = report }
    defer { state.withLock { $0.report = nil } }
    // Fixes come by `take`, until nobody listens any more.
    let (nothing, end) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
      for await _ in nothing {}
    } onCancel: {
      end.finish()
    }
  }

  public func sample(every interval: Duration) async {
    let seconds = Double(interval.components.seconds) + Double(interval.components.attoseconds) / 1e18
    state.withLock { $0.wish = seconds }
  }

  /// Seconds between fixes that the rides want; nil where no ride has said.
  public var wish: Double? { state.withLock { $0.wish } }

  /// Takes fixes in, oldest first.
  /// - Returns: whether anybody follows.
  func take(_ fixes: [Fix]) -> Bool {
    guard let report = state.withLock({ $0.report }) else { return false }
    for fix in fixes.sorted(by: { $0.at < $1.at }) { report(.fix(fix)) }
    return true
  }

  /// The page was hidden or closed, so that nothing comes any more.
  func lose(_ cause: String) { state.withLock { $0.report }?(.lost(cause: cause)) }
}
#endif
