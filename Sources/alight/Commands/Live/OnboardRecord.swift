import Foundation
import Live
import Timetable

/// What is believed of the ride the rider is on: `alight.onboard/1`.
struct OnboardRecord: Encodable {
  struct Ride: Encodable, Equatable {
    var feed: String
    var tripID: String
    var routeID: String
    var directionID: Int?
    var headsign: String?
    var line: String
    var serviceDay: String

    enum CodingKeys: String, CodingKey {
      case feed, headsign, line
      case tripID = "trip_id"
      case routeID = "route_id"
      case directionID = "direction_id"
      case serviceDay = "service_day"
    }

    init(_ run: Run) {
      (feed, tripID, routeID, line) = (run.id.feed, run.id.tripID, run.routeID, run.line)
      (directionID, headsign, serviceDay) = (run.direction, run.headsign, run.id.serviceDay)
    }
  }

  struct Candidate: Encodable, Equatable {
    var tripID: String
    var routeID: String
    var confidence: Double

    enum CodingKeys: String, CodingKey {
      case confidence
      case tripID = "trip_id"
      case routeID = "route_id"
    }
  }

  var schema = "alight.onboard/1"
  /// The recording's id, or "now".
  var name: String
  /// Seconds since its first fix.
  var seconds: Double
  /// The index of the newest fix that was used.
  var fix: Int
  var at: Date
  var state: OnboardBelief.State
  /// Null where none is named.
  var ride: Ride?
  var nextStop: String?
  /// Seconds late, negative where early.
  var delay: Double?
  /// 0 to 1.
  var confidence: Double
  var candidates: [Candidate]

  enum CodingKeys: String, CodingKey {
    case schema, fix, at, state, ride, confidence, candidates
    case name = "case"
    case seconds = "t"
    case nextStop = "next_stop"
    case delay = "delay_s"
  }

  init(_ belief: OnboardBelief, of name: String, at instant: Date, since start: Date, fix: Int) {
    (self.name, self.fix, at) = (name, fix, instant)
    seconds = (instant.timeIntervalSince(start) * 10).rounded() / 10
    state = belief.state
    ride = belief.run.map(Ride.init)
    nextStop = belief.run == nil ? nil : belief.next?.stopID
    delay = belief.run == nil ? nil : belief.delay?.rounded()
    func rounded(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
    confidence = rounded(belief.candidates.first?.probability ?? 0)
    candidates = belief.candidates.map {
      Candidate(tripID: $0.run.id.tripID, routeID: $0.run.routeID, confidence: rounded($0.probability))
    }
  }

  /// Whether it says the same as another one, whenever that was.
  func says(whatIsSaidBy other: OnboardRecord) -> Bool {
    state == other.state && ride == other.ride && nextStop == other.nextStop && delay == other.delay
      && confidence == other.confidence && candidates == other.candidates
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(schema, forKey: .schema)
    try fields.encode(name, forKey: .name)
    try fields.encode(seconds, forKey: .seconds)
    try fields.encode(fix, forKey: .fix)
    try fields.encode(at, forKey: .at)
    try fields.encode(state, forKey: .state)
    try fields.encode(ride, forKey: .ride)
    try fields.encode(nextStop, forKey: .nextStop)
    try fields.encode(delay, forKey: .delay)
    try fields.encode(confidence, forKey: .confidence)
    try fields.encode(candidates, forKey: .candidates)
  }
}
