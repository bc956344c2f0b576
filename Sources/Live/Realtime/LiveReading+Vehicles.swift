#if Realtime
import Foundation
import Journey
import Timetable

extension LiveReading {
  mutating func read(_ vehicle: TransitRealtime_VehiclePosition, of entity: String) throws {
    snapshot.updates += 1
    guard vehicle.hasPosition, let position = position(vehicle.position, entity) else {
      if !vehicle.hasPosition {
        findings.note("W002", .dropped, "vehicle_position.position", entity, "the vehicle has no position")
      }
      return
    }
    var (run, trip) = (Run.ID?.none, ScheduledTrip?.none)
    if vehicle.trip.hasTripID {
      guard let found = self.run(vehicle.trip, "vehicle_position.trip", entity) else { return }
      (run, trip) = (found.id, found.trip)
    }
    var live = LiveVehicle(
      id: vehicle.vehicle.hasID ? vehicle.vehicle.id : nil, run: run, position: position, isOnLine: false,
      speed: Self.speed(of: vehicle.position),
      isStanding: vehicle.hasCurrentStatus && vehicle.currentStatus == .stoppedAt)
    if vehicle.hasTimestamp {
      live.measuredAt = time(vehicle.timestamp, "vehicle_position.timestamp", entity, near: reference)
    }
    if let trip {
      snapshot.matched += 1
      live.call = call(of: vehicle, trip, entity)
      live.isOnLine = try isOnLine(position, trip, entity)
    }
    snapshot.vehicles.append(live)
  }

  /// Metres a second; nil where that is not said, or is no speed.
  private static func speed(of position: TransitRealtime_Position) -> Double? {
    position.hasSpeed && position.speed.isFinite && position.speed >= 0 ? Double(position.speed) : nil
  }

  private mutating func position(_ position: TransitRealtime_Position, _ entity: String) -> Position? {
    let (latitude, longitude) = (Double(position.latitude), Double(position.longitude))
    let place = Position(latitude: latitude, longitude: longitude)
    // Nobody rides where the equator meets Greenwich's meridian; receivers without reception are there.
    guard position.hasLatitude, position.hasLongitude, place.isOnEarth, latitude != 0, longitude != 0 else {
      findings.note("E026", .dropped, "vehicle_position.position", entity, "\(latitude), \(longitude) is no place")
      return nil
    }
    return place
  }

  private mutating func call(
    of vehicle: TransitRealtime_VehiclePosition, _ trip: ScheduledTrip, _ entity: String
  ) -> Int? {
    if vehicle.hasStopID, !vehicle.stopID.isEmpty {
      guard reader.stations[vehicle.stopID] != nil else {
        findings.note(
          "E011", .ignored, "vehicle_position.stop_id", entity, "stop \(vehicle.stopID) is not in the timetable")
        return nil
      }
      let visits = trip.calls.indices.filter { trip.calls[$0].stopID == vehicle.stopID }
      if visits.count == 1 { return visits[0] }
    }
    guard vehicle.hasCurrentStopSequence else { return nil }
    return trip.calls.firstIndex { $0.sequence == Int(vehicle.currentStopSequence) }
  }

  private mutating func isOnLine(_ position: Position, _ trip: ScheduledTrip, _ entity: String) throws -> Bool {
    let metres = try reader.metres(from: position, to: trip)
    guard metres > policy.farthestVehicle else { return true }
    findings.note(
      "E029", .ignored, "vehicle_position.position", entity,
      "the vehicle is \(Int(min(metres, 1e9))) m from the line of trip \(trip.tripID); it is not placed on it")
    return false
  }
}
#endif
