import Alerts
import Synchronization

/// The newest fix of each rider until it is taken out: who sends faster than anybody looks loses what is old, and costs no memory.
public final class FixMailbox: Sendable {
  /// What is in it, and what it has come to.
  private struct Contents {
    var fixes: [RiderID: Fix] = [:]
    var replaced = 0
    var refused = 0
  }

  /// Riders at most: more than any worker looks after.
  private let most: Int
  private let contents = Mutex(Contents())

  public init(most: Int = 1_000_000) { self.most = most }

  /// Puts a fix in, in place of an older one of the same rider.
  public func put(_ fix: Fix, of rider: RiderID) {
    contents.withLock { contents in
      if let known = contents.fixes[rider] {
        contents.replaced += 1
        if fix.at >= known.at { contents.fixes[rider] = fix }
      } else if contents.fixes.count < most {
        contents.fixes[rider] = fix
      } else {
        contents.refused += 1
      }
    }
  }

  /// Takes all out.
  public func take() -> [RiderID: Fix] {
    contents.withLock { contents in
      let taken = contents.fixes
      contents.fixes = Dictionary(minimumCapacity: taken.count)
      return taken
    }
  }

  /// How many fixes a newer one has replaced before they were looked at, and how many had no room.
  public var lost: (replaced: Int, refused: Int) { contents.withLock { ($0.replaced, $0.refused) } }
}
