import Foundation
import Live

/// What a live feed says: `alight.live/1`.
struct LiveRecord: Encodable {
  struct Trip: Encodable {
    struct Call: Encodable {
      var stop: String
      var scheduledArrival: Date
      var scheduledDeparture: Date
      var arrival: Date?
      var departure: Date?
      var arrivalDelay: Double?
      var departureDelay: Double?
      var isSkipped: Bool
      var uncertainty: Double?
      var movedTo: String?
    }

    var trip: String
    var serviceDay: String
    var start: Date
    var route: String
    var state: LiveTrip.State
    var vehicle: String?
    var measuredAt: Date?
    var calls: [Call]

    init(_ trip: LiveTrip) {
      (self.trip, serviceDay, start, route) = (trip.id.tripID, trip.id.serviceDay, trip.id.start, trip.routeID)
      (state, vehicle, measuredAt) = (trip.state, trip.vehicle, trip.measuredAt)
      calls = trip.calls.map {
        Call(
          stop: $0.stopID, scheduledArrival: $0.scheduledArrival, scheduledDeparture: $0.scheduledDeparture,
          arrival: $0.arrival, departure: $0.departure, arrivalDelay: $0.arrivalDelay,
          departureDelay: $0.departureDelay,
          isSkipped: $0.isSkipped, uncertainty: $0.uncertainty, movedTo: $0.movedTo)
      }
    }
  }

  struct Added: Encodable {
    struct Call: Encodable {
      var stop: String
      var arrival: Date
      var departure: Date
    }

    var id: String
    var route: String?
    var calls: [Call]
  }

  struct Vehicle: Encodable {
    var id: String?
    var trip: String?
    var latitude: Double
    var longitude: Double
    var isOnLine: Bool
    var call: Int?
    var isStanding: Bool
    var measuredAt: Date?
  }

  struct Alert: Encodable {
    var id: String
    var effect: String
    var cause: String
    var severity: String
    var header: [String: String]
    var description: [String: String]
    var url: String?
  }

  var schema = "alight.live/1"
  var feed: String
  var madeAt: Date?
  var updates: Int
  var matched: Int
  var trips: [Trip]
  var added: [Added]
  var vehicles: [Vehicle]
  var alerts: [Alert]
  var findings: [LiveFinding]

  init(_ snapshot: LiveSnapshot) {
    (feed, madeAt, updates, matched) = (snapshot.feed, snapshot.madeAt, snapshot.updates, snapshot.matched)
    trips = snapshot.trips.values.sorted { ($0.id.start, $0.id.tripID) < ($1.id.start, $1.id.tripID) }.map(Trip.init)
    added = snapshot.added.map { trip in
      Added(
        id: trip.id, route: trip.routeID,
        calls: trip.calls.map { Added.Call(stop: $0.stopID, arrival: $0.arrival, departure: $0.departure) })
    }
    vehicles = snapshot.vehicles.map {
      Vehicle(
        id: $0.id, trip: $0.run?.tripID, latitude: $0.position.latitude, longitude: $0.position.longitude,
        isOnLine: $0.isOnLine, call: $0.call, isStanding: $0.isStanding, measuredAt: $0.measuredAt)
    }
    alerts = snapshot.alerts.map {
      Alert(
        id: $0.id, effect: $0.effect, cause: $0.cause, severity: $0.severity, header: $0.header,
        description: $0.description, url: $0.url)
    }
    findings = snapshot.findings
  }
}
