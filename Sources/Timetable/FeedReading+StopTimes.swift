import Foundation
import GRDB
import Journey

extension FeedReading {
  /// Reads stop_times.txt and writes patterns and trips.
  mutating func readStopTimes() throws {
    let served = stops.values.sorted { $0.key < $1.key }
    let firstKey = served.first?.key ?? 0
    var spool = try RunSpool("stop_time_run", database)
    try forEachRow(of: "stop_times.txt") { reading, row in
      guard let (trip, call) = try reading.call(row, firstKey: firstKey) else { return }
      try call.withBytes { try spool.append($0, to: trip) }
    }
    let byKey = Dictionary(uniqueKeysWithValues: served.map { ($0.key, $0) })
    var writer = try TripWriter(database, feed: feed) { number in byKey[firstKey + Int64(number)] }
    try spool.drain { trip, rows in try write(trip, StopTimeRow.all(in: rows), &writer) }
    try spool.drop()
    let tripless = trips.ids.count - counts.trips - skippedTrips
    if tripless > 0 {
      log.note(
        "trip-without-stops", .skipped, "trips.txt", count: tripless, "no row of stop_times.txt is of the trip")
    }
    try close(&writer)
  }

  private mutating func call(_ row: CSVReader, firstKey: Int64) throws -> (trip: Int, call: StopTimeRow)? {
    let tripID = try row.text(row.requiredColumn("trip_id")) ?? ""
    guard let trip = trips.numbers[tripID] else {
      log.note("unknown-trip", .skipped, "stop_times.txt", line: row.line, "trip \(tripID) is not known")
      return nil
    }
    let stopID = try row.text(row.requiredColumn("stop_id")) ?? ""
    guard let stop = stops[stopID], stop.isServed else {
      log.note(
        "unknown-stop", .skipped, "stop_times.txt", line: row.line,
        "trip \(tripID) calls at \(stopID), which is not known as a place where it can")
      return nil
    }
    let arrival = row.time(try row.requiredColumn("arrival_time"))
    let departure = row.time(try row.requiredColumn("departure_time"))
    let sequence = row.integer(try row.requiredColumn("stop_sequence")).value
    guard let sequence, let order = Int32(exactly: sequence), !arrival.isInvalid, !departure.isInvalid else {
      log.note(
        "invalid-time", .skipped, "stop_times.txt", line: row.line,
        "trip \(tripID) has a time that is not HH:MM:SS (up to 239 hours), or no stop_sequence")
      return nil
    }
    let call = StopTimeRow(
      sequence: order, stop: Int32(stop.key - firstKey),
      arrival: arrival.value.map(Int32.init) ?? StopTimeRow.unknown,
      departure: departure.value.map(Int32.init) ?? StopTimeRow.unknown,
      boards: row.integer(row.column("pickup_type")).value != 1,
      alights: row.integer(row.column("drop_off_type")).value != 1, line: Int32(clamping: row.line))
    return (trip, call)
  }

  private mutating func write(_ trip: Int, _ rows: [StopTimeRow], _ writer: inout TripWriter) throws {
    let calls: TripCalls
    do {
      calls = try TripCalls(rows)
    } catch {
      skippedTrips += 1
      let id = trips.ids[trip]
      switch error {
      case .tooFewStops(let line):
        log.note("too-few-stops", .skipped, "stop_times.txt", line: line, "trip \(id) has fewer than two stops")
      case .noTimeAtAnEnd(let line):
        log.note(
          "no-time-at-an-end", .skipped, "stop_times.txt", line: line,
          "trip \(id) has no time at its first or last stop")
      case .timeRunsBack(let line):
        log.note(
          "time-runs-back", .skipped, "stop_times.txt", line: line,
          "trip \(id) reaches or leaves a stop before it left the one before")
      }
      return
    }
    if let line = calls.duplicateLines.first {
      log.note(
        "duplicate-key", .skipped, "stop_times.txt", line: line, count: calls.duplicateLines.count,
        "trip \(trips.ids[trip]) has this stop_sequence twice")
    }
    if calls.missingTimes > 0 {
      log.note(
        "missing-times", .repaired, "stop_times.txt", count: calls.missingTimes,
        "trip \(trips.ids[trip]) has stops without a time; they are put between their neighbours by distance")
    }
    let pattern = try writer.pattern(of: calls.rows, shape: trips.shapes[trip], &log)
    try writer.write(
      calls, pattern, id: trips.ids[trip], route: trips.routes[trip], service: trips.services[trip],
      headsign: trips.headsigns[trip], frequencies: frequencies[trips.ids[trip]] ?? [])
    counts.trips += 1
    counts.stopTimes += calls.rows.count
  }

  /// Writes how often each station is served, and the feed's own sums.
  private mutating func close(_ writer: inout TripWriter) throws {
    let update = try database.makeStatement(sql: "UPDATE stop SET calls = ? WHERE id = ?")
    for (station, calls) in writer.callsByStation { try update.execute(arguments: [calls, station]) }
    counts.stations = writer.callsByStation.count
    counts.patterns = writer.patternCount
    try database.execute(
      sql: """
        UPDATE feed SET latest = :latest, stations = :stations, trips = :trips,
          first_day = (SELECT min(day) FROM (
            SELECT first_day AS day FROM service WHERE feed = :feed AND weekdays > 0 AND first_day <= last_day
            UNION ALL SELECT day FROM service_exception JOIN service ON service = id WHERE feed = :feed AND runs)),
          last_day = (SELECT max(day) FROM (
            SELECT last_day AS day FROM service WHERE feed = :feed AND weekdays > 0 AND first_day <= last_day
            UNION ALL SELECT day FROM service_exception JOIN service ON service = id WHERE feed = :feed AND runs))
        WHERE id = :feed
        """,
      arguments: ["latest": writer.latest, "stations": counts.stations, "trips": counts.trips, "feed": feed])
  }
}
