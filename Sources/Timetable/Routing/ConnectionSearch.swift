/// The fastest connections from one end to another for each number of rides.
///
/// Method: RAPTOR (D. Delling, T. Pajor and R. F. Werneck, *Round-Based Public Transit Routing*, 2012), with target pruning. Round
/// `k` finds the earliest arrivals with `k` rides: it walks along every line that a place improved in the round before is on.
/// A line is walked for each service day that it may run on, since trips of the day before go on past midnight.
struct ConnectionSearch {
  /// One ride of a connection, on a service day.
  typealias Leg = RoutingNetwork.Leg

  /// A connection in the order of the search: in a reversed network the last ride comes first.
  struct Found: Sendable, Hashable {
    /// Where the search ends, in seconds of its clock.
    var arrival: Int
    var legs: [Leg]
  }

  /// A place with the seconds between it and an end of a journey: 0 where it is a place of the end itself.
  struct Reach: Sendable, Hashable {
    var place: Int32
    var seconds: Int
  }

  private struct Label {
    var line: Int32 = -1
    var day: Int32 = 0
    var trip: Int32 = 0
    var board: Int32 = 0
    var alight: Int32 = 0
  }

  static let never = Int.max / 4

  private let network: RoutingNetwork
  private let days: SearchDays
  private let mostRides: Int

  private var bestArrival: [Int]
  private var bestReady: [Int]
  /// By round: when a place was ready to be left, after the change, and from which place one came there; -1 for who was there.
  private var ready: [[Int]] = []
  private var cameFrom: [[Int32]] = []
  private var rides: [[Label]] = []
  /// By place, seconds from there to where one is going; below zero for one from where nobody goes there.
  private var toTarget: [Int32]
  private var bestTarget: Int
  private var marked: [Int32] = []
  private var isMarked: [Bool]
  /// By line: the first position from which it is to be walked in this round.
  private var firstPosition: [Int32]
  private var lines: [Int32] = []
  /// By kind of line: when whoever rides from that position on is at the end in this round.
  private var ridden: [Int]
  private var begins = 0

  /// - Parameter latest: Connections that arrive after this are of no use.
  init(_ network: RoutingNetwork, days: SearchDays, mostRides: Int, latest: Int = ConnectionSearch.never) {
    (self.network, self.days, self.mostRides) = (network, days, mostRides)
    bestArrival = [Int](repeating: Self.never, count: network.placeCount)
    bestReady = bestArrival
    bestTarget = min(latest, Self.never - 1) + 1
    toTarget = [Int32](repeating: -1, count: network.placeCount)
    isMarked = [Bool](repeating: false, count: network.placeCount)
    firstPosition = [Int32](repeating: -1, count: network.lineCount)
    ridden = [Int](repeating: Self.never, count: network.kindCount)
  }

  /// The connections that leave at an instant or later: each later in the list has more rides and is faster.
  mutating func run(from: [Reach], to: [Reach], at instant: Int) -> [Found] {
    for end in to { toTarget[Int(end.place)] = Int32(end.seconds) }
    begin(from, at: instant)
    var found: [Found] = []
    var round = 1
    while round <= mostRides, !marked.isEmpty {
      addRound()
      let reached = rideRound(round)
      if let (arrival, place) = walkRound(round, reached) {
        found.append(Found(arrival: arrival, legs: legs(to: place, round)))
      }
      round += 1
    }
    return found
  }

  /// The earliest arrival at each of several ends, by one search for all of them; `never` at one that nothing goes to.
  mutating func arrivals(from: [Reach], toEach ends: [[Reach]], at instant: Int) -> [Int] {
    begin(from, at: instant)
    var arrivals = [Int](repeating: Self.never, count: ends.count)
    var round = 1
    while round <= mostRides, !marked.isEmpty {
      addRound()
      _ = walkRound(round, rideRound(round))
      arrivals = ends.map { end in
        end.reduce(Self.never) { min($0, bestArrival[Int($1.place)] + $1.seconds) }
      }
      // What comes anywhere later than the last of them is of no use to any.
      bestTarget = arrivals.max() ?? Self.never
      round += 1
    }
    return arrivals
  }

  /// Round 0: at the end itself, and where one can walk to.
  private mutating func begin(_ from: [Reach], at instant: Int) {
    begins = instant
    ready.append([Int](repeating: Self.never, count: network.placeCount))
    cameFrom.append([Int32](repeating: -1, count: network.placeCount))
    rides.append([])
    for end in from {
      ready[0][Int(end.place)] = instant + end.seconds
      bestReady[Int(end.place)] = instant + end.seconds
      mark(end.place)
    }
  }

  private mutating func addRound() {
    ready.append([Int](repeating: Self.never, count: network.placeCount))
    cameFrom.append([Int32](repeating: -1, count: network.placeCount))
    rides.append([Label](repeating: Label(), count: network.placeCount))
  }

  private mutating func mark(_ place: Int32) {
    guard !isMarked[Int(place)] else { return }
    isMarked[Int(place)] = true
    marked.append(place)
  }

