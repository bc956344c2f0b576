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

  /// What the trips of some chains have in common: of each its pattern, its route, and its key where rules name it, else 0.
  private struct ChainKind: Hashable {
    var parts: [Int64]
    var feed: Int32
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
    forEachChain(links, days: days) { chain in
      var parts: [Int64] = []
      parts.reserveCapacity(3 * chain.trips.count)
      for trip in chain.trips {
        parts.append(trip.pattern)
        parts.append(trip.route)
        parts.append(isNamed(trip.read.key) ? trip.read.key : 0)
      }
      groups[ChainKind(parts: parts, feed: chain.trips[0].feed), default: []].append(chain)
    }
    var services = SeatedServices(days, network.services.map(\.feed), from: begin)
    // In one order, whatever the hashes of this run are.
    for (kind, chains) in groups.sorted(by: { $0.key.parts.lexicographicallyPrecedes($1.key.parts) }) {
      let line = self.line(kind)
      let trips = chains.map { trip($0, line, &services) }
      network.addLines(line, trips)
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

  /// All chains of two trips and more that bring riders anywhere, in the order of their trips' keys.
  private func forEachChain(
    _ links: [Int64: [SeatedTrips.Link]], days: [Int: DayBits], _ body: (Chain) -> Void
  ) {
    var useful: [PatternPair: Bool] = [:]
    func isUseful(_ pair: PatternPair) -> Bool {
      if let known = useful[pair] { return known }
      let found = bringsAnywhere(pair)
      useful[pair] = found
      return found
    }
    func extend(_ chain: Chain) {
      guard chain.trips.count < policy.mostSeated, let last = chain.trips.last else { return }
      for link in links[last.read.key] ?? [] {
        guard let next = seatedTrips[link.next], next.feed == last.feed else { continue }
        let days = chain.days.intersection(link.days)
        guard !days.isEmpty, isUseful(PatternPair(first: last.pattern, second: next.pattern)) else { continue }
        let longer = Chain(trips: chain.trips + [next], days: days)
        body(longer)
        extend(longer)
      }
    }
    for key in links.keys.sorted() {
      guard let trip = seatedTrips[key] else { continue }
      extend(Chain(trips: [trip], days: days[Int(trip.read.service)] ?? DayBits()))
    }
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
    for part in stride(from: 0, to: kind.parts.count, by: 3) {
      let pattern = kind.parts[part]
      var calls = lineCalls(pattern, kind.parts[part + 1], kind.parts[part + 2])
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
    let service = services.number(chain.days, &network, feed: line.feed)
    return ReadTrip(
      first: start, profile: profile(chain, line), service: service, key: chain.trips[0].read.key,
      further: chain.trips.dropFirst().map(\.read.key))
  }

  /// The number of a chain's times, made once for all that run the same ones one after the other.
  private mutating func profile(_ chain: Chain, _ line: LineKind) -> Int32 {
    var kind: [Int32] = []
    kind.reserveCapacity(3 * chain.trips.count)
    for (number, trip) in chain.trips.enumerated() {
      kind.append(trip.read.profile)
      kind.append(trip.read.first - chain.trips[0].read.first)
      kind.append(isJoined(number, line) ? 1 : 0)
    }
    if let known = seatedProfiles[kind] { return known }
    let number = network.addProfile(times(chain, line))
    seatedProfiles[kind] = number
    return number
  }

  /// Whether a part of a line begins with the call that the one before ends with.
  private func isJoined(_ number: Int, _ line: LineKind) -> Bool {
    number > 0 && line.parts[number].first == line.parts[number - 1].last
  }

  /// The times at all calls of a chain, in seconds from its start.
  private func times(_ chain: Chain, _ line: LineKind) -> [Int32] {
    let start = chain.trips[0].read.first
    var times: [Int32] = []
    for (number, trip) in chain.trips.enumerated() {
      let calls = self.calls[trip.pattern]?.count ?? 0
      var own = network.times(profile: trip.read.profile, calls: calls).map { $0 + trip.read.first - start }
      if isJoined(number, line) {
        times[times.count - 1] = own[1]
        own.removeFirst(2)
      }
      times += own
    }
    return times
  }
}
