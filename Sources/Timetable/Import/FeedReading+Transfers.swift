import GRDB

/// A rule for changing between two places, for those who come from one route or trip and go on with another where these are named.
struct TransferRule: Hashable {
  /// Nil where any stop is meant, which is so only for riders who stay seated.
  var from: Int64?
  var to: Int64?
  var fromRoute: Int64?
  var toRoute: Int64?
  var fromTrip: Int64?
  var toTrip: Int64?
}

extension FeedReading {
  /// The statements that write rules: those for all trips, and those for single ones.
  struct TransferInserts {
    let general: Statement
    let single: Statement

    init(_ database: Database) throws {
      general = try database.makeStatement(
        sql:
          "INSERT INTO transfer (feed, from_stop, to_stop, from_route, to_route, type, seconds) VALUES (?, ?, ?, ?, ?, ?, ?)"
      )
      single = try database.makeStatement(
        sql: """
          INSERT INTO trip_transfer (feed, from_stop, to_stop, from_route, to_route, type, seconds, from_trip, to_trip)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
    }
  }

  /// Reads transfers.txt, and pathways.txt for the pairs of platforms of which that says nothing.
  mutating func readTransfers() throws {
    let inserts = try TransferInserts(database)
    var rules: Set<TransferRule> = []
    var isFirst = true
    try forEachRow(of: "transfers.txt") { reading, row in
      if isFirst, row.column("transfer_type") == nil {
        reading.repair(
          "missing-column", row, "the file has no column transfer_type; all its changes are recommended ones")
      }
      isFirst = false
      guard let (type, seconds) = reading.kind(of: row), let rule = reading.rule(row, type: type) else { return }
      guard rules.insert(rule).inserted else {
        return reading.skip("duplicate-key", row, "the file has a rule for the same stops, routes and trips before")
      }
      try reading.tellDoubts(about: rule, type: type, row)
      try reading.write(rule, type: type, seconds: seconds, inserts)
    }
    try readPathways(besides: rules, inserts)
  }

  /// The type and the time of a rule; nil, with a notice, for one that is left out.
  private mutating func kind(of row: CSVReader) -> (type: Int, seconds: Int?)? {
    let type = row.integer("transfer_type")
    let seconds = row.integer("min_transfer_time")
    guard !type.isInvalid, !seconds.isInvalid, (0...5).contains(type.value ?? 0),
      (0...86_400).contains(seconds.value ?? 0)
    else {
      skip("invalid-transfer", row, "the type is not 0 to 5, or the time not 0 to 86400 seconds")
      return nil
    }
    if type.value == 2, seconds.value == nil {
      repair("missing-transfer-time", row, "a change that takes a time has none; it is taken for a recommended one")
      return (0, nil)
    }
    return (type.value ?? 0, type.value ?? 0 >= 3 ? nil : seconds.value)
  }

  private mutating func rule(_ row: CSVReader, type: Int) -> TransferRule? {
    guard let trips = tripsNamed(in: row, type: type) else { return nil }
    var ends: [Int64?] = []
    for column in ["from_stop_id", "to_stop_id"] {
      let id = row.text(column)
      // Who stays seated changes at no stop.
      if id == nil, type > 3 {
        ends.append(nil)
        continue
      }
      guard let stop = stops[id ?? ""], stop.isChangedAt else {
        skip("unknown-stop", row, "\(column) \(id ?? "") is not known as a stop or station")
        return nil
      }
      ends.append(stop.key)
    }
    for column in ["from_route_id", "to_route_id"] {
      guard let id = row.text(column), routes[id] == nil else { continue }
      skip("unknown-route", row, "\(column) \(id) is not known")
      return nil
    }
    return TransferRule(
      from: ends[0], to: ends[1], fromRoute: row.text("from_route_id").flatMap { routes[$0] },
      toRoute: row.text("to_route_id").flatMap { routes[$0] }, fromTrip: trips.from, toTrip: trips.to)
  }

  /// The trips that a rule is for, nil each where it is for all; nil, with a notice, where the rule is left out.
  private mutating func tripsNamed(in row: CSVReader, type: Int) -> (from: Int64?, to: Int64?)? {
    var keys: [Int64?] = []
    for column in ["from_trip_id", "to_trip_id"] {
      guard let id = row.text(column) else {
        guard type <= 3 else {
          skip("missing-trip", row, "who stays seated does so from one trip to another, and \(column) is empty")
          return nil
        }
        keys.append(nil)
        continue
      }
      guard let number = trips.numbers[id], trips.keys[number] != 0 else {
        skip("unknown-trip", row, "\(column) \(id) is not known, or cannot be used")
        return nil
      }
      keys.append(trips.keys[number])
    }
    guard type <= 3 || keys[0] != keys[1] else {
      skip("same-trip", row, "a vehicle goes on as another trip, and not as the same")
      return nil
    }
    return (keys[0], keys[1])
  }

  mutating func write(_ rule: TransferRule, type: Int, seconds: Int?, _ inserts: TransferInserts) throws {
    var arguments: StatementArguments = [feed, rule.from, rule.to, rule.fromRoute, rule.toRoute, type, seconds]
    if rule.fromTrip == nil, rule.toTrip == nil {
      try inserts.general.execute(arguments: arguments)
    } else {
      arguments += [rule.fromTrip, rule.toTrip]
      try inserts.single.execute(arguments: arguments)
    }
    counts.transfers += 1
  }
}
