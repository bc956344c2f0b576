import Foundation
import Synchronization

/// The words that a worker sends itself: when each was sent, and which has come back.
///
/// Each goes by two ways: by the connection that hears it, which tells how late that is, and by the other one of the worker, perhaps with
/// another server, which tells whether what others send comes at all.
final class NATSEchoes: Sendable {
  enum Way: String {
    case own, other
  }

  private struct Sent {
    var number: UInt64 = 0
    /// What has not come back, in order.
    var under: [(number: UInt64, at: Double)] = []
    /// Since when the words of the other way do not come, while those of its own do.
    var otherMissedSince: Double?
    var newest: [Way: UInt64] = [:]
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
  /// And what was kept back for as long.
  private static let skipsAfterSilence = 1.5
  /// No more are remembered: a minute, while a connection is away.
  private static let most = 256
  /// So many words the other way may be slower: some seconds, on a loaded machine.
  private static let mayBeBehind: UInt64 = 16

  /// - Parameter clock: Seconds of a clock that does not go back.
  init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  /// Whether what comes has waited for so long that the newest alone is worth a look: from an echo that shows so, or a time in which
  /// nothing came, to the one that was the newest then.
  var isSkipping: Bool { skips.load(ordering: .relaxed) }

  /// The next one to send, by each way.
  func next() -> [Way: Data] {
    let now = clock()
    return sent.withLock { sent in
      sent.number += 1
      sent.under.append((sent.number, now))
      if sent.under.count > Self.most { sent.under.removeFirst() }
      return [.own: Data("own \(sent.number)".utf8), .other: Data("other \(sent.number)".utf8)]
    }
  }

  /// One has come back.
  func hear(_ data: Data) {
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let way = Way(rawValue: String(words[0])), let number = UInt64(words[1]) else { return }
    let now = clock()
    sent.withLock { sent in
      sent.newest[way] = max(sent.newest[way] ?? 0, number)
      // One may overtake the other by some.
      let isMissed = (sent.newest[.other] ?? 0) + Self.mayBeBehind < sent.newest[.own] ?? 0
      sent.otherMissedSince = isMissed ? sent.otherMissedSince ?? now : nil
      guard way == .own, let found = sent.under.first(where: { $0.number == number }) else { return }
      sent.delay = now - found.at
      sent.under.removeAll { $0.number <= number }
      if sent.delay >= Self.skipsAfter, sent.skipsTo <= number { sent.skipsTo = sent.number }
      skips.store(number < sent.skipsTo, ordering: .relaxed)
    }
  }

  /// That of the last echo, or the age of the first one that has not come back while other things came, where that is more: where nothing
  /// comes at all, nothing is late. Seconds.
  var delay: Double {
    sent.withLock { sent in max(sent.delay, sent.under.first.map { sent.heardAt - $0.at } ?? 0) }
  }

  /// For how many seconds nothing has come, though something was sent, or nothing that was sent by the other way.
  /// - Parameter received: How many messages have come by the connection.
  func silence(_ received: UInt64) -> Double {
    let now = clock()
    return sent.withLock { sent in
      if received != sent.received { (sent.received, sent.heardAt) = (received, now) }
      let own = sent.under.first.map { now - max($0.at, sent.heardAt) } ?? 0
      if own >= Self.skipsAfterSilence {
        // What comes of that time comes all at once, when others have gone on.
        sent.skipsTo = sent.number + 1
        skips.store(true, ordering: .relaxed)
      }
      return max(own, sent.otherMissedSince.map { now - $0 } ?? 0)
    }
  }

  /// Whether one of the words of its own way has come back since there is this connection.
  var isHeard: Bool { sent.withLock { $0.newest[.own] != nil } }

  /// There is another connection: what was sent by the one before does not come back.
  func begin() {
    let now = clock()
    sent.withLock { sent in
      (sent.under, sent.delay, sent.heardAt, sent.skipsTo) = ([], 0, now, 0)
      (sent.newest, sent.otherMissedSince) = ([:], nil)
      skips.store(false, ordering: .relaxed)
    }
  }
}
