/// How fast vehicles may be taken to go.
enum TravelSpeed {
  /// In km/h, by the kind of vehicle; what is faster has a wrong place or a wrong time (thresholds of the canonical GTFS validator).
  static func most(_ routeType: Int) -> Double {
    switch routeType {
    case 0, 900..<1000: 100
    case 2, 100..<200: 500
    case 4, 1000, 1200: 80
    case 5: 30
    case 6, 7, 1300..<1500: 50
    case 1, 3, 11, 12, 400..<500, 700..<900: 150
    default: 200
    }
  }

  /// The fastest way from one stop to the next that has times, in km/h, and the line of the file where it ends.
  ///
  /// Feeds round to minutes: one is added where both times are whole ones.
  /// - Parameter ways: Metres as the crow flies from each stop to the next.
  static func fastest(_ rows: [StopTimeRow], ways: [Double]) -> (speed: Double, line: Int)? {
    var fastest: (speed: Double, line: Int)?
    var (left, metres): (Int32?, Double) = (nil, 0)
    for index in rows.indices {
      if index > 0 { metres += ways[index - 1] }
      guard rows[index].hasTime else { continue }
      if let left {
        let isRounded = rows[index].arrival % 60 == 0 && left % 60 == 0
        let speed = metres / Double(max(1, rows[index].arrival - left + (isRounded ? 60 : 0))) * 3.6
        if speed > fastest?.speed ?? 0 { fastest = (speed, Int(rows[index].line)) }
      }
      (left, metres) = (rows[index].departure, 0)
    }
    return fastest
  }
}
