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
      let short = reading.name("route_short_name", row)
      let long = reading.name("route_long_name", row)
      if short == nil, long == nil {
        reading.repair("missing-name", row, "route \(id) has no name; it is called by its id")
      }
      let agency = reading.agency(of: id, row)
      let type = reading.type(of: id, row)
      try insert.execute(arguments: [
        reading.feed, id, short ?? long ?? id, long, type, reading.color("route_color", of: id, row),
        reading.color("route_text_color", of: id, row), agency,
      ])
      reading.routes[id] = reading.database.lastInsertedRowID
      reading.routeTypes[reading.database.lastInsertedRowID] = type
      if let shift = reading.shift(of: agency) { reading.routeShifts[reading.database.lastInsertedRowID] = shift }
      reading.counts.routes += 1
    }
  }

  /// What kind of vehicle runs; a bus where the feed does not say so that it can be.
  private mutating func type(of route: String, _ row: CSVReader) -> Int {
    if let type = row.integer("route_type").value,
      (0...7).contains(type) || (11...12).contains(type) || (100...1702).contains(type)
    {
      return type
    }
    repair("invalid-route-type", row, "route \(route) is of no kind of vehicle that GTFS knows; it is taken for a bus")
    return 3
  }

  /// Six hexadecimal digits, also behind a sign; nil where there are none.
  private mutating func color(_ column: String, of route: String, _ row: CSVReader) -> String? {
    guard let text = row.text(column) else { return nil }
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    let isColor = digits.count == 6 && digits.allSatisfy(\.isHexDigit)
    if !isColor || digits.count < text.count {
      repair(
        "invalid-color", row,
        "route \(route) has the colour \(text), which should be six hexadecimal digits; \(isColor ? "these are used" : "it has none")"
      )
    }
    return isColor ? String(digits) : nil
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
    guard let id = row.text("agency_id") else {
      if agencies.count > 1, agencies[""] == nil {
        repair("missing-agency-id", row, "route \(route) names none of several agencies; it is kept without one")
      }
      return agencies.count == 1 ? agencies.first?.value : agencies[""]
    }
    if agencies[id] == nil {
      repair("unknown-agency", row, "route \(route) is run by agency \(id), which is not known; it is kept without one")
    }
    return agencies[id]
  }
}
