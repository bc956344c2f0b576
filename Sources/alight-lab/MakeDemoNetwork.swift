import ArgumentParser
import Foundation
import Journey

/// Writes the demonstration network as a GTFS folder. The same program writes the same bytes, always.
struct MakeDemoNetwork: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-demo-network", abstract: "Write the demonstration network as a GTFS folder.")

  @Argument(help: "The folder to write into, such as Prompts/demo-network.")
  var folder: String

  func run() throws {
    let target = URL(fileURLWithPath: folder, isDirectory: true)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for (name, rows) in try DemoFeed().files {
      let text = rows.map { $0.joined(separator: ",") + "\n" }.joined()
      try Data(text.utf8).write(to: target.appendingPathComponent(name))
    }
  }
}

/// The GTFS files of the demonstration network, as rows of fields.
private struct DemoFeed {
  private(set) var files: [(name: String, rows: [[String]])] = []
  private let places = Dictionary(uniqueKeysWithValues: DemoNetwork.places.map { ($0.id, $0) })

  init() throws {
    var trips = [["route_id", "service_id", "trip_id", "trip_headsign", "direction_id", "shape_id"]]
    var times = [["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"]]
    var shapes = [["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"]]
    for line in DemoNetwork.lines {
      for isBack in [false, true] {
        let course = try Course(line, isBack: isBack, places: places)
        shapes += course.shapeRows
        for (departure, service) in line.departures {
          let trip = "\(course.id)-\(String(format: "%02d%02d", departure / 60, departure % 60))"
          trips.append([line.id, service, trip, course.headsign, isBack ? "1" : "0", course.id])
          times += course.timeRows(trip: trip, departure: departure)
        }
      }
    }
    files = [
      ("agency.txt", Self.agency), ("feed_info.txt", Self.feedInfo), ("calendar.txt", Self.calendar),
      ("calendar_dates.txt", Self.holidays), ("stops.txt", Self.stops), ("routes.txt", Self.routes),
      ("trips.txt", trips), ("stop_times.txt", times), ("shapes.txt", shapes),
    ]
  }

  private static let agency = [
    ["agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang"],
    ["demo", "Alight demonstration network (does not exist)", "https://example.org/alight", "Europe/Vienna", "de"],
  ]

  private static let feedInfo = [
    [
      "feed_publisher_name", "feed_publisher_url", "feed_lang", "feed_start_date", "feed_end_date", "feed_version",
    ],
    [
      "\"Alight: a demonstration network, made up for trying the program; these vehicles do not run\"",
      "https://example.org/alight", "de", "20200101", "20991231", "demonstration-1",
    ],
  ]

  private static let calendar = [
    [
      "service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "start_date",
      "end_date",
    ],
    ["daily", "1", "1", "1", "1", "1", "1", "1", "20200101", "20991231"],
    ["working-days", "1", "1", "1", "1", "1", "0", "0", "20200101", "20991231"],
  ]

  /// Austria's holidays of fixed date, on which working-day trips do not run.
  private static var holidays: [[String]] {
    let days = ["0101", "0106", "0501", "0815", "1026", "1101", "1208", "1225", "1226"]
    return [["service_id", "date", "exception_type"]]
      + (2024...2035).flatMap { year in days.map { ["working-days", "\(year)\($0)", "2"] } }
  }

  private static var routes: [[String]] {
    [["route_id", "agency_id", "route_short_name", "route_long_name", "route_type", "route_color", "route_text_color"]]
      + DemoNetwork.lines.map { [$0.id, "demo", $0.id, $0.name, String($0.type), $0.color, "FFFFFF"] }
  }

  private static var stops: [[String]] {
    var rows = [["stop_id", "stop_name", "stop_lat", "stop_lon", "location_type", "parent_station", "platform_code"]]
    for place in DemoNetwork.places {
      let isStation = !place.platforms.isEmpty
      rows.append([
        place.id, place.name, degrees(place.latitude), degrees(place.longitude), isStation ? "1" : "0", "", "",
      ])
      for (index, platform) in place.platforms.enumerated() {
        // Side by side, some 20 m apart: enough to tell a platform from its station.
        let east = Double(index) * 0.00025 - Double(place.platforms.count - 1) * 0.000125
        rows.append([
          "\(place.id)-\(platform.lowercased())", place.name, degrees(place.latitude + 0.0001),
          degrees(place.longitude + east), "0", place.id, platform,
        ])
      }
    }
    return rows
  }
}

