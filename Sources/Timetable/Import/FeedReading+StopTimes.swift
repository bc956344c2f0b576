import Foundation
import GRDB
import Journey

extension FeedReading {
  private struct Columns {
    let trip, stop, sequence: Int
    let arrival, departure: Int?
    let pickup, dropOff, distance, headsign: Int?
    /// Where a vehicle calls on demand: anywhere in a zone, or at any stop of a group.
    let zone, group: Int?

    init(_ reader: CSVReader) throws {
      trip = try reader.requiredColumn("trip_id")
      stop = try reader.requiredColumn("stop_id")
      sequence = try reader.requiredColumn("stop_sequence")
      // One of both is enough: it stands for the other.
      departure = reader.column("departure_time")
      arrival = departure == nil ? try reader.requiredColumn("arrival_time") : reader.column("arrival_time")
      pickup = reader.column("pickup_type")
      dropOff = reader.column("drop_off_type")
      distance = reader.column("shape_dist_traveled")
      headsign = reader.column("stop_headsign")
      zone = reader.column("location_id")
      group = reader.column("location_group_id")
    }

    /// Whether a row is of GTFS-Flex: no stop, but a zone or a group of stops.
    func isOnDemand(_ row: CSVReader) -> Bool {
      guard zone != nil || group != nil else { return false }
      return row.range(stop).isEmpty && !(row.range(zone).isEmpty && row.range(group).isEmpty)
    }
  }

  /// Reads stop_times.txt and writes patterns and trips.
  mutating func readStopTimes() throws {
    let served = stops.values.sorted { $0.key < $1.key }
    let firstKey = served.first?.key ?? 0
    let numbers = Int((served.last?.key ?? 0) - firstKey) + 1
    var spool = try RunSpool<StopTimeRow>("stop_time_run", database)
    var followed = FollowedStops(count: numbers)
    // Rows of one trip mostly stand together: it is looked up once.
    var last: (id: [UInt8], number: Int?) = ([], nil)
    var signs = StopSigns()
    try forEachRow(of: "stop_times.txt", columns: Columns.init) { reading, row, columns in
      if !row.holds(last.id, columns.trip) || last.id.isEmpty {
        let id = row.text(columns.trip) ?? ""
        last = (Array(row.bytes[row.range(columns.trip)]), reading.trips.numbers[id])
        followed.begin()
      }
      guard let trip = last.number else {
        return reading.skip("unknown-trip", row, "trip \(row.text(columns.trip) ?? "") is not known")
      }
      guard var call = reading.call(row, columns, trip, firstKey: firstKey, &followed) else { return }
      if let column = columns.headsign {
        call.headsign = signs.number(row, column, besides: reading.trips.headsigns[trip])
      }
      try spool.append(call, to: trip)
    }
    var places = [ReadStop?](repeating: nil, count: numbers)
    for stop in served { places[Int(stop.key - firstKey)] = stop }
    var writer = try TripWriter(database, feed: feed, stops: places, signs: signs.texts)
    var written = 0
    try spool.drain { trip, rows in
      written += 1
      meter.tellWriting(written, of: trips.ids.count)
      try write(trip, rows, &writer)
    }
    try spool.drop()
    let tripless = trips.ids.count - counts.trips - skippedTrips
    if tripless > 0 {
      log.note(
        "trip-without-stops", .skipped, "trips.txt", count: tripless, "no row of stop_times.txt is of the trip")
    }
    try close(&writer)
    meter.finished(ProgressMeter.writing, counts.trips)
  }

