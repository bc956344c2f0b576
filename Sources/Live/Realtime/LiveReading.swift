#if Realtime
import Foundation
import Journey
import Timetable

/// One reading of a feed: what it says, and what was wrong with it.
struct LiveReading {
  let reader: LiveReader
  let message: TransitRealtime_FeedMessage
  let now: Date
  var snapshot: LiveSnapshot
  var findings = LiveFindings()

  var policy: LivePolicy { reader.policy }
  /// What times are judged by: the header's, or where that cannot be believed the clock.
  var reference: Date { snapshot.madeAt ?? now }

  init(_ reader: LiveReader, _ message: TransitRealtime_FeedMessage, now: Date) {
    (self.reader, self.message, self.now) = (reader, message, now)
    snapshot = LiveSnapshot(feed: reader.feed)
  }

  mutating func read() throws -> LiveSnapshot {
    readHeader()
    let (count, most) = (message.entity.count, policy.mostEntities)
    if count > most {
      findings.note("too-many", .dropped, "entity", nil, "\(count) entities, of which the first \(most) are read")
    }
    for entity in message.entity.prefix(most) where !entity.isDeleted {
      if entity.hasTripUpdate { read(entity.tripUpdate, of: entity.id) }
      if entity.hasVehicle { try read(entity.vehicle, of: entity.id) }
      if entity.hasAlert { read(entity.alert, of: entity.id) }
      if !entity.hasTripUpdate, !entity.hasVehicle, !entity.hasAlert {
        findings.note("E039", .dropped, "entity", entity.id, "the entity has neither update, vehicle nor alert")
      }
    }
    snapshot.findings = findings.all
    return snapshot
  }

  private mutating func readHeader() {
    let header = message.header
    if header.incrementality == .differential {
      findings.note(
        "differential", .told, "header.incrementality", nil,
        "changes alone are said, which no consumer can rely on; it is read as a whole")
    }
    guard header.hasTimestamp, header.timestamp > 0 else {
      return findings.note(
        "W001", .refused, "header.timestamp", nil, "the header has no time, so that its age is not known")
    }
    snapshot.madeAt = time(header.timestamp, "header.timestamp", nil, near: now)
    if let made = snapshot.madeAt, made > now + policy.mostAhead {
      findings.note(
        "E050", .refused, "header.timestamp", nil,
        "the header is of \(Int(made.timeIntervalSince(now))) s from now: one of both clocks is wrong")
      snapshot.madeAt = nil
    }
  }

  /// A time in POSIX seconds, if it can be one.
  mutating func time(_ seconds: some BinaryInteger, _ field: String, _ entity: String?, near reference: Date) -> Date? {
    let instant = Date(timeIntervalSince1970: Double(seconds))
    guard abs(instant.timeIntervalSince(reference)) <= policy.farthestTime else {
      findings.note(
        "E001", entity == nil ? .refused : .ignored, field, entity,
        "\(seconds) is no time in seconds since 1970 near this one; it may be in milliseconds")
      return nil
    }
    return instant
  }
}

// MARK: Which run is meant

extension LiveReading {
  /// The run that is meant, on its day.
  mutating func run(
    _ descriptor: TransitRealtime_TripDescriptor, _ field: String, _ entity: String
  ) -> (trip: ScheduledTrip, id: Run.ID)? {
    guard let trip = reader.trip(descriptor.tripID) else {
      findings.note(
        "E003", .dropped, "\(field).trip_id", entity, "trip \(descriptor.tripID) is not in the timetable")
      return nil
    }
    if descriptor.hasRouteID, descriptor.routeID != trip.routeID {
      findings.note(
        "E004", .ignored, "\(field).route_id", entity,
        "trip \(trip.tripID) is of route \(trip.routeID) in the timetable, not \(descriptor.routeID); the trip decides")
    }
    guard let start = start(descriptor, trip, field, entity), let day = day(descriptor, trip, start, field, entity)
    else { return nil }
    let id = Run.ID(
      feed: reader.feed, tripID: trip.tripID, serviceDay: day.text, start: day.begins + Double(start))
    return (trip, id)
  }

  /// The seconds of the service day at which it starts.
  private mutating func start(
    _ descriptor: TransitRealtime_TripDescriptor, _ trip: ScheduledTrip, _ field: String, _ entity: String
  ) -> Int? {
    guard descriptor.hasStartTime else {
      if trip.runsByHeadway {
        findings.note(
          "E006", .dropped, "\(field).start_time", entity,
          "trip \(trip.tripID) runs by headway, and which run is meant is not said")
        return nil
      }
      return trip.starts[0]
    }
    guard let start = Self.seconds(descriptor.startTime) else {
      findings.note(
        "E020", trip.runsByHeadway ? .dropped : .ignored, "\(field).start_time", entity,
        "“\(descriptor.startTime)” is no time")
      return trip.runsByHeadway ? nil : trip.starts[0]
    }
    if !trip.runsByHeadway {
      if start != trip.starts[0] {
        findings.note(
          "E023", .ignored, "\(field).start_time", entity, "trip \(trip.tripID) starts at another time by the timetable"
        )
      }
      return trip.starts[0]
    }
    guard trip.starts.contains(start) else {
      findings.note(
        "E019", .dropped, "\(field).start_time", entity,
        "no run of trip \(trip.tripID) starts at \(descriptor.startTime)")
      return nil
    }
    return start
  }

  private mutating func day(
    _ descriptor: TransitRealtime_TripDescriptor, _ trip: ScheduledTrip, _ start: Int, _ field: String, _ entity: String
  ) -> ScheduledTrip.Day? {
    let near = trip.days(around: reference, within: policy.dayReach)
    guard descriptor.hasStartDate, !descriptor.startDate.isEmpty else {
      if near.count == 1 { return near[0] }
      findings.note(
        "no-day", .dropped, "\(field).start_date", entity,
        "trip \(trip.tripID) \(near.isEmpty ? "is not under way on any day" : "is under way on several days"), and none is said"
      )
      return nil
    }
    if let day = trip.day(descriptor.startDate) { return day }
    let isDate = ScheduledTrip.isDate(descriptor.startDate)
    let rule = isDate ? "not-running" : "E021"
    let what =
      isDate ? "trip \(trip.tripID) does not run on \(descriptor.startDate)" : "“\(descriptor.startDate)” is no date"
    guard near.count == 1 else {
      findings.note(rule, .dropped, "\(field).start_date", entity, what)
      return nil
    }
    findings.note(
      rule, .repaired, "\(field).start_date", entity, what + "; it is the run of \(near[0].text) that is under way")
    return near[0]
  }

  /// `25:15:35` in seconds; nil for what is no time.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0..<240).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }
}
#endif
