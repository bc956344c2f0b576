import BuiltFiles

/// A network as it is while runs are late, do not run, or leave out stops.
///
/// A day on which a run of a line has changed is taken out of that line, and all that goes on it then becomes a line of that day: the
/// search knows nothing of it, and finds no more lines on a day than without, but where trips overtake each other.
struct ChangedNetwork {
  /// A run of a trip on a service day; times in seconds of that day.
  struct Run {
    struct Call {
      var arrival: Int32
      var departure: Int32
      var isSkipped: Bool
    }

    var pattern: Int64
    var trip: Int64
    var day: ServiceDay
    /// By the timetable.
    var start: Int32
    /// Nil where it does not run.
    var calls: [Call]?
  }

  /// A run that the timetable does not have.
  struct AddedRun {
    struct Call {
      /// Keys in the database.
      var stop: Int64
      var station: Int64
      var arrival: Int32
      var departure: Int32
    }

    /// Of the feed in the database.
    var feed: Int64
    /// Below zero: what no trip in the database has.
    var key: Int64
    var day: ServiceDay
    var calls: [Call]
  }

  /// What makes runs a line: that they are runs of one line on one day, and leave out the same stops.
  private struct Kind: Hashable, Comparable {
    var line: Int
    var day: ServiceDay
    var flags: [UInt8]

    static func < (one: Self, other: Self) -> Bool {
      if one.line != other.line { return one.line < other.line }
      return one.day != other.day ? one.day < other.day : one.flags.lexicographicallyPrecedes(other.flags)
    }
  }

  /// By day, what is known of each of the trips that a vehicle runs one after the other.
  private typealias Known = [ServiceDay: [Int: Run]]

  private struct ServiceKey: Hashable {
    var service: Int32
    /// On which the service does not run any more.
    var without: [ServiceDay]
  }

  private struct DayKey: Hashable {
    var feed: Int32
    var day: ServiceDay
  }

  private let planned: RoutingNetwork
  private var tables: NetworkTables
  private var services: [ServiceKey: Int32] = [:]
  private var days: [DayKey: Int32] = [:]
  private var changedLines: Set<Int> = []
  private var lines: [Kind: [NetworkBuilder.ReadTrip]] = [:]

  /// The tables of a network with its changes.
  static func tables(_ planned: RoutingNetwork, runs: [Run], added: [AddedRun]) -> NetworkTables {
    var network = ChangedNetwork(planned)
    network.change(runs)
    for run in added { network.add(run) }
    network.tables.replaceServices(ofLines: network.changedLines)
    for (kind, trips) in network.lines.sorted(by: { $0.key < $1.key }) {
      let isAsPlanned = kind.flags == planned.flags(ofLine: kind.line)
      network.tables.addLines(network.lineKind(kind), trips, as: isAsPlanned ? planned.lineKinds[kind.line] : nil)
    }
    network.tables.orderPlaces()
    return network.tables
  }

  private init(_ planned: RoutingNetwork) {
    self.planned = planned
    tables = planned.tables
  }

  private mutating func change(_ runs: [Run]) {
    let byTrip = Dictionary(grouping: runs, by: \.trip)
    let patterns = Set(runs.map(\.pattern))
    for line in 0..<planned.lineCount {
      let parts = planned.parts(ofLine: line)
      guard parts.contains(where: { patterns.contains($0.pattern) }) else { continue }
      let trips = Int(planned.lineTrips[line])..<Int(planned.lineTrips[line + 1])
      change(line, parts, trips, trips.map { known(line, $0, byTrip) })
    }
  }

  private func known(_ line: Int, _ trip: Int, _ runs: [Int64: [Run]]) -> Known {
    var known: Known = [:]
    for (number, key) in planned.tripKeys(line, trip).enumerated() {
      for run in runs[key] ?? [] where number > 0 || run.start == planned.tripFirst[trip] {
        if self.runs(trip, on: run.day) { known[run.day, default: [:]][number] = run }
      }
    }
    return known
  }

  private func runs(_ trip: Int, on day: ServiceDay) -> Bool {
    planned.runs(Int(planned.tripServices[trip]), on: day)
  }

  /// Takes the days out of a line on which one of its runs has changed.
  private mutating func change(
    _ line: Int, _ parts: [NetworkBuilder.LineKind.Part], _ trips: Range<Int>, _ known: [Known]
  ) {
    let days = Set(known.flatMap(\.keys)).sorted()
    guard !days.isEmpty else { return }
    changedLines.insert(line)
    for (trip, known) in zip(trips, known) {
      let own = days.filter { runs(trip, on: $0) }
      guard !own.isEmpty else { continue }
      tables.tripServices[trip] = service(planned.tripServices[trip], without: own)
      for day in own {
        guard let runs = known[day] else {
          keep(line, trip, day)
          continue
        }
        guard runs.values.allSatisfy({ $0.calls != nil }) else { continue }
        addRun(line, parts, trip, day, runs.compactMapValues(\.calls))
      }
    }
  }

