import Foundation
import GRDB
import Journey
import Synchronization

/// Finds what runs near a place: the ways of all vehicles in squares of the map, their runs read as they are asked for.
///
/// The squares hold numbers alone, so that the network of a country fits; what was read once is kept.
public final class RunFinder: Sendable {
  private let store: TimetableStore
  /// The keys of the patterns, by the number that squares name them by.
  private let patterns: [Int64]
  private let squares: [Square: [Int32]]
  private let known = Mutex(Known())

  /// What was read before.
  private struct Known {
    var ways: [Int: RunWay] = [:]
    var runs: [RunsKey: [Run]] = [:]
  }

  private struct RunsKey: Hashable {
    var way: Int
    var day: Int
  }

  /// A piece of the map; two next to each other hold all that is within `reach` of a place in one.
  private struct Square: Hashable {
    var north: Int32
    var east: Int32

    static let perDegree = 360.0

    init(_ position: Position) {
      north = Int32((position.latitude * Self.perDegree).rounded(.down))
      east = Int32((position.longitude * Self.perDegree).rounded(.down))
    }

    init(north: Int32, east: Int32) { (self.north, self.east) = (north, east) }
  }

  /// Metres from a place within which ways are found, north of 60 degrees and south of it.
  public static let reach = 150.0
  /// A line is put into squares by points no further apart than this.
  private static let step = 100.0

  /// Looks where all vehicles go.
  /// - Throws: `TimetableError.storage`
  public init(_ store: TimetableStore) throws {
    self.store = store
    var patterns: [Int64] = []
    var squares: [Square: [Int32]] = [:]
    try store.read { database in
      var shapes: [Int64: Set<Square>] = [:]
      let rows = try Row.fetchCursor(database, sql: "SELECT id, shape FROM pattern ORDER BY shape, id")
      while let row = try rows.next() {
        let (key, shape): (Int64, Int64?) = (row["id"], row["shape"])
        var covered = shape.flatMap { shapes[$0] }
        if covered == nil {
          covered = Self.squares(along: try Self.line(of: key, shape: shape, database))
          // Patterns of one shape stand together.
          shapes = shape.map { [$0: covered ?? []] } ?? [:]
        }
        for square in covered ?? [] { squares[square, default: []].append(Int32(patterns.count)) }
        patterns.append(key)
      }
    }
    (self.patterns, self.squares) = (patterns, squares)
  }

  /// The numbers of the ways that may come within `reach` of a place.
  public func ways(near position: Position) -> Set<Int> {
    let middle = Square(position)
    // A degree of longitude is shorter in the north: there more squares lie within reach.
    let metres = 111_195 / Square.perDegree * max(0.05, cos(position.latitude * .pi / 180))
    let wide = Int32((Self.reach / metres).rounded(.up))
    var found: Set<Int> = []
    for north in -1...1 {
      for east in -wide...wide {
        let square = Square(north: middle.north + Int32(north), east: middle.east + east)
        for number in squares[square] ?? [] { found.insert(Int(number)) }
      }
    }
    return found
  }

  /// - Throws: `TimetableError.storage`, or `.damaged`
  public func way(_ number: Int) throws -> RunWay {
    if let way = known.withLock({ $0.ways[number] }) { return way }
    let key = patterns[number]
    let way = try store.read { database -> RunWay in
      guard
        let row = try Row.fetchOne(
          try database.cachedStatement(
            sql: "SELECT p.shape, f.name, f.zone FROM pattern p JOIN feed f ON f.id = p.feed WHERE p.id = ?"),
          arguments: [key])
      else { throw TimetableError.damaged }
      let calls = try Row.fetchAll(
        try database.cachedStatement(
          sql: """
            SELECT p.metres, s.stop_id, s.latitude, s.longitude, t.name FROM pattern_stop p
            JOIN stop s ON s.id = p.stop JOIN stop t ON t.id = p.station WHERE p.pattern = ? ORDER BY p.position
            """), arguments: [key])
      return RunWay(
        feed: row["name"], zone: row["zone"],
        calls: calls.map { call in
          RunWay.Call(
            stopID: call["stop_id"], name: call["name"],
            position: Position(latitude: call["latitude"], longitude: call["longitude"]), metres: call["metres"])
        }, line: try Self.line(of: key, shape: row["shape"], database))
    }
    known.withLock { $0.ways[number] = way }
    return way
  }

