import Foundation

/// A trip of several stops by the timetable: when the rider comes to each, how long they stay, and how they go on.
public struct Itinerary: Sendable, Hashable, Codable {
  /// How the rider goes on from a stop to the next one.
  public enum Way: Sendable, Hashable, Codable {
    case ride(Connection)
    /// On foot, which is sooner, leaving at an instant.
    case walk(Walk, leaves: Date)

    public var leaves: Date {
      switch self {
      case .ride(let connection): connection.departure
      case .walk(_, let leaves): leaves
      }
    }

    public var arrives: Date {
      switch self {
      case .ride(let connection): connection.arrival
      case .walk(let walk, let leaves): leaves.addingTimeInterval(walk.seconds)
      }
    }

    public var connection: Connection? { if case .ride(let connection) = self { connection } else { nil } }
  }

  /// One stop with its times; nil where they cannot be known, since it is not reached.
  public struct Row: Sendable, Hashable, Codable {
    public var stop: TripStop
    public var arrival: Date?
    /// When the stay begins: later than the arrival where the place opens then, or an appointment is waited for.
    public var begins: Date?
    /// When the rider leaves, or ends the last stay.
    public var leaves: Date?
    /// How the rider goes on; nil at the last stop, and where nothing goes.
    public var way: Way?
    public var flaws: [Flaw] = []

    public init(stop: TripStop) { self.stop = stop }
  }

  /// What is wrong with the times of a row, with what would fit.
  public enum Flaw: Sendable, Hashable, Codable {
    /// No vehicle stops there or near, and it is too far to walk.
    case unserved
    /// Nothing goes there within a week.
    case noConnection
    /// It comes after a stop that is not reached.
    case unknown
    /// The place is closed for some of the stay. It opens long enough next at `opens`; until `closes` so much of the stay is left.
    case closed(opens: Date?, closes: Date?, fit: Fit?)
    /// The rider comes after the time by which they want to be there.
    case late(by: Date, fit: Fit?)
    /// What goes there leaves hours after the stay before is over, as the last one of the day has gone.
    case waits(until: Date, fit: Fit?)
    /// The way chosen leaves before the stay is over, by so many seconds.
    case shortened(Double)

    /// Whether the row cannot be done as it is wanted.
    public var isImpossible: Bool {
      switch self {
      case .unserved, .noConnection, .unknown, .closed, .late: true
      case .waits, .shortened: false
      }
    }
  }

  /// How the times of a row would be met: leaving the stop before at an instant, after a shorter stay there.
  public struct Fit: Sendable, Hashable, Codable {
    public var leave: Date
    /// Seconds of the stay before; 0 for going on at once.
    public var stay: Double

    public init(leave: Date, stay: Double) { (self.leave, self.stay) = (leave, stay) }
  }

  public var rows: [Row]

  public init(rows: [Row]) { self.rows = rows }

  /// When the rider sets out, and when the last stay is over; nil where it is not known.
  public var start: Date? { rows.first?.leaves }
  public var end: Date? { rows.last?.leaves }

  /// Seconds from setting out to the end of the last stay; nil where the end is not reached.
  public var duration: TimeInterval? {
    guard let start, let end else { return nil }
    return end.timeIntervalSince(start)
  }

  /// Whether every row can be done as it is wanted.
  public var isPossible: Bool { !rows.contains { $0.flaws.contains(where: \.isImpossible) } }
}
