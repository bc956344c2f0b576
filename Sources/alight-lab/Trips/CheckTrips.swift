import ArgumentParser
import Foundation
import Journey
import Planning
import Timetable

/// `alight-lab check-trips`: trips of several stops against a plain search, and their best order against all orders.
struct CheckTrips: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-trips", abstract: "Compare trips of several stops with those of a plain search, and time them.",
    discussion: """
      Random trips of 3 to 6 stops with stays are planned on a feed; a plain search over the feed's own files, stop after stop, must \
      come to each at the same instant. The best order of trips of up to 7 stops must end when the best of all orders does. Some stops \
      have a time by which they are to be reached: each that is missed must be marked, and no other. Exit code 1 where it is not so.

      Example: alight-lab check-trips FEED.zip --trips 300
      """)

  @Argument(help: "A GTFS zip file or folder.")
  var feed: String

  @Option(help: "How many trips.")
  var trips = 300

  @Option(help: "How many trips are put in order.")
  var orders = 60

  @Option(help: "Where chance begins: the same seed makes the same trips.")
  var seed: UInt64 = 1

  func run() throws {
    let feed = try FeedUnderTest(feed)
    let store = feed.store
    var check = TripCheck(store, try feed.plain())
    try check.plan(RandomTrips(store, count: trips, stops: 3...6, seed: seed).all)
    try check.order(RandomTrips(store, count: orders, stops: 3...7, seed: seed + 1).all)
    try check.time(RandomTrips(store, count: 20, stops: 10...10, seed: seed + 2).all)
    print(check.table)
    for difference in check.differences.prefix(10) { print(difference) }
    if !check.differences.isEmpty { throw ExitCode(1) }
  }
}

/// Random trips over a feed's stops, on some of its days.
struct RandomTrips {
  let all: [TripPlan]

  /// - Parameter stops: how many stops they have.
  /// - Throws: errors of the store.
  init(_ store: TimetableStore, count: Int, stops: ClosedRange<Int>, seed: UInt64, day: String? = nil) throws {
    let questions = try ConnectionQuestions(store, count: count, seed: seed, day: day)
    let places = try store.stops()
    var random = SplitMix(seed: seed ^ 0x7219)
    all = questions.all.enumerated().map { number, question in
      let length = stops.lowerBound + random.below(stops.count)
      var chosen: [Stop] = []
      while chosen.count < length {
        let place = places[random.below(places.count)]
        if !chosen.contains(where: { $0.id == place.id }) { chosen.append(place) }
      }
      let start = Date(timeIntervalSince1970: question.at.timeIntervalSince1970.rounded(.down))
      let rows = chosen.enumerated().map { index, place in
        var stop = TripStop(place: place, stay: index == 0 ? 0 : Double(random.below(25)) * 300)
        if index > 0, random.below(5) == 0 { stop.by = start.addingTimeInterval(Double(1 + random.below(16)) * 1800) }
        return stop
      }
      return TripPlan(name: "\(number)", createdAt: start, start: start, zone: questions.zone.identifier, stops: rows)
    }
  }
}

/// What came of random trips.
struct TripCheck {
  private(set) var differences: [String] = []
  private let store: TimetableStore
  private let feed: PlainFeed
  private let clock = ContinuousClock()
  private var search: (day: String, plain: PlainSearch)?
  private(set) var rows = 0
  private(set) var walked = 0
  private(set) var missed = 0
  private(set) var planned = 0
  private(set) var ordered = 0
  private(set) var shorter = 0
  private var planSeconds: [Double] = []
  private(set) var orderSeconds: [Double] = []

  init(_ store: TimetableStore, _ feed: PlainFeed) { (self.store, self.feed) = (store, feed) }

  // MARK: Stop after stop

  /// - Throws: errors of the store.
  mutating func plan(_ trips: [TripPlan]) throws {
    for trip in trips {
      var found: Itinerary?
      planSeconds.append(try seconds { found = try TripPlanner(trip, store).itinerary() })
      guard let itinerary = found else { continue }
      planned += 1
      compare(itinerary, trip, plain(on: trip))
    }
  }

  private mutating func plain(on trip: TripPlan) -> PlainSearch {
    let day = ServiceDay.text(trip.start, zone: trip.zone)
    if let search, search.day == day { return search.plain }
    let noon = ServiceDay.instant(day) ?? trip.start
    let plain = PlainSearch(feed, days: (-1...3).map { noon.addingTimeInterval(Double($0) * 86_400) })
    search = (day, plain)
    return plain
  }

  private mutating func compare(_ itinerary: Itinerary, _ trip: TripPlan, _ search: PlainSearch) {
    var at: Int? = Int(trip.start.timeIntervalSince1970)
    for (index, row) in itinerary.rows.enumerated() {
      if index > 0, let ready = at {
        at = arrival(trip.stops[index - 1].place, trip.stops[index].place, ready, search)
        // Where nothing goes on the days that it has read, the plain search does not look on.
        guard at != nil else { return }
      }
      guard let now = at else { return }
      rows += 1
      if case .walk = index > 0 ? itinerary.rows[index - 1].way : nil { walked += 1 }
      if row.arrival.map({ Int($0.timeIntervalSince1970) }) != now {
        differences.append(
          "trip \(trip.name), row \(index + 1), \(row.stop.place.name): \(String(describing: row.arrival)), and plainly "
            + Date(timeIntervalSince1970: Double(now)).ISO8601Format())
        return
      }
      let by = row.stop.by.map { Int($0.timeIntervalSince1970) }
      let isMissed = by.map { now > $0 } ?? false
      if isMissed { missed += 1 }
      if row.flaws.contains(where: \.isImpossible) != isMissed {
        differences.append(
          "trip \(trip.name), row \(index + 1): \(isMissed ? "missed and not" : "not missed and") marked")
      }
      at = max(now, by ?? now) + Int(row.stop.stay)
    }
  }

