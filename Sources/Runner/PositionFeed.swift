import Alerts
import Foundation
import Journey

/// What a feed has to say.
public enum PositionReport: Sendable, Hashable {
  case fix(Fix)
  /// No positions for now, and why; the feed goes on trying.
  case lost(cause: String)
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
