import Foundation
import Journey
import Timetable

/// Connections by scanning every way of every vehicle from one stop to the next in the order of departures (J. Dibbelt, T. Pajor,
/// B. Strasser and D. Wagner, *Connection Scan Algorithm*, 2018), one label for each stop, route and number of rides: it knows no lines
/// and no rounds, and cannot be wrong in the way of the search that it checks.
final class PlainSearch {
  /// A run of a trip on a service day: seconds since 1970 at which its calls are counted from.
  private struct Run: Hashable {
    var trip: Int
    var base: Int
  }

  /// A run from one stop to the next one.
  private struct Hop {
    var run: Int
    var route: Int
    var from: Int
    var to: Int
    var departure: Int
    var arrival: Int
    var boards: Bool
    var alights: Bool
    var isLast: Bool
  }

  private struct Place: Hashable {
    var stop: Int
    var route: Int
  }

  /// What one scan knows so far, by number of rides.
  private struct Scan {
    var best: [Int]
    var origins: Set<Int> = []
    /// By run and rides: on which trip in a row the rider sits there, 1 for the one boarded; 0 for nobody.
    var parts: [Int]
    private var readyAt: [[Place: Int]]
    private var cameAt: [[Place: Int]]

    init(rides: Int, stops: Int, runs: Int) {
      best = [Int](repeating: .max, count: rides + 1)
      parts = [Int](repeating: 0, count: runs * (rides + 1))
      readyAt = [[Place: Int]](repeating: [:], count: rides + 1)
      cameAt = readyAt
    }

    func ready(_ rides: Int, _ place: Place) -> Int { readyAt[rides][place] ?? .max }

    mutating func reach(_ rides: Int, _ place: Place, at time: Int) {
      if time < readyAt[rides][place] ?? .max { readyAt[rides][place] = time }
    }

    /// - Returns: whether nobody was there as soon with as few rides.
    mutating func came(_ rides: Int, _ place: Place, at time: Int) -> Bool {
      for fewer in 1...rides where cameAt[fewer][place] ?? .max <= time { return false }
      cameAt[rides][place] = time
      return true
    }
  }

  private let feed: PlainFeed
  private let policy: RoutingPolicy
  private let runs: [Run]
  /// By departure, and those of one run in their order.
  private let hops: [Hop]
  /// By run, the trip that the vehicle goes on with while riders keep their seats.
  private let next: [Int: Int]
  private let routes: [String: Int]
  private let near: [[Int]]
  private var ways: [Int: Int?] = [:]
  private let routesAt: [Set<Int>]
  /// The routes that anybody can get on at each stop.
  private let boardedRoutes: [Set<Int>]

  /// - Parameter days: The service days that are searched, as noons in UTC.
  init(_ feed: PlainFeed, days: [Date], policy: RoutingPolicy = .standard) {
    (self.feed, self.policy) = (feed, policy)
    var routes: [String: Int] = [:]
    for trip in feed.trips where routes[trip.route] == nil { routes[trip.route] = routes.count + 1 }
    self.routes = routes
    var (runs, next): ([Run], [Run: Run]) = ([], [:])
    for day in days {
      let (scheduled, frequent) = Self.runs(feed, on: day)
      next.merge(Self.seated(feed, scheduled, policy)) { first, _ in first }
      runs += scheduled + frequent
    }
    self.runs = runs
    let numbers = Dictionary(runs.enumerated().map { ($1, $0) }) { first, _ in first }
    self.next = next.reduce(into: [:]) { next, pair in
      if let from = numbers[pair.key] { next[from] = numbers[pair.value] }
    }
    hops = Self.hops(feed, runs, routes)
    var (routesAt, boarded) = (feed.stops.map { _ in Set<Int>() }, feed.stops.map { _ in Set<Int>() })
    for hop in hops {
      routesAt[hop.from].insert(hop.route)
      routesAt[hop.to].insert(hop.route)
      if hop.boards { boarded[hop.from].insert(hop.route) }
    }
    (self.routesAt, boardedRoutes) = (routesAt, boarded)
    let named = Set(feed.rules.flatMap { [$0["from_stop_id"] ?? "", $0["to_stop_id"] ?? ""] })
    near = feed.stops.indices.map { stop in
      feed.stops.indices.filter { other in
        let (one, two) = (feed.stops[stop], feed.stops[other])
        return one.station == two.station || one.position.metres(to: two.position) <= policy.farthestWalk
          || named.contains(one.id) && named.contains(two.id)
          || named.contains(one.station) && named.contains(two.station)
      }
    }
  }

