import Foundation

/// What is known of the runs of a timetable that are not as it says.
public struct RunChanges: Sendable, Hashable {
  /// A run of a trip.
  public struct Changed: Sendable, Hashable {
    public struct Call: Sendable, Hashable {
      public var arrival: Date
      public var departure: Date
      /// The vehicle does not stop there.
      public var isSkipped: Bool

      public init(arrival: Date, departure: Date, isSkipped: Bool = false) {
        (self.arrival, self.departure, self.isSkipped) = (arrival, departure, isSkipped)
      }
    }

    public var feed: String
    public var tripID: String
    /// `2026-12-01`
    public var serviceDay: String
    /// When it starts by the timetable.
    public var start: Date
    /// All calls of the trip in their order, their times not falling; nil where it does not run.
    public var calls: [Call]?

    public init(feed: String, tripID: String, serviceDay: String, start: Date, calls: [Call]?) {
      (self.feed, self.tripID, self.serviceDay) = (feed, tripID, serviceDay)
      (self.start, self.calls) = (start, calls)
    }
  }

  /// A run that the timetable does not have.
  public struct Added: Sendable, Hashable {
    public struct Call: Sendable, Hashable {
      public var stopID: String
      public var arrival: Date
      public var departure: Date

      public init(stopID: String, arrival: Date, departure: Date) {
        (self.stopID, self.arrival, self.departure) = (stopID, arrival, departure)
      }
    }

    public var feed: String
    public var id: String
    /// Nil where it is not said which line it is.
    public var routeID: String?
    /// In their order, their times not falling.
    public var calls: [Call]

    public init(feed: String, id: String, routeID: String?, calls: [Call]) {
      (self.feed, self.id, self.routeID, self.calls) = (feed, id, routeID, calls)
    }
  }

  public var changed: [Changed]
  public var added: [Added]

  public init(changed: [Changed] = [], added: [Added] = []) { (self.changed, self.added) = (changed, added) }

  public var isEmpty: Bool { changed.isEmpty && added.isEmpty }
}

extension RunChanges {
  /// The run that a leg of a changed network rides; nil for one of the timetable.
  func added(_ parts: [RoutingNetwork.Part]) -> Added? {
    guard let key = parts.first?.trip, key < 0 else { return nil }
    return added[Int(-1 - key)]
  }
}
