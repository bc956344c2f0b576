import Foundation
import GRDB
import Journey

/// The trips of a feed by a number of our own, in columns: a national feed has millions.
struct ReadTrips {
  var numbers: [String: Int] = [:]
  var ids: [String] = []
  var routes: [Int64] = []
  var services: [Int64] = []
  var shapes: [Int64?] = []
  var headsigns: [String?] = []

  mutating func append(_ id: String, route: Int64, service: Int64, shape: Int64?, headsign: String?) {
    numbers[id] = ids.count
    ids.append(id)
    routes.append(route)
    services.append(service)
    shapes.append(shape)
    headsigns.append(headsign)
  }
}

/// A row of frequencies.txt: from `first` until before `until`, a vehicle every `headway` seconds.
struct ReadFrequency {
  var first: Int
  var until: Int
  var headway: Int
}

extension FeedReading {
  /// Reads trips.txt and frequencies.txt.
  mutating func readTrips() throws {
    try forEachRow(of: "trips.txt") { reading, row in
      guard let id = try row.text(row.requiredColumn("trip_id")) else {
        reading.log.note("missing-key", .skipped, "trips.txt", line: row.line, "the row has no trip_id")
        return
      }
      guard reading.trips.numbers[id] == nil else {
        reading.log.note(
          "duplicate-key", .skipped, "trips.txt", line: row.line, "trip_id \(id) stands in the file before")
        return
      }
      let routeID = try row.text(row.requiredColumn("route_id")) ?? ""
      guard let route = reading.routes[routeID] else {
        reading.log.note(
          "unknown-route", .skipped, "trips.txt", line: row.line,
          "trip \(id) is of route \(routeID), which is not known")
        return
      }
      let serviceID = try row.text(row.requiredColumn("service_id")) ?? ""
      guard let service = reading.services[serviceID] else {
        reading.log.note(
          "unknown-service", .skipped, "trips.txt", line: row.line,
          "trip \(id) runs by service \(serviceID), which is not known")
        return
      }
      let shapeID = try row.text(row.column("shape_id"))
      let shape = shapeID.flatMap { reading.shapes[$0] }
      if let shapeID, shape == nil {
        reading.log.note(
          "unknown-shape", .repaired, "trips.txt", line: row.line,
          "trip \(id) follows shape \(shapeID), which is not known; it goes in straight lines")
      }
      reading.trips.append(
        id, route: route, service: service, shape: shape, headsign: try row.text(row.column("trip_headsign")))
    }
    try readFrequencies()
  }

  private mutating func readFrequencies() throws {
    try forEachRow(of: "frequencies.txt") { reading, row in
      let id = try row.text(row.requiredColumn("trip_id")) ?? ""
      guard reading.trips.numbers[id] != nil else {
        reading.log.note(
          "unknown-trip", .skipped, "frequencies.txt", line: row.line, "trip \(id) is not known")
        return
      }
      guard let first = row.time(try row.requiredColumn("start_time")).value,
        let until = row.time(try row.requiredColumn("end_time")).value,
        let headway = row.integer(try row.requiredColumn("headway_secs")).value,
        headway > 0, headway <= 86_400, until > first
      else {
        reading.log.note(
          "invalid-frequency", .skipped, "frequencies.txt", line: row.line,
          "trip \(id) has a period without length or a headway that is not 1 to 86400 seconds")
        return
      }
      reading.frequencies[id, default: []].append(ReadFrequency(first: first, until: until, headway: headway))
    }
  }

  /// Reads shapes.txt into the database; a shape of fewer than two points is left out.
  mutating func readShapes() throws {
    guard files.has("shapes.txt") else { return }
    var spool = try RunSpool("shape_run", database)
    var numbers: [String: Int] = [:]
    var ids: [String] = []
    try forEachRow(of: "shapes.txt") { reading, row in
      guard let id = try row.text(row.requiredColumn("shape_id")),
        let latitude = row.number(try row.requiredColumn("shape_pt_lat")).value, abs(latitude) <= 90,
        let longitude = row.number(try row.requiredColumn("shape_pt_lon")).value, abs(longitude) <= 180,
        let sequence = row.integer(try row.requiredColumn("shape_pt_sequence")).value,
        let order = Int32(exactly: sequence)
      else {
        reading.log.note(
          "invalid-shape-point", .skipped, "shapes.txt", line: row.line,
          "the point has no shape_id, or no number where its place or order should be")
        return
      }
      let number =
        numbers[id]
        ?? {
          numbers[id] = ids.count
          ids.append(id)
          return ids.count - 1
        }()
      let point = [order, Int32((latitude * 1e7).rounded()), Int32((longitude * 1e7).rounded())]
      try point.withUnsafeBytes { try spool.append($0, to: number) }
      reading.counts.shapePoints += 1
    }
    let insert = try database.makeStatement(sql: "INSERT INTO shape (feed, points) VALUES (?, ?)")
    try spool.drain { number, rows in
      let points = Self.ordered(rows)
      guard points.count >= 16 else { return }
      try insert.execute(arguments: [feed, points])
      shapes[ids[number]] = database.lastInsertedRowID
    }
    try spool.drop()
  }

  /// The places of rows (order, latitude, longitude) sorted by their order: the packed form of `ShapePoints`.
  private static func ordered(_ rows: Data) -> Data {
    let values = rows.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
    let order = stride(from: 0, to: values.count, by: 3).sorted { (values[$0], $0) < (values[$1], $1) }
    var points = Data(capacity: order.count * 8)
    for index in order {
      for value in values[(index + 1)...(index + 2)] {
        withUnsafeBytes(of: value.littleEndian) { points.append(contentsOf: $0) }
      }
    }
    return points
  }
}
