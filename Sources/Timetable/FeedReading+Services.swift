import GRDB

extension FeedReading {
  /// Reads routes.txt.
  mutating func readRoutes() throws {
    let insert = try database.makeStatement(
      sql: "INSERT INTO route (feed, route_id, name, long_name, type, color) VALUES (?, ?, ?, ?, ?, ?)")
    try forEachRow(of: "routes.txt") { reading, row in
      guard let id = try row.text(row.requiredColumn("route_id")) else {
        reading.log.note("missing-key", .skipped, "routes.txt", line: row.line, "the row has no route_id")
        return
      }
      guard reading.routes[id] == nil else {
        reading.log.note(
          "duplicate-key", .skipped, "routes.txt", line: row.line, "route_id \(id) stands in the file before")
        return
      }
      let short = try row.text(row.column("route_short_name"))
      let long = try row.text(row.column("route_long_name"))
      try insert.execute(arguments: [
        reading.feed, id, short ?? long ?? id, long, row.integer(row.column("route_type")).value ?? 3,
        try row.text(row.column("route_color")),
      ])
      reading.routes[id] = reading.database.lastInsertedRowID
      reading.counts.routes += 1
    }
  }

  /// Reads calendar.txt and calendar_dates.txt.
  mutating func readServices() throws {
    try forEachRow(of: "calendar.txt") { reading, row in
      guard let id = try row.text(row.requiredColumn("service_id")) else {
        reading.log.note("missing-key", .skipped, "calendar.txt", line: row.line, "the row has no service_id")
        return
      }
      guard let first = row.day(try row.requiredColumn("start_date")).value,
        let last = row.day(try row.requiredColumn("end_date")).value
      else {
        reading.log.note(
          "invalid-date", .skipped, "calendar.txt", line: row.line, "service \(id) has no first or no last day")
        return
      }
      guard reading.services[id] == nil else {
        reading.log.note(
          "duplicate-key", .skipped, "calendar.txt", line: row.line, "service_id \(id) stands in the file before")
        return
      }
      var weekdays = 0
      let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      for (bit, name) in names.enumerated() where row.integer(try row.requiredColumn(name)).value == 1 {
        weekdays |= 1 << bit
      }
      try reading.add(service: id, Service(weekdays: weekdays, firstDay: first, lastDay: last))
    }
    try readExceptions()
  }

  private mutating func readExceptions() throws {
    let insert = try database.makeStatement(sql: "INSERT OR REPLACE INTO service_exception VALUES (?, ?, ?)")
    try forEachRow(of: "calendar_dates.txt") { reading, row in
      guard let id = try row.text(row.requiredColumn("service_id")) else {
        reading.log.note("missing-key", .skipped, "calendar_dates.txt", line: row.line, "the row has no service_id")
        return
      }
      guard let day = row.day(try row.requiredColumn("date")).value,
        let type = row.integer(try row.requiredColumn("exception_type")).value, type == 1 || type == 2
      else {
        reading.log.note(
          "invalid-date", .skipped, "calendar_dates.txt", line: row.line,
          "service \(id) has an exception without a date, or of a type other than 1 and 2")
        return
      }
      if reading.services[id] == nil {
        // A service may consist of single days alone: then it has no weekdays and an empty period.
        try reading.add(
          service: id, Service(weekdays: 0, firstDay: ServiceDay(number: 0), lastDay: ServiceDay(number: -1)))
      }
      try insert.execute(arguments: [reading.services[id], day.number, type == 1])
    }
  }

  private mutating func add(service id: String, _ service: Service) throws {
    try database.execute(
      sql: "INSERT INTO service (feed, service_id, weekdays, first_day, last_day) VALUES (?, ?, ?, ?, ?)",
      arguments: [feed, id, service.weekdays, service.firstDay.number, service.lastDay.number])
    services[id] = database.lastInsertedRowID
    counts.services += 1
  }
}