  private mutating func call(
    _ row: CSVReader, _ columns: Columns, _ trip: Int, firstKey: Int64, _ followed: inout FollowedStops
  ) -> StopTimeRow? {
    if columns.isOnDemand(row) {
      log.note(
        "on-demand-stop-time", .notRead, row.file, line: row.line, "stop times by zone (GTFS-Flex) are not read")
      return nil
    }
    let stop = followed.stop(row, columns.stop) { id in
      stops[id].flatMap { $0.isServed ? Int32($0.key - firstKey) : nil }
    }
    guard let stop else {
      let id = trips.ids[trip]
      skip(
        "unknown-stop", row,
        "trip \(id) calls at \(row.text(columns.stop) ?? ""), which is not known as a place where it can")
      return nil
    }
    let arrival = row.time(columns.arrival)
    let departure = row.time(columns.departure)
    guard let sequence = row.integer(columns.sequence).value, let order = Int32(exactly: sequence), !arrival.isInvalid,
      !departure.isInvalid
    else {
      let id = trips.ids[trip]
      skip(
        "invalid-time", row,
        "trip \(id) has a time that is not HH:MM:SS (up to 239 hours), or no stop_sequence")
      return nil
    }
    return StopTimeRow(
      sequence: order, stop: stop,
      arrival: arrival.value.map(Int32.init) ?? StopTimeRow.unknown,
      departure: departure.value.map(Int32.init) ?? StopTimeRow.unknown,
      distance: row.number(columns.distance).value.map { Float($0) } ?? .nan, line: Int32(clamping: row.line),
      uses: (isPossible(row, columns.pickup, "pickup") ? 1 : 0) | (isPossible(row, columns.dropOff, "drop-off") ? 2 : 0)
    )
  }

  /// Whether a vehicle may be boarded or left at a call; so it is where that is not said, or not so that it can be.
  private mutating func isPossible(_ row: CSVReader, _ column: Int?, _ what: String) -> Bool {
    switch row.integer(column) {
    case .missing: return true
    case .value(let type) where (0...3).contains(type): return type != 1
    default:
      repair("invalid-\(what)-type", row, "the \(what) type is not 0 to 3; it is taken for a usual stop")
      return true
    }
  }

  private mutating func write(_ trip: Int, _ rows: [StopTimeRow], _ writer: inout TripWriter) throws {
    let id = trips.ids[trip]
    let calls: TripCalls
    do {
      calls = try TripCalls(rows)
    } catch {
      skippedTrips += 1
      note(error, id)
      return
    }
    noteRepairs(of: calls, id)
    let spans = frequencies[id] ?? []
    let pattern = try writer.pattern(of: calls.rows, shape: trips.shapes[trip], &log)
    let type = routeTypes[trips.routes[trip]] ?? 3
    if let fast = TravelSpeed.fastest(calls.rows, ways: pattern.ways), fast.speed > TravelSpeed.most(type) {
      log.note(
        "fast-travel", .told, "stop_times.txt", line: fast.line,
        "trip \(id) goes at \(Int(fast.speed)) km/h between two stops: a place or a time is wrong")
    }
    trips.keys[trip] = try writer.write(
      calls, pattern, id: id, route: trips.routes[trip], service: trips.services[trip], headsign: trips.headsigns[trip],
      type: type, block: trips.blocks[trip], wheelchair: trips.wheelchairs[trip], bikes: trips.bikes[trip],
      direction: trips.directions[trip], frequencies: spans,
      shift: routeShifts[trips.routes[trip]] ?? 0)
    counts.trips += 1
    counts.stopTimes += calls.rows.count
    counts.frequencies += spans.count
  }

  private mutating func note(_ defect: TripCalls.Defect, _ id: String) {
    let (rule, line, what) =
      switch defect {
      case .tooFewStops(let line): ("too-few-stops", line, "has fewer than two stops")
      case .noTimeAtAnEnd(let line): ("no-time-at-an-end", line, "has no time at its first or last stop")
      case .timeRunsBack(let line): ("time-runs-back", line, "reaches or leaves a stop before it left the one before")
      }
    log.note(rule, .skipped, "stop_times.txt", line: line, "trip \(id) \(what)")
  }

