import Foundation
import GRDB
import Journey

/// What a map of a part of the network shows.
public struct NetworkMap: Sendable {
  public struct Place: Sendable {
    public var id: String
    public var name: String
    public var position: Position
    /// How many trips call there.
    public var calls: Int
  }

  /// A line as it goes, from one end to the other.
  public struct Way: Sendable {
    public var line: String
    /// Six hexadecimal digits, as on the operator's maps.
    public var color: String?
    public var points: [Position]
  }

  /// Those that are served most first.
  public var stops: [Place]
  /// Whether there are more stops.
  public var isCut: Bool
  public var ways: [Way]
}

/// A part of the world between two parallels and two meridians.
public struct MapBox: Sendable {
  public var south: Double
  public var west: Double
  public var north: Double
  public var east: Double

  /// Nil where it is no part of the world: its ends must not be turned round.
  public init?(south: Double, west: Double, north: Double, east: Double) {
    guard [south, west, north, east].allSatisfy(\.isFinite), south <= north, west <= east else { return nil }
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  fileprivate func contains(_ point: Position) -> Bool {
    (south...north).contains(point.latitude) && (west...east).contains(point.longitude)
  }
}

extension TimetableStore {
  /// The stops and lines of a part of the network.
  /// - Parameters:
  ///   - stops: How many at most.
  ///   - ways: How many lines at most, those that run most often.
  public func map(_ box: MapBox, stops: Int, ways: Int) throws -> NetworkMap {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT s.id, f.name || ':' || s.stop_id AS stop_id, s.name, s.latitude, s.longitude, s.calls
          FROM stop s JOIN feed f ON f.id = s.feed
          WHERE s.calls > 0 AND s.latitude BETWEEN ? AND ? AND s.longitude BETWEEN ? AND ?
          ORDER BY s.calls DESC, s.id LIMIT ?
          """, arguments: [box.south, box.north, box.west, box.east, stops + 1])
      let places = rows.prefix(stops).map { row in
        NetworkMap.Place(
          id: row["stop_id"], name: row["name"],
          position: Position(latitude: row["latitude"], longitude: row["longitude"]), calls: row["calls"])
      }
      // Lines of the busiest stops, which are those that a map of this size can show.
      let busiest = rows.prefix(Self.askedStops).map { $0["id"] as Int64 }
      return NetworkMap(
        stops: places, isCut: rows.count > stops, ways: try Self.ways(at: busiest, box, most: ways, database))
    }
  }

  /// The part of the world in which the busiest stops lie; nil without a timetable.
  public func extent() throws -> MapBox? {
    try read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT min(latitude) AS south, min(longitude) AS west, max(latitude) AS north, max(longitude) AS east
          FROM (SELECT latitude, longitude FROM stop WHERE calls > 0 ORDER BY calls DESC LIMIT 200)
          """)
      guard let row, let south: Double = row["south"] else { return nil }
      return MapBox(south: south, west: row["west"], north: row["north"], east: row["east"])
    }
  }

  private static let askedStops = 60
  /// Of each line so many ways are drawn: there and back, and one that turns off.
  private static let waysOfALine = 3
  /// What is nearer to a straight line than this part of the box is not seen.
  private static let finest = 1.0 / 800

  private static func ways(at stations: [Int64], _ box: MapBox, most: Int, _ database: Database) throws
    -> [NetworkMap.Way]
  {
    guard !stations.isEmpty else { return [] }
    let marks = repeatElement("?", count: stations.count).joined(separator: ",")
    let rows = try Row.fetchAll(
      database,
      sql: """
        WITH here AS (SELECT DISTINCT pattern FROM pattern_stop WHERE station IN (\(marks)))
        SELECT r.id AS route, r.name, r.color, p.id AS pattern, p.shape,
          (SELECT count(*) FROM trip t WHERE t.pattern = p.id) AS trips
        FROM here h JOIN pattern p ON p.id = h.pattern
        JOIN route r ON r.id = (SELECT route FROM trip WHERE pattern = p.id LIMIT 1)
        ORDER BY trips DESC, p.id
        """, arguments: StatementArguments(stations))
    var drawn: [Int64: Int] = [:]
    var ways: [NetworkMap.Way] = []
    let tolerance = max(box.north - box.south, (box.east - box.west) / 2) * finest
    for row in rows where ways.count < most {
      let route: Int64 = row["route"]
      guard drawn[route, default: 0] < waysOfALine else { continue }
      drawn[route, default: 0] += 1
      let points = try points(shape: row["shape"], pattern: row["pattern"], database)
      let shown = Polyline(points).simplified(tolerance)
      guard shown.count > 1, shown.contains(where: box.contains) else { continue }
      ways.append(NetworkMap.Way(line: row["name"], color: row["color"], points: shown))
    }
    return ways
  }

  private static func points(shape: Int64?, pattern: Int64, _ database: Database) throws -> [Position] {
    if let shape,
      let packed = try Data.fetchOne(database, sql: "SELECT points FROM shape WHERE id = ?", arguments: [shape])
    {
      return ShapePoints(packed: packed).points
    }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT s.latitude, s.longitude FROM pattern_stop p JOIN stop s ON s.id = p.stop WHERE p.pattern = ? ORDER BY p.position
        """, arguments: [pattern]
    ).map { Position(latitude: $0["latitude"], longitude: $0["longitude"]) }
  }
}

/// Points on a map that belong together in their order.
struct Polyline {
  private let points: [Position]

  init(_ points: [Position]) { self.points = points }

  /// As few of the points as keep every other one within `tolerance` degrees of the line, by D. H. Douglas and T. K. Peucker,
  /// "Algorithms for the reduction of the number of points required to represent a digitized line or its caricature" (1973).
  func simplified(_ tolerance: Double) -> [Position] {
    guard points.count > 2 else { return points }
    var kept = [Bool](repeating: false, count: points.count)
    (kept[0], kept[points.count - 1]) = (true, true)
    // Parts that are still to be looked at, as a stack: a spiral of a hundred thousand points must not be a hundred thousand calls.
    var parts = [(0, points.count - 1)]
    while let (first, last) = parts.popLast() {
      guard last - first > 1 else { continue }
      let farthest = (first + 1..<last).max { off($0, first, last) < off($1, first, last) } ?? first
      guard off(farthest, first, last) > tolerance * tolerance else { continue }
      kept[farthest] = true
      parts += [(first, farthest), (farthest, last)]
    }
    return zip(points, kept).filter(\.1).map(\.0)
  }

  /// The square of the distance of a point from the straight line between two others, in degrees of latitude.
  private func off(_ point: Int, _ first: Int, _ last: Int) -> Double {
    let narrow = cos(points[first].latitude * .pi / 180)
    func place(_ index: Int) -> (x: Double, y: Double) { (points[index].longitude * narrow, points[index].latitude) }
    let (p, a, b) = (place(point), place(first), place(last))
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(1, max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length)) : 0
    let (x, y) = (p.x - a.x - share * dx, p.y - a.y - share * dy)
    return x * x + y * y
  }
}
