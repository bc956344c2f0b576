import Alerts
import Journey
import Synchronization

/// What phones have sent until it is taken out: the newest fix of each, and all else that they said.
///
/// Who sends faster than anybody looks loses what is old, and costs no memory.
public final class PhoneMailbox: Sendable {
  /// What is in it, and what it has come to.
  private struct Contents {
    var fixes: [RiderID: Fix] = [:]
    var heard: [(RiderID, AlertTrace)] = []
    var actions: [RiderID: [PhoneAction]] = [:]
    var overheard: [OverheardWord] = []
    var counts = Counts()
  }

  /// What has come, since the beginning.
  public struct Counts: Sendable, Hashable {
    public var fixes = 0
    /// Those that a newer one has replaced before they were looked at.
    public var replaced = 0
    /// Those, and words, that had no room.
    public var refused = 0
  }

  /// Riders at most: more than any worker looks after.
  private let most: Int
  /// No rider does more before anybody looks.
  private static let mostActions = 4
  private let contents = Mutex(Contents())

  public init(most: Int = 1_000_000) { self.most = most }

  public func put(_ message: PhoneMessage, of rider: RiderID) {
    switch message {
    case .fix(let fix): put(fix, of: rider)
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

  /// Puts a fix in, in place of an older one of the same rider.
  public func put(_ fix: Fix, of rider: RiderID) {
    contents.withLock { contents in
      contents.counts.fixes += 1
      if let known = contents.fixes[rider] {
        contents.counts.replaced += 1
        if fix.at >= known.at { contents.fixes[rider] = fix }
      } else if contents.fixes.count < most {
        contents.fixes[rider] = fix
      } else {
        contents.counts.refused += 1
      }
    }
  }

  /// Takes all fixes out.
  public func take() -> [RiderID: Fix] {
    contents.withLock { contents in
      let taken = contents.fixes
      contents.fixes = Dictionary(minimumCapacity: taken.count)
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
