import Foundation
import Journey
import Testing

@testable import Timetable

/// A case from the tests of another router as a small feed of our own, with what is asked there and what it is answered: so
/// that every place is known at which we answer something else.
struct PeerCase: Sendable, CustomTestStringConvertible {
  var peer = ""
  var name: String
  /// In a row, each more than five kilometres from the next: `b|c` are two at one spot, `S/S1/S2` is a station with platforms.
  var stops: String
  var trips: [PeerTrip]
  /// Seconds for a change at any stop, where the peer has one time for all.
  var change: Int?
  /// Rows of transfers.txt: stops, type and time, routes, trips; the last columns may be left out.
  var transfers: [String]
  var questions: [PeerQuestion]

  init(
    _ name: String, _ stops: String, _ trips: [PeerTrip], change: Int? = nil, transfers: [String] = [],
    asks questions: [PeerQuestion]
  ) {
    (self.name, self.stops, self.trips) = (name, stops, trips)
    (self.change, self.transfers, self.questions) = (change, transfers, questions)
  }

  static func of(_ peer: String, _ groups: [PeerCase]...) -> [PeerCase] {
    groups.joined().map { known -> PeerCase in
      var known = known
      known.peer = peer
      return known
    }
  }

  var testDescription: String { "\(peer): \(name)" }
}

/// A text of a case that cannot be read.
struct PeerCaseError: Error, CustomStringConvertible {
  var description: String
}

/// The times of the cases: seconds from the midnight with which day 0 begins, 1 December 2026 in Vienna.
enum PeerClock {
  /// Reads `8:00`, `8:00:30`, `1+8:00` for the day after, and `8050` as seconds, which is how some peers write times.
  static func seconds(_ text: String) throws -> Int {
    let parts = text.split(separator: "+").map(String.init)
    let fields = (parts.last ?? "").split(separator: ":").map(String.init)
    let numbers = fields.compactMap { Int($0) }
    guard (1...2).contains(parts.count), (1...3).contains(numbers.count), numbers.count == fields.count,
      let days = parts.count == 1 ? 0 : Int(parts[0])
    else { throw PeerCaseError(description: "\(text) is no time") }
    let clock = numbers.count == 1 ? numbers[0] : zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return days * 86_400 + clock
  }

  static func date(_ seconds: Int) throws -> Date {
    try instant("2026-12-01T00:00:00+01:00").addingTimeInterval(Double(seconds))
  }

  static func seconds(of instant: Date) throws -> Int { Int(instant.timeIntervalSince(try date(0))) }

  static func text(_ seconds: Int) -> String {
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    return "\(days)+\(gtfs(seconds - days * 86_400))"
  }

  static func gtfs(_ seconds: Int) -> String {
    String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }
}

/// One trip of a case.
struct PeerTrip: Sendable {
  struct Call {
    var stop: String
    var arrival: Int
    var departure: Int
    var boards: Bool
    var alights: Bool
  }

  var id: String
  /// Its stops and their times by turns: `a 8:00 >b 8:10/8:11 <c 8:20`, where one may only board at b and only alight at c.
  var text: String
  /// The route's id; that of the trip where nothing is said.
  var line: String
  var block: String?
  /// The days on which it runs; nil for all.
  var days: [Int]?
  /// The span of frequencies.txt in which it runs again and again: `8:00 18:00 300`.
  var repeats: String?

  init(
    _ id: String, _ text: String, line: String? = nil, block: String? = nil, days: [Int]? = nil, repeats: String? = nil
  ) {
    (self.id, self.text, self.line) = (id, text, line ?? id)
    (self.block, self.days, self.repeats) = (block, days, repeats)
  }

  var service: String { days.map(Self.service) ?? "daily" }

  static func service(_ days: [Int]) -> String { "on" + days.map { "-\($0)" }.joined() }

  func calls() throws -> [Call] {
    let words = text.split(separator: " ").map(String.init)
    guard words.count.isMultiple(of: 2) else {
      throw PeerCaseError(description: "trip \(id) has a stop without times")
    }
    return try stride(from: 0, to: words.count, by: 2).map { place -> Call in
      let stop = words[place]
      let times = try words[place + 1].split(separator: "/").map { try PeerClock.seconds(String($0)) }
      guard let arrival = times.first, let departure = times.last else {
        throw PeerCaseError(description: "trip \(id) has no time at \(stop)")
      }
      let isMarked = stop.hasPrefix("<") || stop.hasPrefix(">")
      return Call(
        stop: isMarked ? String(stop.dropFirst()) : stop, arrival: arrival, departure: departure,
        boards: !stop.hasPrefix("<"), alights: !stop.hasPrefix(">"))
    }
  }
}