  private mutating func noteRepairs(of calls: TripCalls, _ id: String) {
    func note(
      _ rule: String, _ action: ImportNotice.Action, _ count: Int, _ what: @autoclosure () -> String
    ) {
      guard count > 0 else { return }
      log.note(rule, action, "stop_times.txt", line: calls.firstLine, count: count, "trip \(id) \(what())")
    }
    note("duplicate-key", .skipped, calls.duplicates, "has a stop_sequence twice")
    note("unsorted-stop-times", .repaired, calls.isUnsorted ? 1 : 0, "has its stops in another order than they come in")
    note(
      "twisted-end", .repaired, calls.endsAreTwisted ? 1 : 0,
      "comes to its first stop after it leaves it, or leaves its last one before it comes there")
    note("one-time-missing", .repaired, calls.copiedTimes, "has stops with only one of arrival and departure")
    note(
      "missing-times", .repaired, calls.missingTimes,
      "has stops without a time; they are put between their neighbours by distance")
    note(
      "bad-shape-distances", .repaired, calls.distancesFall ? 1 : 0, "has distances that fall; they are not used")
  }

  /// Writes how often each station is served, and the feed's own sums.
  private mutating func close(_ writer: inout TripWriter) throws {
    let update = try database.makeStatement(sql: "UPDATE stop SET calls = ? WHERE id = ?")
    let calls = writer.callsByStation
    for (station, calls) in calls { try update.execute(arguments: [calls, station]) }
    for overlap in writer.blocks.overlaps {
      log.note(
        "overlapping-block", .told, "trips.txt",
        "trips \(overlap.trip) and \(overlap.other) of block \(overlap.block) run at the same time; nobody keeps the seat between them"
      )
    }
    for mixed in writer.blocks.mixed {
      log.note(
        "mixed-block", .told, "trips.txt",
        "trips \(mixed.trip) and \(mixed.other) of block \(mixed.block) are of different kinds of vehicles; riders may have to change"
      )
    }
    try setZonesOfStops()
    counts.stations = calls.count
    counts.patterns = writer.patternCount
    let days = try servedDays()
    try database.execute(
      sql: "UPDATE feed SET latest = ?, stations = ?, trips = ?, first_day = ?, last_day = ? WHERE id = ?",
      arguments: [writer.latest, counts.stations, counts.trips, days?.first, days?.last, feed])
  }

  /// Where agencies are in several zones, a stop that names none has that of the only one whose vehicles call there.
  private func setZonesOfStops() throws {
    guard Set(agencyZones.values).count > 1 else { return }
    let zones = """
      FROM pattern_stop c JOIN trip t ON t.pattern = c.pattern JOIN route r ON r.id = t.route
      JOIN agency a ON a.id = r.agency WHERE c.station = stop.id
      """
    try database.execute(
      sql: """
        UPDATE stop SET zone = (SELECT min(a.zone) \(zones))
        WHERE feed = ? AND zone IS NULL AND 1 = (SELECT count(DISTINCT a.zone) \(zones))
        """, arguments: [feed])
  }

  /// The first and the last day on which a service runs, whatever feed_info.txt declares: rides of those days are found.
  private mutating func servedDays() throws -> (first: Int, last: Int)? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT min(first), max(last) FROM (
          SELECT first_day AS first, last_day AS last FROM service
            WHERE feed = :feed AND weekdays > 0 AND first_day <= last_day
          UNION ALL SELECT day, day FROM service_exception JOIN service ON service = id WHERE feed = :feed AND runs)
        """, arguments: ["feed": feed])
    guard let first: Int = row?[0], let last: Int = row?[1] else { return nil }
    if let end = declaredEnd, end.number < last {
      log.note(
        "feed-ends-sooner", .told, "feed_info.txt",
        "the feed says that it is valid to \(end.text), and its calendars run to \(ServiceDay(number: last).text); these count"
      )
    }
    let today = ServiceDay(of: now, in: TimeZone(identifier: zone) ?? .gmt).number
    if last < today {
      log.note(
        "expired", .told, "calendar.txt",
        "nothing runs after \(ServiceDay(number: last).text), which is over: get the publisher's present feed")
    } else if first > today {
      log.note("not-begun", .told, "calendar.txt", "nothing runs before \(ServiceDay(number: first).text)")
    }
    return (first, last)
  }
}
