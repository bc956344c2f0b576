import Alerts
import Devices
import Following
import Foundation
import Journey
import Synchronization

/// A source that counts the fixes which it passes on.
struct CountingSource: PositionSource {
  let source: LiveSource
  let taken: Tally

  var hasPositions: Bool { source.hasPositions }
  var isLive: Bool { source.isLive }

  func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let place = Moments(source.moments())
    return AsyncThrowingStream { () -> AlertInput? in
      let input = try await place.next()
      if case .fix = input { taken.add(0) }
      return input
    }
  }

  func sample(every interval: Duration) async { await source.sample(every: interval) }

  /// One runner reads it, one input after the other.
  private final class Moments: @unchecked Sendable {
    private var iterator: AsyncThrowingStream<AlertInput, any Error>.Iterator
    init(_ stream: AsyncThrowingStream<AlertInput, any Error>) { iterator = stream.makeAsyncIterator() }
    func next() async throws -> AlertInput? { try await iterator.next() }
  }
}

/// A channel that counts alerts by their level.
struct CountingChannel: AlertChannel {
  let name = "count"
  let told: Tally

  func deliver(_ message: AlertMessage) async throws { told.add(message.alert.level ?? 0) }
}

/// Counts of a few kinds of things.
final class Tally: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  func add(_ kind: Int) { counts.withLock { $0[kind, default: 0] += 1 } }
  subscript(kind: Int) -> Int { counts.withLock { $0[kind] ?? 0 } }
}