  private static func hops(_ feed: PlainFeed, _ runs: [Run], _ routes: [String: Int]) -> [Hop] {
    runs.enumerated().flatMap { number, run -> [Hop] in
      let trip = feed.trips[run.trip]
      return zip(trip.calls, trip.calls.dropFirst()).enumerated().map { place, calls in
        Hop(
          run: number, route: routes[trip.route] ?? 0, from: calls.0.stop, to: calls.1.stop,
          departure: run.base + calls.0.departure, arrival: run.base + calls.1.arrival, boards: calls.0.boards,
          alights: calls.1.alights, isLast: place == trip.calls.count - 2)
      }
    }.enumerated().sorted { ($0.element.departure, $0.offset) < ($1.element.departure, $1.offset) }.map(\.element)
  }

  /// What vehicles go on with on one service day.
  /// - Parameter runs: of that day, but those by headway.
  private static func seated(_ feed: PlainFeed, _ runs: [Run], _ policy: RoutingPolicy) -> [Run: Run] {
    var next: [Run: Run] = [:]
    func leaves(_ run: Run) -> Int { run.base + feed.trips[run.trip].calls[0].departure }
    func arrives(_ run: Run) -> Int { run.base + (feed.trips[run.trip].calls.last?.arrival ?? 0) }
    for run in runs {
      for other in feed.staying[run.trip] ?? [] {
        if let found = runs.first(where: { $0.trip == other }), leaves(found) >= arrives(run) { next[run] = found }
      }
    }
    for block in Dictionary(grouping: runs, by: { feed.trips[$0.trip].block }) where !block.key.isEmpty {
      for run in block.value where next[run] == nil {
        let later = block.value.filter { $0 != run && leaves($0) >= arrives(run) }
        guard let found = later.min(by: { (leaves($0), arrives($0), $0.trip) < (leaves($1), arrives($1), $1.trip) }),
          leaves(found) - arrives(run) <= policy.longestStand, !feed.forbidden.contains([run.trip, found.trip]),
          let end = feed.trips[run.trip].calls.last
        else { continue }
        let (one, two) = (feed.stops[end.stop], feed.stops[feed.trips[found.trip].calls[0].stop])
        if one.station == two.station || one.position.metres(to: two.position) <= policy.farthestTurn {
          next[run] = found
        }
      }
    }
    return next
  }

