import Foundation
import Synchronization

/// The words that a worker sends itself by a connection: when each was sent, and which has come back.
final class NATSEchoes: Sendable {
  private struct Sent {
    var number: UInt64 = 0
    /// What has not come back, in order.
    var under: [(number: UInt64, at: Double)] = []
    var delay = 0.0
    /// How much had been received when that grew last, and when.
    var received: UInt64 = 0
    var heardAt = -Double.infinity
    /// What was sent before this one is let go of.
    var skipsTo: UInt64 = 0
  }

  let subject = "worker.echo-\(UUID().uuidString.lowercased())"
  private let sent = Mutex(Sent())
  /// Beside the lock: each fix asks.
  private let skips = Atomic(false)
  private let clock: @Sendable () -> Double

  /// What has waited for longer is let go of.
  private static let skipsAfter = 5.0
  /// No more are remembered: a minute, while a connection is away.
  private static let most = 256

  /// - Parameter clock: Seconds of a clock that does not go back.
  init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  /// Whether what comes has waited for so long that the newest alone is worth a look: from an echo that shows so to the one that was
  /// the newest then.
  var isSkipping: Bool { skips.load(ordering: .relaxed) }

  /// The next one to send.
  func next() -> Data {
    let now = clock()
    return sent.withLock { sent in
      sent.number += 1
      sent.under.append((sent.number, now))
      if sent.under.count > Self.most { sent.under.removeFirst() }
      return Data("\(sent.number)".utf8)
    }
  }

  /// One has come back.
  func hear(_ data: Data) {
    guard let number = UInt64(String(decoding: data, as: UTF8.self)) else { return }
    let now = clock()
    sent.withLock { sent in
      guard let found = sent.under.first(where: { $0.number == number }) else { return }
      sent.delay = now - found.at
      sent.under.removeAll { $0.number <= number }
      if sent.delay >= Self.skipsAfter, sent.skipsTo <= number { sent.skipsTo = sent.number }
      skips.store(number < sent.skipsTo, ordering: .relaxed)
    }
  }

  /// That of the last echo, or the age of the first one that has not come back, where that is more. Seconds.
  var delay: Double {
    let now = clock()
    return sent.withLock { sent in max(sent.delay, sent.under.first.map { now - $0.at } ?? 0) }
  }

  /// For how many seconds nothing has come, though something was sent.
  /// - Parameter received: How many messages have come by the connection.
  func silence(_ received: UInt64) -> Double {
    let now = clock()
    return sent.withLock { sent in
      if received != sent.received { (sent.received, sent.heardAt) = (received, now) }
      guard let first = sent.under.first else { return 0 }
      return now - max(first.at, sent.heardAt)
    }
  }

  /// There is another connection: what was sent by the one before does not come back.
  func begin() {
    let now = clock()
    sent.withLock { sent in
      (sent.under, sent.delay, sent.heardAt, sent.skipsTo) = ([], 0, now, 0)
      skips.store(false, ordering: .relaxed)
    }
  }
}