  /// The earliest arrival in the plainest way, on foot too; nil where nothing goes.
  private func arrival(_ from: Stop, _ to: Stop, _ at: Int, _ search: PlainSearch) -> Int? {
    let rides = search.arrivals(from: from.gtfs?.stopID ?? "", to: to.gtfs?.stopID ?? "", at: at).map(\.arrival)
    return (rides + [PlainWalk.seconds(from, to).map { at + $0 }].compactMap(\.self)).min()
  }

  // MARK: In the best order

  /// - Throws: errors of the store.
  mutating func order(_ trips: [TripPlan]) throws {
    for trip in trips {
      var best: TripPlan?
      _ = try seconds {
        var order = try TripOrder(trip, store)
        best = order.best()
      }
      var all = try AllOrders(trip, store)
      guard let expected = try all.best() else {
        if best != nil { differences.append("trip \(trip.name): an order where none reaches all stops") }
        continue
      }
      ordered += 1
      guard let best else {
        differences.append("trip \(trip.name): no order, and \(expected) is one")
        continue
      }
      let itinerary = try TripPlanner(best, store).itinerary()
      let flaws = itinerary.rows.count { $0.flaws.contains(where: \.isImpossible) }
      let asGiven = try all.outcome(Array(trip.stops.indices))
      if asGiven.map({ (expected.flaws, expected.end) < $0 }) ?? true { shorter += 1 }
      if flaws != expected.flaws || itinerary.end != expected.end {
        differences.append(
          "trip \(trip.name): ends \(String(describing: itinerary.end)) with \(flaws) missed, and the best of all orders "
            + "\(expected.end) with \(expected.flaws)")
      }
    }
  }

  /// - Throws: errors of the store.
  mutating func time(_ trips: [TripPlan]) throws {
    for trip in trips {
      orderSeconds.append(
        try seconds {
          var order = try TripOrder(trip, store)
          _ = order.best()
        })
    }
  }

  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    try clock.measure(work).inSeconds
  }

  var table: String {
    func median(_ all: [Double]) -> Double { all.isEmpty ? 0 : all.sorted()[all.count / 2] }
    return """
      \(planned) trips planned, \(rows) rows compared, \(walked) come to on foot, \(missed) missed and marked, median \
      \(Int(median(planSeconds) * 1000)) ms
      \(ordered) trips put in order, \(shorter) of them better than as given
      \(orderSeconds.count) trips of 10 stops put in order: median \(Int(median(orderSeconds) * 1000)) ms, longest \
      \(Int((orderSeconds.max() ?? 0) * 1000)) ms
      \(differences.count) differences
      """
  }
}

/// The way on foot from one stop of a trip to another, in numbers of its own.
private enum PlainWalk {
  /// Nil where it is farther than a mile.
  static func seconds(_ from: Stop, _ to: Stop) -> Int? {
    let metres = from.position.metres(to: to.position) * 1.25
    return metres <= 1600 ? Int((30 + metres / 1.2).rounded(.up)) : nil
  }
}

/// All orders of a trip, one after the other, the first stop where it is.
private struct AllOrders {
  private struct Departure: Hashable {
    var from: Int
    var to: Int
    var at: Date
  }

  private let trip: TripPlan
  private let travel: Travel
  private var known: [Departure: Date?] = [:]

  init(_ trip: TripPlan, _ store: TimetableStore) throws {
    self.trip = trip
    travel = try store.travel(among: trip.stops.map(\.place))
  }

  mutating func best() throws -> (flaws: Int, end: Date)? {
    var best: (flaws: Int, end: Date)?
    try visit(Array(1..<trip.stops.count), at: 0, trip.start.addingTimeInterval(trip.stops[0].stay), 0) { outcome in
      if best.map({ outcome < $0 }) ?? true { best = outcome }
    }
    return best
  }

  mutating func outcome(_ order: [Int]) throws -> (flaws: Int, end: Date)? {
    var (now, flaws) = (trip.start.addingTimeInterval(trip.stops[0].stay), 0)
    for (from, to) in zip(order, order.dropFirst()) {
      guard let next = try step(from, to, now) else { return nil }
      (now, flaws) = (next.end, flaws + next.flaws)
    }
    return (flaws, now)
  }

  private mutating func visit(
    _ left: [Int], at stop: Int, _ now: Date, _ flaws: Int, _ take: ((flaws: Int, end: Date)) -> Void
  ) throws {
    if left.isEmpty { return take((flaws, now)) }
    for next in left {
      guard let found = try step(stop, next, now) else { continue }
      try visit(left.filter { $0 != next }, at: next, found.end, flaws + found.flaws, take)
    }
  }

  private mutating func step(_ from: Int, _ to: Int, _ now: Date) throws -> (flaws: Int, end: Date)? {
    let key = Departure(from: from, to: to, at: now)
    let ride: Date?
    if let found = known[key] {
      ride = found
    } else {
      ride = try travel.connections(from: from, to: to, departing: now).map(\.arrival).min()
      known[key] = .some(ride)
    }
    let walk = PlainWalk.seconds(trip.stops[from].place, trip.stops[to].place).map {
      now.addingTimeInterval(Double($0))
    }
    guard let arrival = [ride, walk].compactMap(\.self).min() else { return nil }
    let stop = trip.stops[to]
    guard let by = stop.by else { return (0, arrival.addingTimeInterval(stop.stay)) }
    return (arrival > by ? 1 : 0, max(arrival, by).addingTimeInterval(stop.stay))
  }
}
