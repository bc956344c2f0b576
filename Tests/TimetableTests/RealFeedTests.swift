import Foundation
import Journey
import Testing

@testable import Timetable

/// A plain search through all stop times of a feed, as slow as it is simple, to compare the timetable with.
private struct PlainSearch {
  struct Call {
    var station: String
    var sequence: Int
    var arrival: Int
    var departure: Int
  }

  struct Found: Hashable {
    var departure: Date
    var arrival: Date
  }

  private var trips: [String: (service: String, calls: [Call])] = [:]
  private var runs: [String: [(weekdays: [Bool], first: Int, last: Int)]] = [:]
  private var exceptions: [String: [Int: Bool]] = [:]
  private var calendar = Calendar(identifier: .gregorian)
  private(set) var stations: [String] = []

  init(_ path: String, zone: String) throws {
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let files = try FeedFiles(path: path)
    func rows(_ file: String, _ columns: [String], _ body: ([String]) throws -> Void) throws {
      guard var reader = try files.reader(file) else { return }
      while try reader.next() { try body(columns.map { reader.text($0) ?? "" }) }
    }
    func seconds(_ text: String) -> Int { text.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) } }
    var parent: [String: String] = [:]
    try rows("stops.txt", ["stop_id", "parent_station"]) { parent[$0[0]] = $0[1].isEmpty ? $0[0] : $0[1] }
    try rows("trips.txt", ["trip_id", "service_id"]) { trips[$0[0]] = ($0[1], []) }
    try rows("stop_times.txt", ["trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time"]) { row in
      trips[row[0]]?.calls.append(
        Call(
          station: parent[row[1]] ?? row[1], sequence: Int(row[2]) ?? 0, arrival: seconds(row[3]),
          departure: seconds(row[4])))
    }
    for key in trips.keys { trips[key]?.calls.sort { $0.sequence < $1.sequence } }
    let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    try rows("calendar.txt", ["service_id", "start_date", "end_date"] + weekdays) { row in
      runs[row[0], default: []].append((row[3...].map { $0 == "1" }, Int(row[1]) ?? 0, Int(row[2]) ?? 0))
    }
    try rows("calendar_dates.txt", ["service_id", "date", "exception_type"]) { row in
      exceptions[row[0], default: [:]][Int(row[1]) ?? 0] = row[2] == "1"
    }
    stations = Set(trips.values.flatMap { $0.calls.map(\.station) }).sorted()
  }

  /// All rides that depart within a span, however they overtake one another.
  func rides(from: String, to: String, in span: ClosedRange<Date>) -> [Found] {
    var found: Set<Found> = []
    for back in -1...3 {
      let noon = calendar.startOfDay(for: span.upperBound.addingTimeInterval(Double(-back) * 86_400))
        .addingTimeInterval(12 * 3600 + 1800)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: noon)
      guard let year = parts.year, let month = parts.month, let day = parts.day, let weekday = parts.weekday,
        let exactNoon = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
      else { continue }
      let number = year * 10_000 + month * 100 + day
      for (service, calls) in trips.values {
        let regular = runs[service, default: []].contains {
          $0.weekdays[weekday - 1] && $0.first <= number && number <= $0.last
        }
        guard exceptions[service]?[number] ?? regular else { continue }
        for (index, call) in calls.enumerated() where call.station == from {
          let rest = calls[(index + 1)...]
          guard let end = rest.first(where: { $0.station == to }),
            !rest.prefix(while: { $0.station != to }).contains(where: { $0.station == from })
          else { continue }
          let departure = exactNoon.addingTimeInterval(Double(call.departure - 43_200))
          if span.contains(departure) {
            found.insert(
              Found(departure: departure, arrival: exactNoon.addingTimeInterval(Double(end.arrival - 43_200))))
          }
        }
      }
    }
    return found.sorted { ($0.departure, $0.arrival) < ($1.departure, $1.arrival) }
  }
}

@Suite("A real feed: BART 2023", .enabled(if: Fixtures.hasBART), .serialized) struct RealFeedTests {
  private static let path = Fixtures.sharedFeed("bart-2023.zip") ?? ""

  @Test("is read whole, and its rides equal a plain search through all stop times") func exact() throws {
    let store = try TimetableStore.inMemory()
    let report = try store.importFeed(at: Self.path, name: "bart")
    #expect(report.counts.stops == 186)
    #expect(report.counts.stations == 50)
    #expect(report.counts.trips == 4225)
    #expect(report.counts.stopTimes == 61_853)
    #expect(report.counts.shapePoints == 38_044)
    // Fares, and that all this was in 2023: no fault of any row.
    #expect(Set(report.notices.map(\.rule)) == ["not-read", "expired"])

    let plain = try PlainSearch(Self.path, zone: "America/Los_Angeles")
    #expect(Set(plain.stations.map { "bart:\($0)" }) == Set(try store.stops().map(\.id)))
    var random = Lehmer(state: 42)
    let start = try instant("2023-04-10T00:00:00-07:00")
    var direct = 0
    for _ in 0..<120 {
      let from = plain.stations[Int(random.next() % UInt64(plain.stations.count))]
      let to = plain.stations[Int(random.next() % UInt64(plain.stations.count))]
      let at = start.addingTimeInterval(Double(random.next() % (140 * 86_400)))
      let choice = try store.rides(from: "bart:\(from)", to: "bart:\(to)", at: at, before: 0, after: 3)
      guard from != to else {
        #expect(choice.rides.isEmpty)
        continue
      }
      let day = at...at.addingTimeInterval(86_400)
      let expected = plain.rides(from: from, to: to, in: day)
      let found = choice.rides.map { PlainSearch.Found(departure: $0.departure ?? at, arrival: $0.arrival ?? at) }
      let distinct = Set(found.filter { day.contains($0.departure) }).sorted {
        ($0.departure, $0.arrival) < ($1.departure, $1.arrival)
      }
      #expect(distinct == Array(expected.prefix(distinct.count)))
      #expect(distinct.count == expected.count || found.count == 4)
      #expect(choice.rides.isEmpty == !(try store.reachable(from: "bart:\(from)").contains("bart:\(to)")))
      if !expected.isEmpty { direct += 1 }
    }
    #expect(direct > 10)
  }
}

/// A small generator with a fixed start, so that a failure comes back (Park and Miller's constants).
private struct Lehmer {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state * 48_271 % 2_147_483_647
    return state
  }
}
