import Foundation
import GRDB

extension FeedReading {
  private struct Columns {
    let id, latitude, longitude, sequence: Int
    let distance: Int?

    init(_ reader: CSVReader) throws {
      id = try reader.requiredColumn("shape_id")
      latitude = try reader.requiredColumn("shape_pt_lat")
      longitude = try reader.requiredColumn("shape_pt_lon")
      sequence = try reader.requiredColumn("shape_pt_sequence")
      distance = reader.column("shape_dist_traveled")
    }
  }

  /// Reads shapes.txt into the database; a shape of fewer than two points is left out.
  mutating func readShapes() throws {
    guard files.has("shapes.txt") else { return }
    var spool = try RunSpool<PackedShapePoint>("shape_run", database)
    var numbers: [String: Int] = [:]
    var ids: [String] = []
    var last: (id: [UInt8], number: Int) = ([], 0)
    try forEachRow(of: "shapes.txt", columns: Columns.init) { reading, row, columns in
      guard let point = PackedShapePoint(row, columns.latitude, columns.longitude, columns.sequence, columns.distance),
        !row.range(columns.id).isEmpty
      else {
        return reading.skip(
          "invalid-shape-point", row,
          "the point has no shape_id, no number where its place or order should be, or lies where nothing runs"
        )
      }
      if !row.holds(last.id, columns.id) {
        let id = row.text(columns.id) ?? ""
        if numbers[id] == nil {
          numbers[id] = ids.count
          ids.append(id)
        }
        last = (Array(row.bytes[row.range(columns.id)]), numbers[id] ?? 0)
      }
      try spool.append(point, to: last.number)
    }
    let insert = try database.makeStatement(sql: "INSERT INTO shape (feed, points) VALUES (?, ?)")
    try spool.drain { number, rows in try write(rows, id: ids[number], insert) }
    try spool.drop()
  }

  private mutating func write(_ rows: [PackedShapePoint], id: String, _ insert: Statement) throws {
    let (points, duplicates, distancesFall) = PackedShapePoint.ordered(rows)
    if duplicates > 0 {
      log.note(
        "duplicate-key", .skipped, "shapes.txt", count: duplicates, "shape \(id) has a shape_pt_sequence twice")
    }
    if distancesFall {
      log.note(
        "bad-shape-distances", .repaired, "shapes.txt", "the distances along shape \(id) fall; they are not used")
    }
    guard points.count >= 2 else {
      log.note("too-few-points", .skipped, "shapes.txt", "shape \(id) has fewer than two points")
      return
    }
    var packed = Data(capacity: points.count * 8)
    for point in points {
      for degrees in [point.latitude, point.longitude] {
        withUnsafeBytes(of: degrees.littleEndian) { packed.append(contentsOf: $0) }
      }
    }
    try insert.execute(arguments: [feed, packed])
    shapes[id] = database.lastInsertedRowID
    counts.shapePoints += points.count
  }
}

/// A row of shapes.txt, packed into sixteen bytes while the rows of its shape are gathered.
private struct PackedShapePoint {
  var order: Int32
  /// In 1e-7 degrees.
  var latitude: Int32
  var longitude: Int32
  /// Along the shape in the feed's own unit; not a number where it is unknown.
  var distance: Float

  /// Nil where a number is missing or impossible.
  init?(_ row: CSVReader, _ latitude: Int, _ longitude: Int, _ sequence: Int, _ distance: Int?) {
    guard let north = row.number(latitude).value, let east = row.number(longitude).value,
      FeedReading.isPlace(north, east), let number = row.integer(sequence).value,
      let order = Int32(exactly: number)
    else { return nil }
    self.order = order
    self.latitude = Int32((north * 1e7).rounded())
    self.longitude = Int32((east * 1e7).rounded())
    self.distance = row.number(distance).value.map { Float($0) } ?? .nan
  }

  /// The points of a shape by their order, of two with one number the first.
  static func ordered(
    _ unordered: [PackedShapePoint]
  ) -> (points: [PackedShapePoint], duplicates: Int, distancesFall: Bool) {
    var points = unordered
    let isOrdered = zip(points, points.dropFirst()).allSatisfy { $0.order < $1.order }
    if !isOrdered {
      points = []
      for index in unordered.indices.sorted(by: { (unordered[$0].order, $0) < (unordered[$1].order, $1) })
      where points.last?.order != unordered[index].order {
        points.append(unordered[index])
      }
    }
    let falls = zip(points, points.dropFirst()).contains { $0.distance > $1.distance }
    return (points, unordered.count - points.count, falls)
  }
}
