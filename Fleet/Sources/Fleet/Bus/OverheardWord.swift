import Foundation

/// What a phone has said whose rider another worker looks after, as whoever stands by for them hears it: nobody reads it until it is
/// needed.
public struct OverheardWord: Sendable {
  public var rider: RiderID
  private let body: Body

  private enum Body: Sendable {
    case bytes(Data)
    case message(PhoneMessage)
  }

  /// - Parameter data: As it came; nil for more than a phone ever says.
  public init?(_ data: Data, of rider: RiderID) {
    guard data.count <= PhoneMessage.longest else { return nil }
    (self.rider, body) = (rider, .bytes(data))
  }

  public init(_ message: PhoneMessage, of rider: RiderID) { (self.rider, body) = (rider, .message(message)) }

  /// Nil for what is none.
  public var message: PhoneMessage? {
    switch body {
    case .bytes(let data): PhoneMessage(data)
    case .message(let message): message
    }
  }
}

/// What phones have said of late of whom a worker stands by for.
///
/// Whoever takes over goes on from where the worker before it stood some seconds ago, and hears what has been said since: nothing is
/// missed, and where rides stand need not be told each second.
struct OverheardWords: Sendable {
  private struct Heard: Sendable {
    let at: Date
    let word: OverheardWord
  }

  private var heard: [RiderID: [Heard]] = [:]
  /// Words of one rider at most: who says more has the last of them kept.
  private static let most = 32

  var count: Int { heard.values.reduce(0) { $0 + $1.count } }

  /// - Parameter since: What is older is of no use any more.
  mutating func take(_ words: [OverheardWord], at now: Date, since: Date) {
    for word in words {
      heard[word.rider, default: []].append(Heard(at: now, word: word))
      if let first = heard[word.rider]?.first, first.at < since || heard[word.rider]?.count ?? 0 > Self.most {
        heard[word.rider]?.removeFirst()
      }
    }
  }

  /// What a rider's phone has said after an instant, with when each word was heard, in order.
  func words(of rider: RiderID, after instant: Date) -> [(at: Date, message: PhoneMessage)] {
    (heard[rider] ?? []).filter { $0.at > instant }.compactMap { heard in heard.word.message.map { (heard.at, $0) } }
  }

  /// Lets go of what is not stood by any more, and of who has said nothing for long.
  mutating func keep(_ partitions: Set<Partition>, since: Date) {
    heard = heard.filter { partitions.contains(Partition(of: $0.key)) && $0.value.last.map { $0.at >= since } ?? false }
  }
}
