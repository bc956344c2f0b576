import Foundation
import Journey
import Timetable

/// Where a rider wants to get off.
public struct OnboardGoal: Sendable, Hashable {
  /// Stops across a street and the platforms of a station lie no further apart.
  static let near = 150.0

  private let feed: String?
  private let stopID: String?
  private let position: Position

  public init(_ stop: Stop) {
    (feed, stopID, position) = (stop.gtfs?.feed, stop.gtfs?.stopID, stop.position)
  }

  /// Whether a vehicle that calls there brings one to it.
  func isAt(_ call: RunWay.Call, of feed: String) -> Bool {
    call.stopID == stopID && feed == self.feed || call.position.metres(to: position) <= Self.near
  }
}