/// What is asked about a case, and all journeys of the answer, fewer rides first, or by departure where so many are asked for.
struct PeerQuestion: Sendable, CustomStringConvertible {
  /// Both stops: `a d`.
  var way: String
  var time: String
  var isArrival: Bool
  var count: Int?
  /// Why we do not answer as the peer does; nil where we do.
  var differs: String?
  /// As `PeerJourney` reads them; none where there is no way.
  var answer: [String]

  static func departing(
    _ way: String, _ time: String, count: Int? = nil, differs: String? = nil, _ answer: String...
  ) -> PeerQuestion {
    PeerQuestion(way: way, time: time, isArrival: false, count: count, differs: differs, answer: answer)
  }

  static func arriving(
    _ way: String, _ time: String, count: Int? = nil, differs: String? = nil, _ answer: String...
  ) -> PeerQuestion {
    PeerQuestion(way: way, time: time, isArrival: true, count: count, differs: differs, answer: answer)
  }

  var description: String { "\(way), \(isArrival ? "arriving" : "departing") \(time)" }

  func ask(_ store: TimetableStore) throws -> [String] {
    let ends = way.split(separator: " ").map { "small:\($0)" }
    guard ends.count == 2 else { throw PeerCaseError(description: "\(way) is no way") }
    let instant = try PeerClock.date(try PeerClock.seconds(time))
    let found: [Connection]
    switch (isArrival, count) {
    case (false, nil): found = try store.connections(from: ends[0], to: ends[1], departing: instant)
    case (false, let count?):
      found = try store.connections(from: ends[0], to: ends[1], departing: instant, count: count)
    case (true, nil): found = try store.connections(from: ends[0], to: ends[1], arriving: instant)
    case (true, let count?):
      found = try store.connections(from: ends[0], to: ends[1], arriving: instant, count: count)
    }
    return try found.map { try PeerJourney($0).description }
  }
}

/// A journey as one line of text: `from 7:58, A+B a 8:00 c 8:20, C c 8:30 d 8:40, until 8:42`, where the rider keeps the seat
/// from trip A to trip B. The first and the last part are left out where nobody walks there.
struct PeerJourney: CustomStringConvertible {
  struct Leg {
    var trips: String
    var from: String
    var departure: Int
    var to: String
    var arrival: Int
  }

  var departure: Int
  var legs: [Leg]
  var arrival: Int

  init(_ text: String) throws {
    var ends: [String: Int] = [:]
    var legs: [Leg] = []
    for part in text.components(separatedBy: ", ") {
      let words = part.split(separator: " ").map(String.init)
      switch words.count {
      case 2 where ["from", "until"].contains(words[0]): ends[words[0]] = try PeerClock.seconds(words[1])
      case 5:
        legs.append(
          Leg(
            trips: words[0], from: words[1], departure: try PeerClock.seconds(words[2]), to: words[3],
            arrival: try PeerClock.seconds(words[4])))
      default: throw PeerCaseError(description: "\(part) is no part of a journey")
      }
    }
    guard let first = legs.first, let last = legs.last else {
      throw PeerCaseError(description: "\(text) has no ride")
    }
    departure = ends["from"] ?? first.departure
    arrival = ends["until"] ?? last.arrival
    self.legs = legs
  }

  init(_ connection: Connection) throws {
    departure = try PeerClock.seconds(of: connection.departure)
    arrival = try PeerClock.seconds(of: connection.arrival)
    legs = try connection.rides.map { ride -> Leg in
      let trips = [ride.tripID] + ride.continuations.map(\.tripID)
      return Leg(
        trips: trips.map { $0 ?? "?" }.joined(separator: "+"), from: ride.stops.first?.stop.gtfs?.stopID ?? "?",
        departure: try PeerClock.seconds(of: ride.departure ?? .distantPast),
        to: ride.stops.last?.stop.gtfs?.stopID ?? "?",
        arrival: try PeerClock.seconds(of: ride.arrival ?? .distantPast))
    }
  }

  var description: String {
    let rides = legs.map { leg -> String in
      let (departure, arrival) = (PeerClock.text(leg.departure), PeerClock.text(leg.arrival))
      return "\(leg.trips) \(leg.from) \(departure) \(leg.to) \(arrival)"
    }
    let ends = (from: "from \(PeerClock.text(departure))", until: "until \(PeerClock.text(arrival))")
    return ([ends.from] + rides + [ends.until]).joined(separator: ", ")
  }
}

/// The files of a case.
extension PeerCase {
  private struct Place {
    var id: String
    var isStation = false
    var station = ""
    var latitude: Double
  }

  private var places: [Place] {
    var places: [Place] = []
    for (number, spot) in stops.split(separator: " ").enumerated() {
      // All places of a spot have the same coordinates: between stops one walks as long as it takes to begin a walk.
      let latitude = 48 + 0.05 * Double(number)
      for text in spot.split(separator: "|") {
        let ids = text.split(separator: "/").map(String.init)
        for id in ids {
          let isStation = ids.count > 1 && id == ids[0]
          let station = ids.count > 1 && !isStation ? ids[0] : ""
          places.append(Place(id: id, isStation: isStation, station: station, latitude: latitude))
        }
      }
    }
    return places
  }

