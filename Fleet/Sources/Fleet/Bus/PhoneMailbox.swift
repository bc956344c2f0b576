import Alerts
import Foundation
import Journey
import Synchronization

/// What phones have sent until it is taken out: the last fixes of each, and all else that they said.
///
/// What a phone kept back, or what a network did, comes all at once, and tells where the vehicle was meanwhile. Where more comes than
/// anybody looks at, the newest fix of each rider is all that is kept: overload costs what is old, and no memory.
public final class PhoneMailbox: Sendable {
  /// What is in it, and what it has come to.
  private struct Contents {
    var fixes: [RiderID: [Fix]] = [:]
    /// How many those are.
    var held = 0
    /// The newest of each, as it came.
    var unread: [RiderID: Data] = [:]
    var asking: Set<RiderID> = []
    var heard: [(RiderID, AlertTrace)] = []
    var actions: [RiderID: [PhoneAction]] = [:]
    var overheard: [OverheardWord] = []
    var counts = Counts()

    mutating func ask(_ rider: RiderID, _ most: Int) { if asking.count < most { asking.insert(rider) } }
  }

  /// What has come, since the beginning.
  public struct Counts: Sendable, Hashable {
    public var fixes = 0
    /// Those that were older than others, and had no room beside them.
    public var replaced = 0
    /// Those, and words, that had no room.
    public var refused = 0
    /// Those that came so late that they were not looked at, since newer ones came after them.
    public var skipped = 0
  }

  /// Riders at most: more than any worker looks after.
  private let most: Int
  /// Fixes of one rider at most: more than a network keeps back that is restored.
  private static let mostOfOne = 32
  /// Fixes at most beyond the newest of each: as many as a worker takes in within a second.
  private let mostHeld: Int
  /// No rider does more before anybody looks.
  private static let mostActions = 4
  private let contents = Mutex(Contents())

  public init(most: Int = 1_000_000, mostHeld: Int = 50_000) { (self.most, self.mostHeld) = (most, mostHeld) }

  public func put(_ message: PhoneMessage, of rider: RiderID) {
    switch message {
    case .fix(let fix, let asks): put(fix, of: rider, asks: asks)
    case .ask:
      contents.withLock { $0.ask(rider, most) }
    case .heard(let traces):
      contents.withLock { contents in
        guard contents.heard.count + traces.count <= most else {
          contents.counts.refused += 1
          return
        }
        contents.heard += traces.map { (rider, $0) }
      }
    case .action(let action):
      contents.withLock { contents in
        guard contents.actions.count < most, contents.actions[rider]?.count ?? 0 < Self.mostActions else {
          contents.counts.refused += 1
          return
        }
        contents.actions[rider, default: []].append(action)
      }
    }
  }

  /// Puts a fix in.
  public func put(_ fix: Fix, of rider: RiderID, asks: Bool = false) {
    contents.withLock { contents in
      contents.counts.fixes += 1
      if asks { contents.ask(rider, most) }
      guard contents.fixes[rider] != nil else {
        guard contents.fixes.count < most else {
          contents.counts.refused += 1
          return
        }
        contents.fixes[rider] = [fix]
        contents.held += 1
        return
      }
      let kept = contents.held >= mostHeld ? 1 : Self.mostOfOne
      let change = contents.fixes[rider, default: []].insert(fix, keeping: kept)
      contents.held += change
      contents.counts.replaced += 1 - change
    }
  }

  /// Puts in a fix that came so late that there is no time to read it: it waits, in place of one of the same rider that waits already.
  public func putUnread(_ data: Data, of rider: RiderID) {
    contents.withLock { contents in
      guard contents.unread.count < most || contents.unread[rider] != nil else {
        contents.counts.refused += 1
        return
      }
      if contents.unread.updateValue(data, forKey: rider) != nil { contents.counts.skipped += 1 }
    }
  }

  /// Reads what there was no time for.
  public func readUnread() {
    let unread = contents.withLock { contents in
      defer { contents.unread = [:] }
      return contents.unread
    }
    for (rider, data) in unread {
      if let message = PhoneMessage(data) { put(message, of: rider) }
    }
  }

  /// Takes out whose phones want to know that they were heard, which what is taken out next tells.
  public func takeAsking() -> Set<RiderID> {
    contents.withLock { contents in
      defer { contents.asking = [] }
      return contents.asking
    }
  }

  /// Takes all fixes out, those of each rider in the order of their times.
  public func take() -> [RiderID: [Fix]] {
    contents.withLock { contents in
      let taken = contents.fixes
      contents.fixes = Dictionary(minimumCapacity: taken.count)
      contents.held = 0
      return taken
    }
  }

  /// Puts in what the phone of somebody has said whom another worker looks after.
  public func overhear(_ word: OverheardWord) {
    contents.withLock { contents in
      // A worker that stands still meanwhile needs the newest alone.
      if contents.overheard.count >= most { contents.overheard.removeFirst(most / 2) }
      contents.overheard.append(word)
    }
  }

  /// Takes out what was overheard, in order.
  public func takeOverheard() -> [OverheardWord] {
    contents.withLock { contents in
      defer { contents.overheard = [] }
      return contents.overheard
    }
  }

  /// Takes out which alerts phones have.
  public func takeHeard() -> [(rider: RiderID, trace: AlertTrace)] {
    contents.withLock { contents in
      defer { contents.heard = [] }
      return contents.heard
    }
  }

  /// Takes out what riders do, of each in order.
  public func takeActions() -> [RiderID: [PhoneAction]] {
    contents.withLock { contents in
      defer { contents.actions = [:] }
      return contents.actions
    }
  }

  public var counts: Counts { contents.withLock(\.counts) }
}

extension [Fix] {
  /// Puts a fix in its place by its time, in place of one of the same time, and lets go of the oldest.
  /// - Returns: How many more there are.
  fileprivate mutating func insert(_ fix: Fix, keeping most: Int) -> Int {
    let before = count
    let place = (lastIndex { $0.at < fix.at } ?? -1) + 1
    if place < count, self[place].at == fix.at { self[place] = fix } else { insert(fix, at: place) }
    if count > most { removeFirst(count - most) }
    return count - before
  }
}
