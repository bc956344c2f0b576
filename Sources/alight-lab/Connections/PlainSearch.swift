import Foundation
import Journey
import Timetable

/// Connections by Dijkstra's method over arrivals that depend on time, one label for each stop, route and number of rides: slow, and too
/// plain to be wrong in the way of the search that it checks.
final class PlainSearch {
  /// A run of a trip on a service day: seconds since 1970 at which its calls are counted from.
  private struct Run: Hashable {
    var trip: Int
    var base: Int
  }

  /// Where a trip pattern calls: its runs by the time they leave there.
  private struct Boarding {
    var route: Int
    var position: Int
    var runs: [Run]
    var isOrdered: Bool
  }

  private struct State: Hashable {
    var stop: Int
    var route: Int
    var rides: Int
  }

  private let feed: PlainFeed
  private let policy: RoutingPolicy
  private let boardings: [[Boarding]]
  /// The trip that a vehicle goes on with while riders keep their seats.
  private let next: [Run: Run]
  private let routes: [String: Int]
  private let near: [[Int]]
  private var ways: [[Int]: Int?] = [:]
  private var routesAt: [Set<Int>]

  /// - Parameter days: The service days that are searched, as noons in UTC.
  init(_ feed: PlainFeed, days: [Date], policy: RoutingPolicy = .standard) {
    (self.feed, self.policy) = (feed, policy)
    var routes: [String: Int] = [:]
    for trip in feed.trips where routes[trip.route] == nil { routes[trip.route] = routes.count + 1 }
    self.routes = routes
    let (boardings, routesAt, running) = Self.boardings(feed, days, routes)
    (self.boardings, self.routesAt) = (boardings, routesAt)
    next = running.reduce(into: [:]) { $0.merge(Self.seated(feed, $1, policy)) { first, _ in first } }
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

  /// - Returns: Who can board where, the routes at each stop, and for each day what runs on it but by headway.
  private static func boardings(_ feed: PlainFeed, _ days: [Date], _ routes: [String: Int])
    -> ([[Boarding]], [Set<Int>], [[Run]])
  {
    struct Pattern: Hashable {
      var route: Int
      var stops: [Int]
      var uses: [Bool]
    }
    var utc = Calendar(identifier: .gregorian)
    utc.timeZone = .gmt
    var local = utc
    local.timeZone = feed.zone
    var runs: [Pattern: [Run]] = [:]
    var running: [[Run]] = []
    for day in days {
      running.append([])
      let parts = utc.dateComponents([.year, .month, .day, .weekday], from: day)
      let text = String(format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      var noon = DateComponents(year: parts.year, month: parts.month, day: parts.day, hour: 12)
      noon.timeZone = feed.zone
      let start = Int((local.date(from: noon) ?? day).timeIntervalSince1970) - 43_200
      for (number, trip) in feed.trips.enumerated() where trip.calls.count > 1 {
        guard feed.runs(trip.service, on: text, weekday: ((parts.weekday ?? 1) + 5) % 7) else { continue }
        let pattern = Pattern(
          route: routes[trip.route] ?? 0, stops: trip.calls.map(\.stop),
          uses: trip.calls.flatMap { [$0.boards, $0.alights] })
        let starts = trip.starts.isEmpty ? [trip.calls[0].departure] : trip.starts
        if trip.starts.isEmpty { running[running.count - 1].append(Run(trip: number, base: start)) }
        runs[pattern, default: []] += starts.map {
          Run(trip: number, base: start + $0 - trip.calls[0].departure)
        }
      }
    }
    var boardings: [[Boarding]] = feed.stops.map { _ in [] }
    var routesAt: [Set<Int>] = feed.stops.map { _ in [] }
    for (pattern, all) in runs {
      for (position, stop) in pattern.stops.enumerated() {
        routesAt[stop].insert(pattern.route)
        guard pattern.uses[2 * position] else { continue }
        let sorted = all.sorted {
          $0.base + feed.trips[$0.trip].calls[position].departure < $1.base
            + feed.trips[$1.trip].calls[position].departure
        }
        let isOrdered = zip(sorted, sorted.dropFirst()).allSatisfy { one, two in
          zip(feed.trips[one.trip].calls, feed.trips[two.trip].calls).dropFirst(position).allSatisfy {
            one.base + $0.arrival <= two.base + $1.arrival
          }
        }
        boardings[stop].append(
          Boarding(route: pattern.route, position: position, runs: sorted, isOrdered: isOrdered))
      }
    }
    return (boardings, routesAt, running)
  }

  /// The earliest arrivals with each number of rides that makes it earlier: `[rides: arrival]`, in seconds since 1970.
  func arrivals(from: String, to: String, at instant: Int) -> [(rides: Int, arrival: Int)] {
    let targets = Set(feed.stops.indices.filter { feed.stops[$0].station == to })
    var best = [Int](repeating: .max, count: policy.mostRides + 1)
    var settled: [State: Int] = [:]
    var heap = PlainHeap()
    var states: [State] = []
    func push(_ state: State, _ time: Int) {
      // Somebody came there no later with no more rides.
      for rides in 0...state.rides {
        if settled[State(stop: state.stop, route: state.route, rides: rides)].map({ $0 <= time }) ?? false { return }
      }
      if state.rides > 0, time >= best[1...state.rides].min() ?? .max { return }
      settled[state] = time
      heap.push(time, states.count)
      states.append(state)
    }
    for stop in feed.stops.indices where feed.stops[stop].station == from {
      push(State(stop: stop, route: 0, rides: 0), instant)
    }
    while let (time, number) = heap.pop() {
      let state = states[number]
      guard settled[state] == time else { continue }
      if state.rides > 0 {
        if targets.contains(state.stop) { best[state.rides] = min(best[state.rides], time) }
        for target in targets where !targets.contains(state.stop) {
          let walks = routesAt[target].union([0]).compactMap { way(state.stop, state.route, target, $0) }
          if let walk = walks.min() { best[state.rides] = min(best[state.rides], time + walk) }
        }
      }
      guard state.rides < policy.mostRides else { continue }
      for next in near[state.stop] {
        for boarding in boardings[next] {
          guard let ready = ready(state, time, next, boarding.route, from) else { continue }
          ride(boarding, next, ready, state.rides + 1, push)
        }
      }
    }
    var found: [(rides: Int, arrival: Int)] = []
    for rides in 1...policy.mostRides where best[rides] < found.last?.arrival ?? .max {
      found.append((rides, best[rides]))
    }
    return found
  }

  /// When a rider can board a route at a stop; nil where that is no way.
  private func ready(_ state: State, _ time: Int, _ stop: Int, _ route: Int, _ from: String) -> Int? {
    guard state.rides == 0 else { return way(state.stop, state.route, stop, route).map { time + $0 } }
    if feed.stops[stop].station == from { return time }
    // Who begins here comes from no route: whatever is shortest.
    return routesAt[state.stop].union([0]).compactMap { way(state.stop, $0, stop, route) }.min().map { time + $0 }
  }

  private func ride(_ boarding: Boarding, _ stop: Int, _ ready: Int, _ rides: Int, _ push: (State, Int) -> Void) {
    let runs = boarding.runs
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      let leaves = runs[middle].base + feed.trips[runs[middle].trip].calls[boarding.position].departure
      if leaves < ready { low = middle + 1 } else { high = middle }
    }
    for (number, run) in runs[low...].enumerated() {
      let calls = feed.trips[run.trip].calls
      if number > 0, boarding.isOrdered {
        // A later run brings nobody to its own stops any sooner, but it may go on to elsewhere.
        if run.base + calls[boarding.position].departure > ready + Self.longestWait { break }
        rideOn(run, rides, push)
        continue
      }
      for call in calls[(boarding.position + 1)...] where call.alights {
        push(State(stop: call.stop, route: boarding.route, rides: rides), run.base + call.arrival)
      }
      rideOn(run, rides, push)
    }
  }

  /// So long nobody waits for a vehicle that goes on to elsewhere.
  private static let longestWait = 3 * 3600

  /// Through the ends of trips, on the seat.
  private func rideOn(_ run: Run, _ rides: Int, _ push: (State, Int) -> Void) {
    var run = run
    for _ in 1..<policy.mostSeated {
      guard let found = next[run] else { return }
      run = found
      let trip = feed.trips[run.trip]
      for call in trip.calls.dropFirst() where call.alights {
        push(State(stop: call.stop, route: routes[trip.route] ?? 0, rides: rides), run.base + call.arrival)
      }
    }
  }

  /// Seconds from a stop, come by a route, to another to go on with a route; nil where it is not possible.
  private func way(_ from: Int, _ fromRoute: Int, _ to: Int, _ toRoute: Int) -> Int? {
    let key = [from, fromRoute, to, toRoute]
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

/// A binary heap of times with the number of what they belong to.
private struct PlainHeap {
  private var items: [(time: Int, number: Int)] = []

  mutating func push(_ time: Int, _ number: Int) {
    items.append((time, number))
    var place = items.count - 1
    while place > 0, items[(place - 1) / 2].time > items[place].time {
      items.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func pop() -> (time: Int, number: Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    items[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < items.count && items[child].time < items[least].time {
        least = child
      }
      if least == place { return first }
      items.swapAt(place, least)
      place = least
    }
  }
}