  func feed() throws -> SmallFeed {
    var places = self.places
    var rules = transfers
    if let change { rules += places.filter { !$0.isStation }.map { "\($0.id),\($0.id),2,\(change)" } }
    // Nobody can be asked to a stop that no trip calls at: it gets one that leads nowhere else.
    let called = Set(try trips.flatMap { try $0.calls().map(\.stop) })
    let idle = places.filter { !$0.isStation && !called.contains($0.id) }.map(\.id)
    if !idle.isEmpty { places.append(Place(id: "nowhere", latitude: 47)) }
    let trips = self.trips + idle.map { PeerTrip("idle-\($0)", "\($0) 12:00 nowhere 12:10") }

    var feed = SmallFeed()
    feed["stops.txt"] = Self.table(
      "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station",
      places.map { "\($0.id),\($0.id),\($0.latitude),14.3,\($0.isStation ? 1 : 0),\($0.station)" })
    let fields = rules.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let named = fields.flatMap { $0.dropFirst(4).prefix(2) }.filter { !$0.isEmpty }
    feed["routes.txt"] = Self.table(
      "route_id,route_short_name,route_type", Set(trips.map(\.line) + named).sorted().map { "\($0),\($0),3" })
    feed["trips.txt"] = Self.table(
      "route_id,service_id,trip_id,block_id", trips.map { "\($0.line),\($0.service),\($0.id),\($0.block ?? "")" })
    feed["stop_times.txt"] = Self.table(
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type",
      try trips.flatMap { try Self.stopTimes(of: $0) })
    Self.addServices(Set(trips.compactMap(\.days)), to: &feed)
    if !fields.isEmpty {
      feed["transfers.txt"] = Self.table(
        "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id,from_trip_id,to_trip_id",
        fields.map { ($0 + Array(repeating: "", count: max(0, 8 - $0.count))).joined(separator: ",") })
    }
    let spans = try trips.compactMap { try Self.frequency(of: $0) }
    if !spans.isEmpty {
      feed["frequencies.txt"] = Self.table("trip_id,start_time,end_time,headway_secs", spans)
    }
    return feed
  }

  private static func table(_ header: String, _ rows: [String]) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  private static func stopTimes(of trip: PeerTrip) throws -> [String] {
    try trip.calls().enumerated().map { number, call -> String in
      let (arrival, departure) = (PeerClock.gtfs(call.arrival), PeerClock.gtfs(call.departure))
      return "\(trip.id),\(arrival),\(departure),\(call.stop),\(number),\(call.boards ? 0 : 1),\(call.alights ? 0 : 1)"
    }
  }

  private static func frequency(of trip: PeerTrip) throws -> String? {
    guard let words = trip.repeats?.split(separator: " ").map(String.init) else { return nil }
    guard words.count == 3 else { throw PeerCaseError(description: "trip \(trip.id) has no span") }
    let (first, until) = (try PeerClock.seconds(words[0]), try PeerClock.seconds(words[1]))
    return "\(trip.id),\(PeerClock.gtfs(first)),\(PeerClock.gtfs(until)),\(words[2])"
  }

  /// Services that run on single days, beside the one that runs on all.
  private static func addServices(_ days: Set<[Int]>, to feed: inout SmallFeed) {
    let services = days.sorted { $0.lexicographicallyPrecedes($1) }
    for days in services { feed["calendar.txt"] += "\(PeerTrip.service(days)),0,0,0,0,0,0,0,20260101,20261231\n" }
    let rows = services.flatMap { days in days.map { "\(PeerTrip.service(days)),\(20_261_201 + $0),1" } }
    if !rows.isEmpty { feed["calendar_dates.txt"] = table("service_id,date,exception_type", rows) }
  }
}

@Suite("Cases of other routers") struct PeerCaseTests {
  static let all: [PeerCase] = PeerCase.nigiri + PeerCase.openTripPlanner + PeerCase.navitia

  @Test("are answered as they answer them", arguments: all)
  func answers(peerCase: PeerCase) throws {
    let (store, report) = try peerCase.feed().imported()
    // A row that is left out would make the case another one.
    #expect(report.notices.filter { $0.action == .skipped }.map(\.message) == [])
    for question in peerCase.questions {
      let found = try question.ask(store)
      let expected = try question.answer.map { try PeerJourney($0).description }
      if let differs = question.differs {
        withKnownIssue(Comment(rawValue: differs)) { #expect(found == expected, "\(question)") }
      } else {
        #expect(found == expected, "\(question)")
      }
    }
  }
}
