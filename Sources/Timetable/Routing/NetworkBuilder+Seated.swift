import Journey

/// A trip that a vehicle runs before or after others, as it was read.
struct SeatedTrip {
  var read: NetworkBuilder.ReadTrip
  var pattern: Int64
  var route: Int64
  /// The feed's number in the network.
  var feed: Int32
}

/// Lines of trips that one vehicle runs one after the other: a search rides through their joints as through any other call.
extension NetworkBuilder {
  /// Trips one after the other, and the days on which one vehicle runs them so.
  private struct Chain {
    var trips: [SeatedTrip]
    var days: DayBits
  }

  /// What the trips of some chains have in common.
  private struct ChainKind: Hashable {
    var patterns: [Int64]
    var routes: [Int64]
    var named: [Int64]
    var feed: Int32

    var order: [Int64] { patterns + routes + named }
  }

  /// The services of chains, each made once.
  private struct SeatedServices {
    private struct Key: Hashable {
      var feed: Int32
      var days: DayBits
    }

    private let first: ServiceDay
    private var known: [Key: Int32] = [:]

    init(_ days: [Int: DayBits], _ feeds: [Int32], from first: ServiceDay) {
      self.first = first
      for (number, days) in days.sorted(by: { $0.key < $1.key })
      where known[Key(feed: feeds[number], days: days)] == nil {
        known[Key(feed: feeds[number], days: days)] = Int32(number)
      }
    }

    mutating func number(_ days: DayBits, _ network: inout NetworkTables, feed: Int32) -> Int32 {
      let key = Key(feed: feed, days: days)
      if let number = known[key] { return number }
      let number = Int32(network.services.count)
      network.services.append((feed, days.service(from: first)))
      known[key] = number
      return number
    }
  }

  mutating func addSeatedLines() {
    guard !seatedTrips.isEmpty else { return }
    let first = network.services.map { min($0.days.firstDay, $0.days.exceptions.keys.min() ?? $0.days.firstDay) }.min()
    let begin = first ?? ServiceDay(number: 0)
    var days: [Int: DayBits] = [:]
    for trip in seatedTrips.values where days[Int(trip.read.service)] == nil {
      days[Int(trip.read.service)] = DayBits(network.services[Int(trip.read.service)].days, from: begin)
    }
    let links = seated.links(policy, days: { days[$0] ?? DayBits() }, meet: meet)
    var groups: [ChainKind: [Chain]] = [:]
    for chain in chains(links, days: days) {
      let kind = ChainKind(
        patterns: chain.trips.map(\.pattern), routes: chain.trips.map(\.route),
        named: chain.trips.map { isNamed($0.read.key) ? $0.read.key : 0 }, feed: chain.trips[0].feed)
      groups[kind, default: []].append(chain)
    }
    var services = SeatedServices(days, network.services.map(\.feed), from: begin)
    // In one order, whatever the hashes of this run are.
    for (kind, chains) in groups.sorted(by: { $0.key.order.lexicographicallyPrecedes($1.key.order) }) {
      let line = self.line(kind)
      addLines(line, chains.map { trip($0, line, &services) })
    }
  }

  /// Whether a vehicle that ended its trip at the one stop begins the next one at the other without a way of its own.
  private func meet(_ one: Int64, _ other: Int64) -> Bool { areOnePlace(one, other, within: policy.farthestTurn) }

  private func areOnePlace(_ one: Int64, _ other: Int64, within metres: Double) -> Bool {
    if one == other || stations[one] ?? one == stations[other] ?? other { return true }
    guard let here = positions[one], let there = positions[other],
      // Cheaper than a distance, and mostly enough.
      abs(here.latitude - there.latitude) < 0.01
    else { return false }
    return here.metres(to: there) <= metres
  }

