import Foundation

/// The trips of a feed by a number of our own, in columns: a national feed has millions.
struct ReadTrips {
  var numbers: [String: Int] = [:]
  var ids: [String] = []
  var routes: [Int64] = []
  var services: [Int64] = []
  var shapes: [Int64?] = []
  var headsigns: [String?] = []
  /// What names the vehicle that runs it.
  var blocks: [String?] = []
  /// Whether there is room for a wheelchair and for bicycles: 1 or 2 as in GTFS.
  var wheelchairs: [Int8?] = []
  var bikes: [Int8?] = []
  /// 0 or 1 as in GTFS.
  var directions: [Int8?] = []
  /// The row in the database, once it is written; 0 where it cannot be used.
  var keys: [Int64] = []

  mutating func append(
    _ id: String, route: Int64, service: Int64, shape: Int64?, headsign: String?, block: String?, wheelchair: Int8?,
    bikes: Int8?, direction: Int8?
  ) {
    numbers[id] = ids.count
    ids.append(id)
    routes.append(route)
    services.append(service)
    shapes.append(shape)
    headsigns.append(headsign)
    blocks.append(block)
    wheelchairs.append(wheelchair)
    self.bikes.append(bikes)
    directions.append(direction)
    keys.append(0)
  }
}

extension FeedReading {
  /// Reads trips.txt.
  mutating func readTrips() throws {
    try forEachRow(of: "trips.txt") { reading, row in
      guard let id = row.text("trip_id") else { return reading.skip("missing-key", row, "the row has no trip_id") }
      guard reading.trips.numbers[id] == nil else {
        return reading.skip("duplicate-key", row, "trip_id \(id) stands in the file before")
      }
      let routeID = row.text("route_id") ?? ""
      guard let route = reading.routes[routeID] else {
        return reading.skip("unknown-route", row, "trip \(id) is of route \(routeID), which is not known")
      }
      let serviceID = row.text("service_id") ?? ""
      guard let service = reading.services[serviceID] else {
        return reading.skip("unknown-service", row, "trip \(id) runs by service \(serviceID), which is not known")
      }
      let shapeID = row.text("shape_id")
      let shape = shapeID.flatMap { reading.shapes[$0] }
      if let shapeID, shape == nil {
        reading.repair(
          "unknown-shape", row, "trip \(id) follows shape \(shapeID), which is not known; it goes in straight lines")
      }
      reading.trips.append(
        id, route: route, service: service, shape: shape, headsign: reading.name("trip_headsign", row),
        block: row.text("block_id"), wheelchair: row.yesOrNo("wheelchair_accessible"),
        bikes: row.yesOrNo("bikes_allowed"), direction: reading.direction(of: id, row))
    }
  }

  /// Which of the two directions of its route a trip goes in; nil where the row does not say, or not so that it can be.
  private mutating func direction(of trip: String, _ row: CSVReader) -> Int8? {
    switch row.integer("direction_id") {
    case .missing: return nil
    case .value(let direction) where (0...1).contains(direction): return Int8(direction)
    default:
      repair("invalid-direction", row, "trip \(trip) has a direction_id that is not 0 or 1; it is left out")
      return nil
    }
  }
}