  /// Walks along all lines on which a marked place is.
  /// - Returns: the places reached earlier than before.
  private mutating func rideRound(_ round: Int) -> [Int32] {
    for place in marked {
      isMarked[Int(place)] = false
      if let running = days.running {
        for (line, position) in running[place] { note(Int(line), from: position) }
        continue
      }
      for entry in Int(network.placeLineStarts[Int(place)])..<Int(network.placeLineStarts[Int(place) + 1]) {
        let line = Int(network.placeLines[entry])
        if days.runs(line: line) != 0 { note(line, from: network.placePositions[entry]) }
      }
    }
    marked.removeAll(keepingCapacity: true)
    var reached: [Int32] = []
    // What goes on the earlier days comes first, on all lines: where it comes, what goes later need not be looked at.
    let count = network.feeds.indices.reduce(0) { max($0, days.count($1)) }
    for step in 0..<count {
      for line in lines { ride(Int(line), step, round, &reached) }
    }
    for line in lines {
      firstPosition[Int(line)] = -1
      ridden[Int(network.lineKinds[Int(line)])] = Self.never
    }
    lines.removeAll(keepingCapacity: true)
    return reached
  }

  /// A line is to be walked from a position on, or from an earlier one.
  private mutating func note(_ line: Int, from position: Int32) {
    if firstPosition[line] < 0 { lines.append(Int32(line)) }
    if firstPosition[line] < 0 || position < firstPosition[line] { firstPosition[line] = position }
  }

  /// Walks along one line on one service day, if it may be of use.
  /// - Parameter step: of the days, in the order of the search.
  private mutating func ride(_ line: Int, _ step: Int, _ round: Int, _ reached: inout [Int32]) {
    let (feed, kind) = (Int(network.lineFeeds[line]), Int(network.lineKinds[line]))
    let number = days.isReversed ? days.count(feed) - 1 - step : step
    guard number >= 0, days.runs(line: line) & (1 << UInt64(number)) != 0 else { return }
    let start = days.start(feed, number)
    // Who can ride from the first place on is at the end by then: what leaves later brings nobody anywhere sooner.
    guard start + Int(network.lineLast[line]) >= begins,
      start + Int(network.lineFirst[line]) < min(bestTarget, ridden[kind])
    else { return }
    ridden[kind] = min(
      ridden[kind], ride(line, number, start, from: Int(firstPosition[line]), round, &reached))
  }

  /// Walks along one line on one service day that begins at a second of the clock.
  /// - Returns: when the trip that leaves the first place is at the end of the line; never where none does.
  private mutating func ride(
    _ line: Int, _ day: Int, _ start: Int, from first: Int, _ round: Int, _ reached: inout [Int32]
  ) -> Int {
    let calls = Int(network.lineStarts[line])
    let count = network.calls(line)
    var trip = -1
    var board = 0
    var ridden = Self.never
    for position in first..<count {
      let place = Int(network.callPlaces[calls + position])
      let flags = network.callFlags[calls + position]
      if trip >= 0, flags & 2 != 0 {
        let arrival = start + network.arrival(trip, position)
        if arrival < min(bestArrival[place], bestTarget) {
          if rides[round][place].line < 0 { reached.append(Int32(place)) }
          bestArrival[place] = arrival
          rides[round][place] = Label(
            line: Int32(line), day: Int32(day), trip: Int32(trip), board: Int32(board), alight: Int32(position))
        }
      }
      guard flags & 1 != 0, ready[round - 1][place] < Self.never else { continue }
      let time = ready[round - 1][place] - start
      if time > Int(network.lineLast[line]) { continue }
      if trip >= 0, network.departure(trip, position) < time { continue }
      if let earlier = earliest(line, day, position, from: time, before: trip) {
        trip = earlier
        board = position
        if position == first { ridden = start + network.arrival(trip, count - 1) }
      }
    }
    return ridden
  }

  /// The first trip of a line that runs and leaves a position at a time or later.
  /// - Parameter before: only trips before this one; below zero for all.
  private func earliest(_ line: Int, _ day: Int, _ position: Int, from time: Int, before: Int) -> Int? {
    var low = Int(network.lineTrips[line])
    let end = before >= 0 ? before : Int(network.lineTrips[line + 1])
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if network.departure(middle, position) < time { low = middle + 1 } else { high = middle }
    }
    while low < end {
      if days.runs(service: Int(network.tripServices[low]), on: day) { return low }
      low += 1
    }
    return nil
  }

  /// Changes and walks from all that was reached.
  /// - Returns: the arrival of this round and the place where the last ride ended, where it is earlier than all before.
  private mutating func walkRound(_ round: Int, _ reached: [Int32]) -> (arrival: Int, place: Int32)? {
    var target: (arrival: Int, place: Int32)?
    for place in reached {
      let arrival = bestArrival[Int(place)]
      let walk = Int(toTarget[Int(place)])
      if walk >= 0, arrival + walk < bestTarget {
        bestTarget = arrival + walk
        target = (bestTarget, place)
      }
      for way in Int(network.wayStarts[Int(place)])..<Int(network.wayStarts[Int(place) + 1]) {
        let (to, time) = (network.wayTo[way], arrival + Int(network.waySeconds[way]))
        guard time < bestReady[Int(to)] else { continue }
        ready[round][Int(to)] = time
        bestReady[Int(to)] = time
        cameFrom[round][Int(to)] = place
        mark(to)
      }
    }
    return target
  }

  /// The rides back from where the last one ended.
  private func legs(to last: Int32, _ round: Int) -> [Leg] {
    var legs: [Leg] = []
    var place = last
    for round in stride(from: round, to: 0, by: -1) {
      let label = rides[round][Int(place)]
      legs.append(
        Leg(line: label.line, trip: label.trip, board: label.board, alight: label.alight, day: label.day))
      let boarded = network.callPlaces[Int(network.lineStarts[Int(label.line)]) + Int(label.board)]
      let came = cameFrom[round - 1][Int(boarded)]
      if round > 1 { place = came }
    }
    return legs.reversed()
  }
}
