import Foundation
import GRDB
import Journey

/// Writes trips, and each pattern that they share once.
struct TripWriter {
  struct Pattern {
    var key: Int64
    /// Among all that were written, from 0.
    var number: Int
    /// Along the pattern to each stop.
    var metres: [Double]
    /// As the crow flies from each stop to the next.
    var ways: [Double]
    /// The feed's own numbers of the calls, as the first trip has them.
    var sequences: [Int32]
  }

  private struct Signature: Hashable {
    var shape: Int64?
    var stops: [Int32]
    var uses: [Int32]
    var signs: [Int32]
  }

  /// The latest time of any trip, in seconds from the start of the service day.
  private(set) var latest = 0
  var patternCount: Int { patterns.count }

  private let database: Database
  private let feed: Int64
  /// By the number that stop times name them by.
  private let stops: [ReadStop?]
  /// By the number that stop times name them by.
  private let signs: [String]
  private(set) var blocks = BlockTimes()
  private var patterns: [Signature: Pattern] = [:]
  /// The stations of each pattern, and how many vehicles run along it.
  private var served: [(stations: Set<Int64>, runs: Int)] = []
  /// Only the last shape used is kept: trips of one shape mostly stand together.
  private var fit: (shape: Int64, fit: ShapeFit)?
  private let insertPattern: Statement
  private let insertStop: Statement
  private let insertTrip: Statement
  private let insertFrequency: Statement

  init(_ database: Database, feed: Int64, stops: [ReadStop?], signs: [String]) throws {
    self.database = database
    self.feed = feed
    self.stops = stops
    self.signs = signs
    insertPattern = try database.makeStatement(sql: "INSERT INTO pattern (feed, shape) VALUES (?, ?)")
    insertStop = try database.makeStatement(
      sql: """
        INSERT INTO pattern_stop (pattern, position, stop, station, metres, boards, alights, headsign, sequence)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    insertTrip = try database.makeStatement(
      sql: """
        INSERT INTO trip (pattern, route, service, trip_id, headsign, start, times, block, wheelchair, bikes, direction,
          sequences)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    insertFrequency = try database.makeStatement(sql: "INSERT INTO frequency VALUES (?, ?, ?, ?)")
  }

  /// The pattern of a trip's calls, written if it is new.
  mutating func pattern(of rows: [StopTimeRow], shape: Int64?, _ log: inout NoticeLog) throws -> Pattern {
    let signature = Signature(
      shape: shape, stops: rows.map(\.stop), uses: rows.map(\.uses), signs: rows.map(\.headsign))
    if let known = patterns[signature] { return known }
    let stops = rows.compactMap { self.stops[Int($0.stop)] }
    let places = stops.map(\.position)
    let fitted = try shape.flatMap { try self.metres(of: places, along: $0) }
    if shape != nil, fitted == nil {
      log.note(
        "shape-does-not-fit", .repaired, "shapes.txt",
        "a shape lies more than \(Int(ShapeFit.farthest)) m from a stop of its trip, or passes the stops in another order; "
          + "the trip goes in straight lines")
    }
    let metres = fitted ?? ShapePoints(places).metres
    try insertPattern.execute(arguments: [feed, fitted == nil ? nil : shape])
    let key = database.lastInsertedRowID
    for (position, row) in rows.enumerated() {
      try insertStop.execute(arguments: [
        key, position, stops[position].key, stops[position].station, metres[position], row.boards, row.alights,
        row.headsign == StopTimeRow.noSign ? nil : signs[Int(row.headsign)], row.sequence,
      ])
    }
    let pattern = Pattern(
      key: key, number: served.count, metres: metres, ways: zip(places, places.dropFirst()).map { $0.metres(to: $1) },
      sequences: rows.map(\.sequence))
    patterns[signature] = pattern
    served.append((Set(stops.map(\.station)), 0))
    return pattern
  }

  private mutating func metres(of places: [Position], along shape: Int64) throws -> [Double]? {
    if fit?.shape != shape {
      let packed = try Data.fetchOne(database, sql: "SELECT points FROM shape WHERE id = ?", arguments: [shape])
      fit = (shape, ShapeFit(ShapePoints(packed: packed ?? Data())))
    }
    return fit?.fit.metres(of: places)
  }

  /// - Parameters:
  ///   - block: What names the vehicle that runs it.
  ///   - shift: Seconds from the clock by which the trip is timed to that of the feed.
  /// - Returns: The trip's key.
  mutating func write(
    _ calls: TripCalls, _ pattern: Pattern, id: String, route: Int64, service: Int64, headsign: String?,
    type: Int, block: String?, wheelchair: Int8?, bikes: Int8?, direction: Int8?, frequencies: [ReadFrequency],
    shift: Int = 0
  ) throws -> Int64 {
    let (own, times) = calls.times(metres: pattern.metres)
    let start = own + shift
    let sequences = calls.rows.map(\.sequence)
    try insertTrip.execute(arguments: [
      pattern.key, route, service, id, headsign, start, times.packed, block, wheelchair, bikes, direction,
      sequences == pattern.sequences ? nil : CallSequences(sequences.map(Int.init)).packed,
    ])
    let trip = database.lastInsertedRowID
    let length = times.departures.last ?? 0
    latest = max(latest, start + length)
    if let block, frequencies.isEmpty {
      blocks.add(
        id, type: type, block: block, service: service, leaves: start, arrives: start + (times.arrivals.last ?? 0))
    }
    if !frequencies.isEmpty {
      for frequency in frequencies {
        let until = frequency.until + shift
        try insertFrequency.execute(arguments: [trip, frequency.first + shift, until, frequency.headway])
        latest = max(latest, until + length)
      }
    }
    served[pattern.number].runs +=
      frequencies.isEmpty ? 1 : frequencies.reduce(0) { $0 + ($1.until - $1.first + $1.headway - 1) / $1.headway }
    return trip
  }

  /// How often vehicles call at each station that any trip serves.
  var callsByStation: [Int64: Int] {
    var calls: [Int64: Int] = [:]
    for (stations, runs) in served {
      for station in stations { calls[station, default: 0] += runs }
    }
    return calls
  }
}
