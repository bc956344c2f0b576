#if Realtime
import Foundation
import Timetable

extension LiveReading {
  private typealias StopTime = TransitRealtime_TripUpdate.StopTimeUpdate
  private static let field = "trip_update.stop_time_update"

  /// What is said of one call, by its place among those of the trip.
  private struct Word {
    var arrival: Date?
    var departure: Date?
    var uncertainty: TimeInterval?
    var isSkipped = false
    var isUnknown = false
    var movedTo: String?
  }

  mutating func read(_ update: TransitRealtime_TripUpdate, of entity: String) {
    snapshot.updates += 1
    switch update.trip.scheduleRelationship {
    case .added, .new, .replacement, .duplicated:
      return readAdded(update, entity)
    case .unscheduled where reader.trip(update.trip.tripID) == nil:
      return readAdded(update, entity)
    default: break
    }
    guard let (trip, id) = run(update.trip, "trip_update.trip", entity) else { return }
    let begins = id.start
    var live = LiveTrip(
      id: id, routeID: trip.routeID, state: .running,
      calls: trip.calls.map {
        LiveTrip.Call(
          stopID: $0.stopID, scheduledArrival: begins + Double($0.arrival),
          scheduledDeparture: begins + Double($0.departure))
      }, vehicle: update.vehicle.hasID ? update.vehicle.id : nil)
    if update.hasTimestamp {
      live.measuredAt = time(update.timestamp, "trip_update.timestamp", entity, near: reference)
    }
    if [.canceled, .deleted].contains(update.trip.scheduleRelationship) {
      live.state = .cancelled
    } else {
      guard let words = words(of: update, trip, live.calls, entity) else { return }
      let delay = update.hasDelay ? self.delay(update.delay, "trip_update.delay", entity) : nil
      live.calls = Self.calls(live.calls, words, delay: delay)
      if live.calls.count(where: { !$0.isSkipped }) < 2 { live.state = .cancelled }
    }
    if snapshot.trips[id] != nil {
      findings.note(
        "E034", .dropped, "trip_update.trip", entity, "trip \(trip.tripID) is updated twice; the first counts")
      return
    }
    snapshot.matched += 1
    snapshot.trips[id] = live
  }

  /// The stop times by the place of their call; nil where their order cannot be trusted.
  private mutating func words(
    of update: TransitRealtime_TripUpdate, _ trip: ScheduledTrip, _ calls: [LiveTrip.Call], _ entity: String
  ) -> [Int: Word]? {
    var updates = update.stopTimeUpdate
    let sequences = updates.filter(\.hasStopSequence).map(\.stopSequence)
    if !zip(sequences, sequences.dropFirst()).allSatisfy({ $0 < $1 }) {
      guard updates.allSatisfy({ $0.hasStopSequence && Self.agrees($0, trip) }) else {
        findings.note(
          "E002", .dropped, Self.field, entity,
          "the stop times of trip \(trip.tripID) are in no order, and name other stops than the timetable")
        return nil
      }
      findings.note("E002", .repaired, Self.field, entity, "the stop times of trip \(trip.tripID) are put in order")
      updates.sort { $0.stopSequence < $1.stopSequence }
    }
    var words: [Int: Word] = [:]
    var (place, clock) = (-1, Date.distantPast)
    for stopTime in updates {
      guard let found = self.place(of: stopTime, in: trip, after: place, entity) else { continue }
      guard let word = word(stopTime, calls[found.place], movedTo: found.movedTo, entity) else { continue }
      let times = [word.arrival, word.departure].compactMap(\.self)
      if zip([clock] + times, times).contains(where: { $0 > $1 }) {
        findings.note(
          "E022", .dropped, Self.field, entity,
          "the times of trip \(trip.tripID) fall from one stop to the next; from there on they are left out")
        break
      }
      clock = times.last ?? clock
      place = found.place
      words[place] = word
    }
    return words
  }