  /// The run of a line's trip on a day as planned, which others of that day have left.
  private mutating func keep(_ line: Int, _ trip: Int, _ day: ServiceDay) {
    add(line, trip, day, profile: planned.tripProfiles[trip], flags: planned.flags(ofLine: line))
  }

  private mutating func add(_ line: Int, _ trip: Int, _ day: ServiceDay, profile: Int32, flags: [UInt8]) {
    let keys = planned.tripKeys(line, trip)
    lines[Kind(line: line, day: day, flags: flags), default: []].append(
      NetworkBuilder.ReadTrip(
        first: planned.tripFirst[trip], profile: profile, service: service(on: day, planned.lineFeeds[line]),
        key: keys[0], further: Array(keys.dropFirst())))
  }

  /// The run of a line's trip on a day as it is.
  private mutating func addRun(
    _ line: Int, _ parts: [NetworkBuilder.LineKind.Part], _ trip: Int, _ day: ServiceDay, _ known: [Int: [Run.Call]]
  ) {
    let positions = 0..<planned.calls(line)
    var times = positions.flatMap { [Int32(planned.arrival(trip, $0)), Int32(planned.departure(trip, $0))] }
    var flags = planned.flags(ofLine: line)
    for (number, calls) in known {
      let (first, last) = (Int(parts[number].first), Int(parts[number].last))
      guard calls.count == last - first + 1 else { continue }
      // Where one trip ends and the next begins, the first one tells when it comes, and the other when it leaves.
      let isJoinedBefore = number > 0 && Int(parts[number - 1].last) == first
      let isJoinedBehind = number + 1 < parts.count && Int(parts[number + 1].first) == last
      for (place, call) in calls.enumerated() {
        let position = first + place
        let (comes, leaves) = (!(place == 0 && isJoinedBefore), !(position == last && isJoinedBehind))
        if comes { times[2 * position] = call.arrival }
        if leaves { times[2 * position + 1] = call.departure }
        if call.isSkipped { flags[position] &= (comes ? 0 : 2) | (leaves ? 0 : 1) }
      }
    }
    // A vehicle that comes late from one trip cannot begin the next one sooner.
    for place in times.indices.dropFirst() { times[place] = max(times[place], times[place - 1]) }
    tables.noteLatest(times.last ?? 0, feed: planned.lineFeeds[line])
    let start = planned.tripFirst[trip]
    add(line, trip, day, profile: tables.addProfile(times.map { $0 - start }), flags: flags)
  }

  private func lineKind(_ kind: Kind) -> NetworkBuilder.LineKind {
    let calls = kind.flags.enumerated().map {
      NetworkBuilder.LineKind.Call(
        place: planned.callPlaces[Int(planned.lineStarts[kind.line]) + $0.offset], flags: $0.element)
    }
    return NetworkBuilder.LineKind(
      feed: planned.lineFeeds[kind.line], calls: calls, parts: planned.parts(ofLine: kind.line))
  }

  /// A run at stops at which the timetable's trips call as well: elsewhere no ways on foot are known.
  private mutating func add(_ run: AddedRun) {
    guard let feed = planned.feeds.firstIndex(where: { $0.key == run.feed }) else { return }
    let calls = run.calls.compactMap { call in place(call).map { (place: $0, call: call) } }
    guard calls.count > 1, let first = calls.first?.call, let last = calls.last?.call else { return }
    tables.noteLatest(last.arrival, feed: Int32(feed))
    let times = calls.flatMap { [$0.call.arrival - first.departure, $0.call.departure - first.departure] }
    let kind = NetworkBuilder.LineKind(
      feed: Int32(feed), calls: calls.map { .init(place: $0.place, flags: 3) },
      parts: [.init(pattern: -1, first: 0, last: Int32(calls.count - 1))])
    let trip = NetworkBuilder.ReadTrip(
      first: first.departure, profile: tables.addProfile(times), service: service(on: run.day, Int32(feed)),
      key: run.key)
    tables.addLines(kind, [trip])
  }

  private func place(_ call: AddedRun.Call) -> Int32? {
    let places = planned.places(ofStation: call.station)
    return places.first { tables.placeStops[Int($0)] == call.stop } ?? places.first
  }

  /// A service on fewer days.
  private mutating func service(_ number: Int32, without days: [ServiceDay]) -> Int32 {
    let key = ServiceKey(service: number, without: days)
    if let known = services[key] { return known }
    var fewer = tables.services[Int(number)]
    for day in days { fewer.days.exceptions[day] = false }
    services[key] = Int32(tables.services.count)
    tables.services.append(fewer)
    return Int32(tables.services.count - 1)
  }

  /// A service on a single day.
  private mutating func service(on day: ServiceDay, _ feed: Int32) -> Int32 {
    let key = DayKey(feed: feed, day: day)
    if let known = days[key] { return known }
    days[key] = Int32(tables.services.count)
    tables.services.append((feed, Service(weekdays: 0, firstDay: day, lastDay: day, exceptions: [day: true])))
    return Int32(tables.services.count - 1)
  }
}
