import GRDB

extension FeedReading {
  /// Reads calendar.txt and calendar_dates.txt.
  mutating func readServices() throws {
    try forEachRow(of: "calendar.txt") { reading, row in
      guard let id = row.text("service_id") else {
        return reading.skip("missing-key", row, "the row has no service_id")
      }
      guard let first = row.day("start_date").value, let last = row.day("end_date").value else {
        return reading.skip("invalid-date", row, "service \(id) has no first or no last day")
      }
      guard reading.services[id] == nil else {
        return reading.skip("duplicate-key", row, "service_id \(id) stands in the file before")
      }
      var weekdays = 0
      for (bit, name) in Self.weekdays.enumerated() {
        switch row.integer(name) {
        case .value(1): weekdays |= 1 << bit
        case .value(0): break
        default:
          reading.repair("invalid-weekday", row, "service \(id) says neither 0 nor 1 for \(name); it does not run then")
        }
      }
      if weekdays == 0 || last < first { reading.idleServices[id] = row.line }
      try reading.add(service: id, Service(weekdays: weekdays, firstDay: first, lastDay: last))
    }
    try readExceptions()
    for (id, line) in idleServices.sorted(by: { $0.value < $1.value }) {
      log.note(
        "never-runs", .told, "calendar.txt", line: line,
        "service \(id) runs on no weekday, or ends before it begins, and calendar_dates.txt adds no day")
    }
  }

  private mutating func readExceptions() throws {
    let insert = try database.makeStatement(sql: "INSERT OR IGNORE INTO service_exception VALUES (?, ?, ?)")
    try forEachRow(of: "calendar_dates.txt") { reading, row in
      guard let id = row.text("service_id") else {
        return reading.skip("missing-key", row, "the row has no service_id")
      }
      guard let day = row.day("date").value, let type = row.integer("exception_type").value, type == 1 || type == 2
      else {
        return reading.skip(
          "invalid-date", row, "service \(id) has an exception without a date, or of a type other than 1 and 2")
      }
      if reading.services[id] == nil {
        // A service may consist of single days alone: then it has no weekdays and an empty period.
        try reading.add(
          service: id, Service(weekdays: 0, firstDay: ServiceDay(number: 0), lastDay: ServiceDay(number: -1)))
      }
      if type == 1 { reading.idleServices[id] = nil }
      try insert.execute(arguments: [reading.services[id], day.number, type == 1])
      if reading.database.changesCount == 0 {
        reading.skip("duplicate-key", row, "service \(id) has an exception for \(day.text) in the file before")
      }
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