  /// The runs of a way on the service days before, at and after an instant, by start.
  /// - Throws: `TimetableError.storage`, or `.damaged`
  public func runs(of number: Int, around instant: Date) throws -> [Run] {
    try store.read { database in
      guard let zone = try zone(of: patterns[number], database) else { throw TimetableError.damaged }
      let today = ServiceDay(of: instant, in: zone)
      let key = RunsKey(way: number, day: today.number)
      if let runs = known.withLock({ $0.runs[key] }) { return runs }
      let found = try read(patterns[number], [today - 1, today, today + 1], zone, database)
        .sorted { ($0.id.start, $0.id.tripID) < ($1.id.start, $1.id.tripID) }
      known.withLock { $0.runs[key] = found }
      return found
    }
  }

  private func zone(of pattern: Int64, _ database: Database) throws -> TimeZone? {
    let known = try database.cachedStatement(
      sql: "SELECT f.zone FROM pattern p JOIN feed f ON f.id = p.feed WHERE p.id = ?")
    return try String.fetchOne(known, arguments: [pattern]).map { TimeZone(identifier: $0) ?? .gmt }
  }

  private func read(_ pattern: Int64, _ days: [ServiceDay], _ zone: TimeZone, _ database: Database) throws -> [Run] {
    let frequencies = try DepartureBoard.frequencies(pattern, database)
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT t.id, t.trip_id, t.headsign, t.direction, t.start, t.times, t.service, r.route_id, r.name AS line, r.type,
            f.name AS feed
          FROM trip t JOIN route r ON r.id = t.route JOIN feed f ON f.id = r.feed WHERE t.pattern = ?
          """), arguments: [pattern])
    let services = try Service.all(Set(rows.map { $0["service"] }), database)
    var runs: [Run] = []
    for row in rows {
      guard let times = TripTimes(packed: row["times"]) else { throw TimetableError.damaged }
      for day in days where services[row["service"]]?.runs(on: day) == true {
        for start in frequencies[row["id"]] ?? [row["start"]] {
          let begins = day.start(in: zone) + Double(start)
          runs.append(
            Run(
              id: Run.ID(feed: row["feed"], tripID: row["trip_id"], serviceDay: day.text, start: begins),
              routeID: row["route_id"], line: row["line"], direction: row["direction"], headsign: row["headsign"],
              routeType: row["type"], arrivals: times.arrivals.map { begins + Double($0) },
              departures: times.departures.map { begins + Double($0) }))
        }
      }
    }
    return runs
  }

  /// The shape of a pattern, or its stops.
  static func line(of pattern: Int64, shape: Int64?, _ database: Database) throws -> [Position] {
    if let shape {
      let points = try database.cachedStatement(sql: "SELECT points FROM shape WHERE id = ?")
      return try Data.fetchOne(points, arguments: [shape]).map { ShapePoints(packed: $0).points } ?? []
    }
    let stops = try database.cachedStatement(
      sql: """
        SELECT s.latitude, s.longitude FROM pattern_stop p JOIN stop s ON s.id = p.stop WHERE p.pattern = ?
        ORDER BY p.position
        """)
    return try Row.fetchAll(stops, arguments: [pattern]).map {
      Position(latitude: $0["latitude"], longitude: $0["longitude"])
    }
  }

  private static func squares(along line: [Position]) -> Set<Square> {
    var found = Set(line.map(Square.init))
    for (start, end) in zip(line, line.dropFirst()) {
      let pieces = Int(start.metres(to: end) / step)
      for piece in 0..<pieces { found.insert(Square(start.toward(end, share: Double(piece) / Double(pieces)))) }
    }
    return found
  }
}
