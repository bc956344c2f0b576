import Foundation

/// Every threshold of reading live feeds, each with its reason. In seconds and metres.
public struct LivePolicy: Sendable, Hashable {
  /// A header that is older is not used: feeds are to be made anew twice a minute ...
  public var oldest: TimeInterval = 90
  /// ... but what is said in words changes slowly.
  public var oldestAlerts: TimeInterval = 600
  /// Clocks of servers and machines differ by as much; a time further ahead is a fault.
  public var mostAhead: TimeInterval = 60
  /// Nobody is left unasked for longer, however often it failed.
  public var longestWait: TimeInterval = 900
  /// A time further from the header than this is in milliseconds, or of nothing.
  public var farthestTime: TimeInterval = 366 * 86_400
  /// Nothing runs a day late under the same name, or as early.
  public var mostDelay: TimeInterval = 86_400
  /// A trip that names no day is that of the day on which it is under way, or no further from it than this.
  public var dayReach: TimeInterval = 3 * 3600
  /// A vehicle farther from the line of its trip is on another one, or its position is wrong.
  public var farthestVehicle = 150.0
  /// A feed of which fewer updates are found in the timetable does not belong to it.
  public var leastMatched = 0.5
  /// No feed of a country is so large.
  public var mostBytes = 50_000_000
  /// Entities beyond this are left out, and told.
  public var mostEntities = 200_000

  public init() {}
}
