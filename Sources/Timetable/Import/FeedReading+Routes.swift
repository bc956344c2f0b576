import Foundation
import GRDB

extension FeedReading {
  /// Reads routes.txt.
  mutating func readRoutes() throws {
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO route (feed, route_id, name, long_name, type, color, text_color, agency)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try forEachRow(of: "routes.txt") { reading, row in
      guard let id = row.text("route_id") else { return reading.skip("missing-key", row, "the row has no route_id") }
      guard reading.routes[id] == nil else {
        return reading.skip("duplicate-key", row, "route_id \(id) stands in the file before")
      }
      let short = row.text("route_short_name")
      let long = row.text("route_long_name")
      let agency = reading.agency(of: id, row)
      try insert.execute(arguments: [
        reading.feed, id, short ?? long ?? id, long, row.integer("route_type").value ?? 3, row.text("route_color"),
        row.text("route_text_color"), agency,
      ])
      reading.routes[id] = reading.database.lastInsertedRowID
      if let shift = reading.shift(of: agency) { reading.routeShifts[reading.database.lastInsertedRowID] = shift }
      reading.counts.routes += 1
    }
  }

  /// The seconds from the clock of an agency to that of the feed; nil where there are none.
  private func shift(of agency: Int64?) -> Int? {
    guard let own = agency.flatMap({ agencyZones[$0] }), own != zone, let from = TimeZone(identifier: own),
      let to = TimeZone(identifier: zone)
    else { return nil }
    let shift = to.secondsFromGMT() - from.secondsFromGMT()
    return shift == 0 ? nil : shift
  }

  /// The agency that runs a route: the only one where the row names none.
  private mutating func agency(of route: String, _ row: CSVReader) -> Int64? {
    guard let id = row.text("agency_id") else { return agencies.count == 1 ? agencies.first?.value : agencies[""] }
    if agencies[id] == nil {
      repair("unknown-agency", row, "route \(route) is run by agency \(id), which is not known; it is kept without one")
    }
    return agencies[id]
  }
}