  /// All chains of two trips and more that bring riders anywhere.
  private func chains(_ links: [Int64: [SeatedTrips.Link]], days: [Int: DayBits]) -> [Chain] {
    var useful: [PatternPair: Bool] = [:]
    func isUseful(_ pair: PatternPair) -> Bool {
      if let known = useful[pair] { return known }
      let found = bringsAnywhere(pair)
      useful[pair] = found
      return found
    }
    var found: [Chain] = []
    var open = links.keys.compactMap { seatedTrips[$0] }.map {
      Chain(trips: [$0], days: days[Int($0.read.service)] ?? DayBits())
    }
    while let chain = open.popLast() {
      guard chain.trips.count < policy.mostSeated, let last = chain.trips.last else { continue }
      for link in links[last.read.key] ?? [] {
        guard let next = seatedTrips[link.next], next.feed == last.feed else { continue }
        let days = chain.days.intersection(link.days)
        guard !days.isEmpty, isUseful(PatternPair(first: last.pattern, second: next.pattern)) else { continue }
        let longer = Chain(trips: chain.trips + [next], days: days)
        found.append(longer)
        open.append(longer)
      }
    }
    return found.sorted { $0.trips.map(\.read.key).lexicographicallyPrecedes($1.trips.map(\.read.key)) }
  }

  private struct PatternPair: Hashable {
    var first: Int64
    var second: Int64
  }

  /// Whether riding on brings anybody where they do not get as well by leaving earlier or boarding later: not where a vehicle turns
  /// round and goes back the way that it came.
  private func bringsAnywhere(_ pair: PatternPair) -> Bool {
    guard let before = calls[pair.first], let behind = calls[pair.second] else { return false }
    func isNear(_ one: Call, _ other: Call) -> Bool {
      areOnePlace(one.stop, other.stop, within: policy.acrossStreet)
    }
    return behind.indices.dropFirst().contains { place in
      let goal = behind[place]
      guard goal.flags & 2 != 0 else { return false }
      guard let passed = before.lastIndex(where: { $0.flags & 2 != 0 && isNear($0, goal) }) else { return true }
      // Who boards behind it, where the vehicle does not pass again before the goal.
      return before[(passed + 1)...].dropLast().contains { start in
        start.flags & 1 != 0 && !behind[..<place].contains { $0.flags & 1 != 0 && isNear(start, $0) }
      }
    }
  }

  /// The calls of all trips of a chain; where one begins at the stop where the one before ends, that is one call.
  private mutating func line(_ kind: ChainKind) -> LineKind {
    var line = LineKind(feed: kind.feed, calls: [], parts: [])
    for ((pattern, route), named) in zip(zip(kind.patterns, kind.routes), kind.named) {
      var calls = lineCalls(pattern, route, named)
      var first = line.calls.count
      if let last = line.calls.last {
        if last.place == calls[0].place {
          // Who rides to there gets off from the one trip, who begins there boards the other.
          line.calls[first - 1].flags = last.flags & 2 | calls[0].flags & 1
          calls.removeFirst()
          first -= 1
        } else {
          line.calls[first - 1].flags &= 2
          calls[0].flags &= 1
        }
      }
      line.calls += calls
      line.parts.append(.init(pattern: pattern, first: Int32(first), last: Int32(line.calls.count - 1)))
    }
    return line
  }

  private mutating func trip(
    _ chain: Chain, _ line: LineKind, _ services: inout SeatedServices
  ) -> ReadTrip {
    let start = chain.trips[0].read.first
    var times: [Int32] = []
    for (number, trip) in chain.trips.enumerated() {
      let calls = self.calls[trip.pattern]?.count ?? 0
      var own = network.times(profile: trip.read.profile, calls: calls).map { $0 + trip.read.first - start }
      if number > 0, line.parts[number].first == line.parts[number - 1].last {
        times[times.count - 1] = own[1]
        own.removeFirst(2)
      }
      times += own
    }
    let service = services.number(chain.days, &network, feed: line.feed)
    return ReadTrip(
      first: start, profile: profile(times), service: service, key: chain.trips[0].read.key,
      further: chain.trips.dropFirst().map(\.read.key))
  }
}