  /// Whether both of its names mean the same call.
  private static func agrees(_ stopTime: StopTime, _ trip: ScheduledTrip) -> Bool {
    trip.calls.contains {
      $0.sequence == Int(stopTime.stopSequence) && (!stopTime.hasStopID || $0.stopID == stopTime.stopID)
    }
  }

  /// The call that is meant: by the stop where the trip comes there once, else by the number, else the next visit.
  private mutating func place(
    of stopTime: StopTime, in trip: ScheduledTrip, after last: Int, _ entity: String
  ) -> (place: Int, movedTo: String?)? {
    let numbered = stopTime.hasStopSequence ? trip.calls.firstIndex { $0.sequence == Int(stopTime.stopSequence) } : nil
    guard stopTime.hasStopID, !stopTime.stopID.isEmpty else {
      guard stopTime.hasStopSequence else {
        findings.note("E040", .ignored, Self.field, entity, "a stop time names neither a stop nor a number")
        return nil
      }
      guard let numbered, numbered > last else {
        findings.note(
          "E051", .ignored, "\(Self.field).stop_sequence", entity,
          "trip \(trip.tripID) has no call \(stopTime.stopSequence) there")
        return nil
      }
      return (numbered, nil)
    }
    guard let station = reader.stations[stopTime.stopID] else {
      findings.note(
        "E011", .ignored, "\(Self.field).stop_id", entity, "stop \(stopTime.stopID) is not in the timetable")
      return nil
    }
    var visits = trip.calls.indices.filter { trip.calls[$0].stopID == stopTime.stopID }
    // Another platform of the same station is where it calls today.
    let isMoved = visits.isEmpty
    if isMoved { visits = trip.calls.indices.filter { trip.calls[$0].stationID == station } }
    let place =
      visits.count == 1 ? visits[0] : numbered.flatMap { visits.contains($0) ? $0 : nil } ?? visits.first { $0 > last }
    guard let place, place > last else {
      findings.note(
        "E045", .ignored, "\(Self.field).stop_id", entity,
        "trip \(trip.tripID) does not call at \(stopTime.stopID) there")
      return nil
    }
    if let numbered, numbered != place {
      findings.note(
        "E045", .told, "\(Self.field).stop_sequence", entity,
        "number and stop name different calls of trip \(trip.tripID); the stop decides")
    }
    // The station itself says nothing of a platform.
    return (place, isMoved && stopTime.stopID != station ? stopTime.stopID : nil)
  }

  private mutating func word(
    _ stopTime: StopTime, _ call: LiveTrip.Call, movedTo: String?, _ entity: String
  ) -> Word? {
    var word = Word(movedTo: movedTo)
    if stopTime.stopTimeProperties.hasAssignedStopID, stopTime.stopTimeProperties.assignedStopID != call.stopID {
      word.movedTo = stopTime.stopTimeProperties.assignedStopID
    }
    switch stopTime.scheduleRelationship {
    case .skipped:
      word.isSkipped = true
      return word
    case .noData:
      word.isUnknown = true
      return word
    default: break
    }
    if stopTime.hasArrival {
      word.arrival = event(stopTime.arrival, call.scheduledArrival, "\(Self.field).arrival", entity)
    }
    if stopTime.hasDeparture {
      word.departure = event(stopTime.departure, call.scheduledDeparture, "\(Self.field).departure", entity)
    }
    if !stopTime.hasArrival, !stopTime.hasDeparture {
      findings.note("E043", .ignored, Self.field, entity, "a stop time has neither arrival nor departure")
    }
    for event in [stopTime.arrival, stopTime.departure] where event.hasUncertainty && event.uncertainty >= 0 {
      word.uncertainty = max(word.uncertainty ?? 0, Double(event.uncertainty))
    }
    // What says nothing leaves the delay of the stop before.
    guard word.arrival != nil || word.departure != nil || word.movedTo != nil else { return nil }
    return word
  }