/// One direction of a line: its shape, and the minutes from the first stop to each.
private struct Course {
  let id: String
  let headsign: String
  private var shape: [Position] = []
  private var stopIDs: [String] = []
  private var minutes: [Int] = []
  private let dwell: Int

  init(_ line: DemoNetwork.Line, isBack: Bool, places: [String: DemoNetwork.Place]) throws {
    id = line.id + (isBack ? "-back" : "-out")
    dwell = line.dwell
    var points: [Position] = []
    var stopAt: [Int: String] = [:]
    var last = ""
    for waypoint in isBack ? line.way.reversed() : line.way {
      switch waypoint {
      case .via(let latitude, let longitude):
        points.append(Position(latitude: latitude, longitude: longitude))
      case .stop(let place, let out, let back):
        guard let known = places[place] else { throw ValidationError("line \(line.id): no place is called \(place)") }
        stopAt[points.count] = (isBack ? back : out).map { "\(place)-\($0.lowercased())" } ?? place
        points.append(Position(latitude: known.latitude, longitude: known.longitude))
        last = known.name
      }
    }
    headsign = last
    lay(points, stopAt: stopAt, pace: line.pace)
  }

  /// Draws the curve through the points and notes at which minute each stop is reached.
  private mutating func lay(_ points: [Position], stopAt: [Int: String], pace: Double) {
    var clock = 0.0
    for index in points.indices {
      if let stop = stopAt[index] {
        stopIDs.append(stop)
        let minute = Int((clock / 60).rounded())
        minutes.append(max(minute, (minutes.last ?? -1) + 1))
      }
      guard index + 1 < points.count else { break }
      let piece = curve(points, from: index)
      for (one, two) in zip(piece, piece.dropFirst()) { clock += one.metres(to: two) / (pace / 3.6) }
      shape += piece.dropLast()
    }
    shape += points.suffix(1)
  }

  /// A Catmull-Rom piece between two points, a point about every 150 m.
  private func curve(_ points: [Position], from index: Int) -> [Position] {
    let start = points[index]
    let end = points[index + 1]
    let before = index > 0 ? points[index - 1] : start
    let after = index + 2 < points.count ? points[index + 2] : end
    let pieces = max(2, Int(start.metres(to: end) / 150))
    func blend(_ t: Double, _ value: (Position) -> Double) -> Double {
      let (a, b, c, d) = (value(before), value(start), value(end), value(after))
      return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
    }
    return (0...pieces).map { step in
      let t = Double(step) / Double(pieces)
      return Position(latitude: blend(t, \.latitude), longitude: blend(t, \.longitude))
    }
  }

  var shapeRows: [[String]] {
    shape.enumerated().map { [id, degrees($1.latitude), degrees($1.longitude), String($0 + 1)] }
  }

  func timeRows(trip: String, departure: Int) -> [[String]] {
    stopIDs.indices.map { index in
      // Each earlier stop between the ends adds its standing time.
      let arrival = departure + minutes[index] + dwell * max(0, index - 1)
      let stands = index > 0 && index + 1 < stopIDs.count
      return [trip, clock(arrival), clock(arrival + (stands ? dwell : 0)), stopIDs[index], String(index + 1)]
    }
  }
}

extension DemoNetwork.Line {
  /// Minutes after midnight (past 1,440 on the same service day) with the service that runs then.
  fileprivate var departures: [(Int, String)] {
    let daily = stride(from: first, through: last, by: headway).map { ($0, "daily") }
    let additional = peaks.flatMap { peak in
      stride(from: peak.lowerBound, through: peak.upperBound, by: headway).map { ($0, "working-days") }
    }
    return (daily + additional).sorted { $0.0 < $1.0 }
  }
}

private func degrees(_ value: Double) -> String { String(format: "%.5f", value) }

private func clock(_ minutes: Int) -> String { String(format: "%02d:%02d:00", minutes / 60, minutes % 60) }
