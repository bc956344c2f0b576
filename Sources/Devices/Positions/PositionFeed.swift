import Alerts
import Foundation
import Journey

/// What a feed has to say.
public enum PositionReport: Sendable, Hashable {
  case fix(Fix)
  /// No positions for now, and why; the feed goes on trying.
  case lost(cause: String)
  /// Something the rider should know, told once.
  case remark(FeedRemark)
  /// There were no positions and there will be none: the watch ends with this error.
  case failed(NMEAError)
}

/// What is odd about a feed that works.
public enum FeedRemark: Sendable, Hashable {
  /// Several phones report; one is followed.
  case severalDevices(followed: String, other: String)
  /// What comes cannot be read, as nobody has given us the key.
  case encrypted
  /// Messages came that are none of this feed's.
  case unreadable
  /// The newest position that was kept for us is too old to be of use.
  case oldRetained(minutes: Int)
  /// A position cannot be, and is left out.
  case impossible(cause: String)

  /// The same for all remarks that differ in their values alone.
  var kind: String {
    switch self {
    case .severalDevices: "severalDevices"
    case .encrypted: "encrypted"
    case .unreadable: "unreadable"
    case .oldRetained: "oldRetained"
    case .impossible: "impossible"
    }
  }
}

/// Something that measures where the rider is, for as long as it is listened to: a receiver, a phone.
public protocol PositionFeed: Sendable {
  /// What the rider calls it: `gpsd at localhost`.
  var name: String { get }

  /// Reports until its task is cancelled. A feed that breaks says so and tries again: losing the position ends no watch.
  func follow(_ report: @escaping @Sendable (PositionReport) -> Void) async

  /// Asks for a position about this often from now on. A feed that cannot be asked goes on as it does.
  func sample(every interval: Duration) async
}

extension PositionFeed {
  public func sample(every interval: Duration) async {}
}