  /// What runs on a service day: by its timetable, and by headway.
  private static func runs(_ feed: PlainFeed, on day: Date) -> (scheduled: [Run], frequent: [Run]) {
    var utc = Calendar(identifier: .gregorian)
    utc.timeZone = .gmt
    var local = utc
    local.timeZone = feed.zone
    let parts = utc.dateComponents([.year, .month, .day, .weekday], from: day)
    let text = String(format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    var noon = DateComponents(year: parts.year, month: parts.month, day: parts.day, hour: 12)
    noon.timeZone = feed.zone
    let start = Int((local.date(from: noon) ?? day).timeIntervalSince1970) - 43_200
    var (scheduled, frequent): ([Run], [Run]) = ([], [])
    for (number, trip) in feed.trips.enumerated() where trip.calls.count > 1 {
      guard feed.runs(trip.service, on: text, weekday: ((parts.weekday ?? 1) + 5) % 7) else { continue }
      if trip.starts.isEmpty { scheduled.append(Run(trip: number, base: start)) }
      frequent += trip.starts.map { Run(trip: number, base: start + $0 - trip.calls[0].departure) }
    }
    return (scheduled, frequent)
  }

  /// The earliest arrivals with each number of rides that makes it earlier: `[rides: arrival]`, in seconds since 1970.
  func arrivals(from: String, to: String, at instant: Int) -> [(rides: Int, arrival: Int)] {
    var scan = Scan(rides: policy.mostRides, stops: feed.stops.count, runs: runs.count)
    let targets = feed.stops.indices.filter { feed.stops[$0].station == to }
    for stop in feed.stops.indices where feed.stops[stop].station == from { scan.origins.insert(stop) }
    for stop in scan.origins {
      for next in near[stop] where !boardedRoutes[next].isEmpty {
        // Who begins here comes from no route: whatever is shortest.
        for route in boardedRoutes[next] {
          let walks = routesAt[stop].union([0]).compactMap { way(stop, $0, next, route) }
          if let ready = scan.origins.contains(next) ? instant : walks.min().map({ instant + $0 }) {
            scan.reach(0, Place(stop: next, route: route), at: ready)
          }
        }
      }
    }
    var first = firstHop(at: instant)
    while first < hops.count {
      if hops[first].departure >= scan.best[1...].max() ?? .max { break }
      // What leaves at one second may still feed what leaves at the same one.
      let end = hops[first...].firstIndex { $0.departure > hops[first].departure } ?? hops.count
      var isNews = true
      while isNews {
        isNews = false
        for hop in hops[first..<end] { isNews = ride(hop, &scan, targets) || isNews }
      }
      first = end
    }
    var found: [(rides: Int, arrival: Int)] = []
    for rides in 1...policy.mostRides where scan.best[rides] < found.last?.arrival ?? .max {
      found.append((rides, scan.best[rides]))
    }
    return found
  }

  /// The first hop that leaves at an instant or later.
  private func firstHop(at instant: Int) -> Int {
    var (low, high) = (0, hops.count)
    while low < high {
      let middle = (low + high) / 2
      if hops[middle].departure < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Rides from one stop to the next with each number of rides that it can be reached with.
  /// - Returns: whether it has brought anybody anywhere sooner.
  private func ride(_ hop: Hop, _ scan: inout Scan, _ targets: [Int]) -> Bool {
    var isNews = false
    for rides in 1...policy.mostRides {
      let place = hop.run * (policy.mostRides + 1) + rides
      if hop.boards, scan.parts[place] != 1,
        scan.ready(rides - 1, Place(stop: hop.from, route: hop.route)) <= hop.departure
      {
        scan.parts[place] = 1
        isNews = true
      }
      let part = scan.parts[place]
      guard part > 0 else { continue }
      if hop.isLast, let next = next[hop.run], part < policy.mostSeated {
        let on = next * (policy.mostRides + 1) + rides
        if scan.parts[on] == 0 || scan.parts[on] > part + 1 {
          scan.parts[on] = part + 1
          isNews = true
        }
      }
      if hop.alights { isNews = alight(hop, rides, &scan, targets) || isNews }
    }
    return isNews
  }

  private func alight(_ hop: Hop, _ rides: Int, _ scan: inout Scan, _ targets: [Int]) -> Bool {
    // Who was here by this route no later with no more rides has done all this.
    let came = Place(stop: hop.to, route: hop.route)
    guard scan.came(rides, came, at: hop.arrival) else { return false }
    if targets.contains(hop.to) {
      scan.best[rides] = min(scan.best[rides], hop.arrival)
    } else {
      for target in targets {
        let walks = routesAt[target].union([0]).compactMap { way(hop.to, hop.route, target, $0) }
        if let walk = walks.min() { scan.best[rides] = min(scan.best[rides], hop.arrival + walk) }
      }
    }
    for next in near[hop.to] {
      for route in boardedRoutes[next] {
        if let walk = way(hop.to, hop.route, next, route) {
          scan.reach(rides, Place(stop: next, route: route), at: hop.arrival + walk)
        }
      }
    }
    return true
  }

  /// Seconds from a stop, come by a route, to another to go on with a route; nil where it is not possible.
  private func way(_ from: Int, _ fromRoute: Int, _ to: Int, _ toRoute: Int) -> Int? {
    let count = routes.count + 1
    let key = ((from * count + fromRoute) * feed.stops.count + to) * count + toRoute
    if let known = ways[key] { return known }
    let found = searchWay(from, fromRoute, to, toRoute)
    ways[key] = found
    return found
  }

  private func searchWay(_ from: Int, _ fromRoute: Int, _ to: Int, _ toRoute: Int) -> Int? {
    let (one, two) = (feed.stops[from], feed.stops[to])
    let metres = one.position.metres(to: two.position)
    let near = from == to ? policy.sameStop : one.station == two.station ? policy.samePlatforms : nil
    var found: (rank: Int, rule: [String: String])?
    for rule in feed.rules {
      let (start, end) = (rule["from_stop_id"] ?? "", rule["to_stop_id"] ?? "")
      guard [one.id, one.station].contains(start), [two.id, two.station].contains(end) else { continue }
      let (first, second) = (rule["from_route_id"] ?? "", rule["to_route_id"] ?? "")
      guard first.isEmpty || routes[first] == fromRoute, second.isEmpty || routes[second] == toRoute else { continue }
      guard (rule["from_trip_id"] ?? "").isEmpty, (rule["to_trip_id"] ?? "").isEmpty else { continue }
      let rank =
        (first.isEmpty ? 0 : 8) + (second.isEmpty ? 0 : 4) + (start == one.id ? 2 : 0) + (end == two.id ? 1 : 0)
      // Of two rules for the same the later one counts.
      if rank >= found?.rank ?? 0 { found = (rank, rule) }
    }
    guard let rule = found?.rule else { return near ?? policy.walk(metres) }
    let usual = near ?? policy.namedWalk(metres)
    switch rule["transfer_type"] ?? "0" {
    case "3": return nil
    case "1": return Int(rule["min_transfer_time"] ?? "") ?? 0
    case "2": return Int(rule["min_transfer_time"] ?? "") ?? usual
    default: return usual
    }
  }
}
