import GRDB

/// The days on which a set of trips runs: weekdays within a period, with exceptions.
struct Service: Sendable {
  /// Bit 0 for Monday to bit 6 for Sunday.
  var weekdays: Int
  var firstDay: ServiceDay
  var lastDay: ServiceDay
  var exceptions: [ServiceDay: Bool] = [:]

  func runs(on day: ServiceDay) -> Bool {
    exceptions[day] ?? (day >= firstDay && day <= lastDay && weekdays & (1 << day.weekday) != 0)
  }

  /// The services with these keys.
  static func all(_ keys: Set<Int64>, _ database: Database) throws -> [Int64: Service] {
    var services: [Int64: Service] = [:]
    let service = try database.cachedStatement(sql: "SELECT * FROM service WHERE id = ?")
    let exceptions = try database.cachedStatement(sql: "SELECT day, runs FROM service_exception WHERE service = ?")
    for key in keys {
      guard let row = try Row.fetchOne(service, arguments: [key]) else { continue }
      var found = Service(
        weekdays: row["weekdays"], firstDay: ServiceDay(number: row["first_day"]),
        lastDay: ServiceDay(number: row["last_day"]))
      for row in try Row.fetchAll(exceptions, arguments: [key]) {
        found.exceptions[ServiceDay(number: row["day"])] = row["runs"]
      }
      services[key] = found
    }
    return services
  }
}
