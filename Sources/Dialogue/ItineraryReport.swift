import Foundation
import Journey

/// A trip with its times as programs get it: `alight.itinerary/1`. Instants are ISO 8601 in UTC, durations seconds.
public struct ItineraryReport: Encodable, Sendable {
  struct Row: Encodable, Sendable {
    let number: Int
    let place: Stop
    let arrival: Date?
    let begins: Date?
    let leaves: Date?
    let seconds: Double
    let way: Way?
    let flaws: [Flaw]
  }

  struct Way: Encodable, Sendable {
    let leaves: Date
    let arrives: Date
    let walk: Walk?
    let rides: [Ride]?
    let walkSeconds: [Double]?
  }

  struct Flaw: Encodable, Sendable {
    let kind: String
    let isImpossible: Bool
    /// When the place opens or closes, by when the rider wants to be there, or until when they wait.
    var at: Date?
    var fitLeaves: Date?
    var fitSeconds: Double?
  }

  let schema = "alight.itinerary/1"
  let plan: TripPlan
  let start: Date?
  let end: Date?
  let seconds: Double?
  let rows: [Row]

  public init(_ planned: TripDesk.Planned) {
    let itinerary = planned.itinerary
    (plan, start, end, seconds) = (planned.plan, itinerary.start, itinerary.end, itinerary.duration)
    rows = itinerary.rows.enumerated().map { index, row in
      Row(
        number: index + 1, place: row.stop.place, arrival: row.arrival, begins: row.begins, leaves: row.leaves,
        seconds: row.stop.stay, way: row.way.map(Self.way), flaws: row.flaws.map(Self.flaw))
    }
  }

  private static func way(_ way: Itinerary.Way) -> Way {
    switch way {
    case .walk(let walk, let leaves):
      Way(leaves: leaves, arrives: way.arrives, walk: walk, rides: nil, walkSeconds: nil)
    case .ride(let connection):
      Way(
        leaves: way.leaves, arrives: way.arrives, walk: nil, rides: connection.rides,
        walkSeconds: connection.walkSeconds)
    }
  }

  private static func flaw(_ flaw: Itinerary.Flaw) -> Flaw {
    let (kind, at): (String, Date?) =
      switch flaw {
      case .unserved: ("unserved", nil)
      case .noConnection: ("no-connection", nil)
      case .unknown: ("unknown", nil)
      case .closed(let opens, let closes, _): ("closed", closes ?? opens)
      case .late(let by, _): ("late", by)
      case .waits(let until, _): ("waits", until)
      case .shortened: ("shortened", nil)
      }
    return Flaw(
      kind: kind, isImpossible: flaw.isImpossible, at: at, fitLeaves: flaw.fit?.leave, fitSeconds: flaw.fit?.stay)
  }
}
