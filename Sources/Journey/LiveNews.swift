import Foundation

/// What a live feed says of a ride, as far as a rider is told of it.
public struct LiveNews: Sendable, Hashable, Codable {
  /// A ride that takes the place of one that is cancelled.
  public struct Instead: Sendable, Hashable, Codable {
    public var line: String
    public var departure: Date

    public init(line: String, departure: Date) { (self.line, self.departure) = (line, departure) }
  }

  /// Seconds by which the vehicle comes late to the destination, below zero where it comes early; nil where nobody says so.
  public var late: Double?
  /// When it leaves where the rider gets on, as long as it has not, and when it comes to the destination.
  public var departure: Date?
  public var arrival: Date?
  /// Whether the ride was cancelled.
  public var isCancelled: Bool?
  /// The place in the ride of the rider's own stop that is left out: the first or the last.
  public var skipped: Int?
  /// The place in the ride of the last stop before it at which the vehicle stops, and the name of the next one behind it.
  public var before: Int?
  public var behind: String?
  public var instead: Instead?
  /// Whether by that the vehicle of the next ride has left, by its timetable or what is known of it, before the rider comes.
  public var missesChange: Bool?
  /// What operators announce of it, in the rider's language where they have it.
  public var announced: [String]?

  /// Whether it says how the vehicle runs, and not only what is announced.
  public var isOfRun: Bool {
    var run = self
    run.announced = nil
    return run != LiveNews()
  }

  public init() {}
}