  private mutating func event(
    _ event: TransitRealtime_TripUpdate.StopTimeEvent, _ scheduled: Date, _ field: String, _ entity: String
  ) -> Date? {
    if event.hasTime { return time(event.time, "\(field).time", entity, near: reference) }
    if event.hasDelay { return delay(event.delay, "\(field).delay", entity).map { scheduled + $0 } }
    findings.note("E044", .ignored, field, entity, "it has neither a delay nor a time")
    return nil
  }

  /// Seconds that can be a delay.
  private mutating func delay(_ seconds: Int32, _ field: String, _ entity: String) -> TimeInterval? {
    guard abs(Double(seconds)) <= policy.mostDelay else {
      findings.note("absurd-delay", .ignored, field, entity, "\(seconds) s is no delay of a vehicle")
      return nil
    }
    return Double(seconds)
  }

  /// The calls with their times: a delay holds until the next one, and no time lies before the one before.
  private static func calls(_ scheduled: [LiveTrip.Call], _ words: [Int: Word], delay: TimeInterval?) -> [LiveTrip.Call]
  {
    var calls = scheduled
    var (delay, uncertainty, clock) = (delay, TimeInterval?.none, Date.distantPast)
    for place in calls.indices {
      let word = words[place]
      calls[place].movedTo = word?.movedTo
      if word?.isSkipped == true {
        calls[place].isSkipped = true
        continue
      }
      if word?.isUnknown == true { (delay, uncertainty) = (nil, nil) }
      uncertainty = word?.uncertainty ?? uncertainty
      let call = calls[place]
      let arrival = word?.arrival ?? delay.map { call.scheduledArrival + $0 }
      if let said = word?.arrival { delay = said.timeIntervalSince(call.scheduledArrival) }
      let departure = word?.departure ?? delay.map { call.scheduledDeparture + $0 }
      if let said = word?.departure { delay = said.timeIntervalSince(call.scheduledDeparture) }
      calls[place].arrival = arrival.map { max($0, clock) }
      clock = max(clock, calls[place].arrival ?? call.scheduledArrival)
      calls[place].departure = departure.map { max($0, clock) }
      clock = max(clock, calls[place].departure ?? call.scheduledDeparture)
      calls[place].uncertainty = arrival == nil && departure == nil ? nil : uncertainty
    }
    return calls
  }

  /// A trip that the timetable does not have: its stops and times are all that is known.
  private mutating func readAdded(_ update: TransitRealtime_TripUpdate, _ entity: String) {
    var calls: [AddedTrip.Call] = []
    for stopTime in update.stopTimeUpdate where stopTime.scheduleRelationship != .skipped {
      guard reader.stations[stopTime.stopID] != nil else {
        findings.note(
          "E011", .ignored, "\(Self.field).stop_id", entity, "stop \(stopTime.stopID) is not in the timetable")
        continue
      }
      let arrival =
        stopTime.arrival.hasTime
        ? time(stopTime.arrival.time, "\(Self.field).arrival.time", entity, near: reference) : nil
      let departure =
        stopTime.departure.hasTime
        ? time(stopTime.departure.time, "\(Self.field).departure.time", entity, near: reference) : nil
      guard let first = arrival ?? departure, let last = departure ?? arrival, first <= last,
        first >= calls.last?.departure ?? .distantPast
      else {
        findings.note(
          "E022", .ignored, Self.field, entity, "a stop time of an added trip has no time, or one that falls")
        continue
      }
      calls.append(AddedTrip.Call(stopID: stopTime.stopID, arrival: first, departure: last))
    }
    guard calls.count > 1 else {
      findings.note("added", .dropped, "trip_update.trip", entity, "an added trip has fewer than two stops with times")
      return
    }
    let route = update.trip.hasRouteID ? update.trip.routeID : nil
    snapshot.added.append(
      AddedTrip(id: update.trip.hasTripID ? update.trip.tripID : entity, routeID: route, calls: calls))
  }
}
#endif
