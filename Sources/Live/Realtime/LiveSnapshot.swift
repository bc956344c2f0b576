import Foundation
import Journey
import Timetable

/// All that a live feed says at one moment, put on the timetable; what it does not say does not hold any more.
public struct LiveSnapshot: Sendable {
  /// The timetable that it belongs to.
  public var feed: String
  /// When it was made; nil where it does not say so that it can be believed, and then it is not live.
  public var madeAt: Date?
  public var trips: [Run.ID: LiveTrip] = [:]
  /// Trips that the timetable does not have.
  public var added: [AddedTrip] = []
  public var vehicles: [LiveVehicle] = []
  public var alerts: [ServiceAlert] = []
  /// How many updates of trips and vehicles there are, and how many were found in the timetable.
  public var updates = 0
  public var matched = 0
  public var findings: [LiveFinding] = []

  /// 0 to 1; nil where there are no updates.
  public var matchedShare: Double? { updates == 0 ? nil : Double(matched) / Double(updates) }
}

/// A run as it is under way.
public struct LiveTrip: Sendable, Hashable {
  public enum State: String, Sendable, Codable {
    case running, cancelled
  }

  /// What is said of one call.
  public struct Call: Sendable, Hashable {
    public var stopID: String
    public var scheduledArrival: Date
    public var scheduledDeparture: Date
    /// Nil where nothing is known but the timetable.
    public var arrival: Date?
    public var departure: Date?
    public var isSkipped = false
    /// Seconds by which the times may be off; nil where that is not said.
    public var uncertainty: TimeInterval?
    /// The stop that the vehicle calls at instead: another platform.
    public var movedTo: String?

    /// Seconds late, negative where early; nil where nothing is known.
    public var arrivalDelay: TimeInterval? { arrival?.timeIntervalSince(scheduledArrival) }
    public var departureDelay: TimeInterval? { departure?.timeIntervalSince(scheduledDeparture) }
  }

  public var id: Run.ID
  public var routeID: String
  public var state: State
  /// All calls of the trip, in order.
  public var calls: [Call]
  public var vehicle: String?
  /// When it was measured; nil where that is not said.
  public var measuredAt: Date?
}

/// A trip that exists live alone.
public struct AddedTrip: Sendable, Hashable {
  public struct Call: Sendable, Hashable {
    public var stopID: String
    public var arrival: Date
    public var departure: Date
  }

  public var id: String
  public var routeID: String?
  public var calls: [Call]
}

/// Where a vehicle is.
public struct LiveVehicle: Sendable, Hashable {
  public var id: String?
  /// The run that it is on; nil where that is not known.
  public var run: Run.ID?
  public var position: Position
  /// Whether it lies on the line of its run.
  public var isOnLine: Bool
  /// Metres a second.
  public var speed: Double?
  /// The place of the call that it is at or goes to, among those of its run.
  public var call: Int?
  public var isStanding: Bool
  public var measuredAt: Date?
}

/// What an operator says in words.
public struct ServiceAlert: Sendable, Hashable {
  /// What it is about; all that is named holds at once.
  public struct Subject: Sendable, Hashable {
    public var agencyID: String?
    public var routeID: String?
    public var tripID: String?
    public var stopID: String?
    public var direction: Int?
  }

  public var id: String
  /// The timetable that it belongs to.
  public var feed: String
  /// When it holds; always where there is none.
  public var periods: [Range<Date>]
  public var subjects: [Subject]
  /// As in the standard: `SIGNIFICANT_DELAYS`.
  public var effect: String
  public var cause: String
  public var severity: String
  /// By language, "" where it is not said.
  public var header: [String: String]
  public var description: [String: String]
  public var url: String?

  /// Its heading in a language, or in that of the operator; nil where it says nothing.
  public func heading(_ language: String) -> String? {
    text(header.isEmpty ? description : header, language)
  }

  /// One of its texts in a language, or in that of the operator; nil where it says nothing.
  func text(_ texts: [String: String], _ language: String) -> String? {
    let text =
      texts.first { $0.key.prefix(2).lowercased() == language.prefix(2) }?.value ?? texts[""]
      ?? texts.sorted { $0.key < $1.key }.first?.value
    return text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  public func holds(at instant: Date) -> Bool { periods.isEmpty || periods.contains { $0.contains(instant) } }
}
