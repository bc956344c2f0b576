import Foundation
import Journey

/// A GTFS folder read in the plainest way, to check the timetable and its search by: nothing of theirs is used.
struct PlainFeed {
  struct Place {
    var id: String
    var station: String
    var position: Position
  }

  struct Call {
    var stop: Int
    var arrival: Int
    var departure: Int
    var boards: Bool
    var alights: Bool
  }

  struct Trip {
    var route: String
    var service: String
    var block: String
    var calls: [Call] = []
    /// The starts of a trip that runs by headway, in seconds of the service day; empty for the others.
    var starts: [Int] = []
  }

  private(set) var stops: [Place] = []
  private(set) var trips: [Trip] = []
  private(set) var zone = TimeZone.gmt
  /// By service: weekdays from Monday, first and last day, and single days.
  private var weekly: [String: (days: [Bool], first: String, last: String)] = [:]
  private var single: [String: [String: Bool]] = [:]
  private(set) var rules: [[String: String]] = []
  /// Trips on which riders of a trip stay seated, and pairs of which they may not.
  private(set) var staying: [Int: [Int]] = [:]
  private(set) var forbidden: Set<[Int]> = []

  /// - Throws: what Foundation says of a file that cannot be read.
  init(folder: URL) throws {
    func rows(_ name: String) throws -> [[String: String]] {
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { return [] }
      return PlainTable(try Data(contentsOf: file)).rows
    }
    zone = TimeZone(identifier: try rows("agency.txt").first?["agency_timezone"] ?? "") ?? .gmt
    var numbers: [String: Int] = [:]
    for row in try rows("stops.txt") where (row["location_type"] ?? "").isEmpty || row["location_type"] == "0" {
      guard let id = row["stop_id"], let latitude = Double(row["stop_lat"] ?? ""),
        let longitude = Double(row["stop_lon"] ?? "")
      else { continue }
      numbers[id] = stops.count
      let parent = row["parent_station"] ?? ""
      stops.append(
        Place(
          id: id, station: parent.isEmpty ? id : parent, position: Position(latitude: latitude, longitude: longitude)))
    }
    for row in try rows("calendar.txt") {
      let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      weekly[row["service_id"] ?? ""] = (names.map { row[$0] == "1" }, row["start_date"] ?? "", row["end_date"] ?? "")
    }
    for row in try rows("calendar_dates.txt") {
      single[row["service_id"] ?? "", default: [:]][row["date"] ?? ""] = row["exception_type"] == "1"
    }
    rules = try rows("transfers.txt")
    try readTrips(rows, numbers)
  }

  private mutating func readTrips(_ rows: (String) throws -> [[String: String]], _ numbers: [String: Int]) throws {
    var tripNumbers: [String: Int] = [:]
    for row in try rows("trips.txt") {
      tripNumbers[row["trip_id"] ?? ""] = trips.count
      trips.append(Trip(route: row["route_id"] ?? "", service: row["service_id"] ?? "", block: row["block_id"] ?? ""))
    }
    for row in rules {
      guard let from = tripNumbers[row["from_trip_id"] ?? ""], let to = tripNumbers[row["to_trip_id"] ?? ""] else {
        continue
      }
      if row["transfer_type"] == "4" { staying[from, default: []].append(to) }
      if row["transfer_type"] == "5" { forbidden.insert([from, to]) }
    }
    var sequences: [[(Int, Call)]] = trips.map { _ in [] }
    for row in try rows("stop_times.txt") {
      guard let trip = tripNumbers[row["trip_id"] ?? ""], let stop = numbers[row["stop_id"] ?? ""],
        let sequence = Int(row["stop_sequence"] ?? ""), let arrival = Self.seconds(row["arrival_time"]),
        let departure = Self.seconds(row["departure_time"])
      else { continue }
      sequences[trip].append(
        (
          sequence,
          Call(
            stop: stop, arrival: arrival, departure: departure, boards: row["pickup_type"] != "1",
            alights: row["drop_off_type"] != "1")
        ))
    }
    for trip in trips.indices { trips[trip].calls = sequences[trip].sorted { $0.0 < $1.0 }.map(\.1) }
    for row in try rows("frequencies.txt") {
      guard let trip = tripNumbers[row["trip_id"] ?? ""], let first = Self.seconds(row["start_time"]),
        let end = Self.seconds(row["end_time"]), let headway = Int(row["headway_secs"] ?? ""), headway > 0
      else { continue }
      trips[trip].starts += Array(stride(from: first, to: end, by: headway))
    }
  }

  /// The days round a question that are searched from an instant on, in days from its own. Where no ride takes more than a day the
  /// search does not look further for fewer rides than to the next day: nobody waits for days to be spared a change in town.
  var daysSearched: ClosedRange<Int> { hasLongRides ? daysAround : -2...1 }

  /// The days that may matter to a ride of an answer: trips of the days before are still under way, some that wait over a Sunday come
  /// days later, and where trains take days a journey of several takes a week.
  var daysAround: ClosedRange<Int> {
    hasLongRides ? -(longestRide / 86_400 + 2)...8 : -2...3
  }

  private var longestRide: Int { trips.compactMap { $0.calls.last?.arrival }.max() ?? 0 }
  private var hasLongRides: Bool { longestRide >= 36 * 3600 }

  /// - Parameter day: `20231201`
  func runs(_ service: String, on day: String, weekday: Int) -> Bool {
    if let known = single[service]?[day] { return known }
    guard let own = weekly[service] else { return false }
    return own.first <= day && day <= own.last && own.days[weekday]
  }

  private static func seconds(_ text: String?) -> Int? {
    let parts = (text ?? "").split(separator: ":").map { Int($0.trimmingCharacters(in: .whitespaces)) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }
}

/// A CSV file whole in memory.
struct PlainTable {
  let rows: [[String: String]]

  init(_ data: Data) {
    var table: [[String]] = [[""]]
    var isQuoted = false
    // A quote that is doubled closes and opens again, and stands for itself.
    var wasQuote = false
    for byte in String(decoding: data, as: UTF8.self).unicodeScalars where byte != "\r" && byte != "\u{FEFF}" {
      let (row, field) = (table.count - 1, table[table.count - 1].count - 1)
      if byte == "\"" {
        if wasQuote { table[row][field].unicodeScalars.append(byte) }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      }
      wasQuote = false
      if byte == ",", !isQuoted {
        table[row].append("")
      } else if byte == "\n", !isQuoted {
        table.append([""])
      } else {
        table[row][field].unicodeScalars.append(byte)
      }
    }
    let names = table.first ?? []
    rows = table.dropFirst().filter { $0 != [""] }.map { fields in
      Dictionary(zip(names, fields)) { first, _ in first }
    }
  }
}
