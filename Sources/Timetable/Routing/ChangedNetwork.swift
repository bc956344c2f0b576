import BuiltFiles

/// A network as it is while runs are late, do not run, or leave out stops.
///
/// What is left of a changed run becomes a trip of that day on a line of its own, and the day is taken from the trip that it is a run
/// of: the search knows nothing of it and is as fast as without.
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

  /// What makes changed runs a line: that they were runs of one line, and leave out the same stops.
  private struct Kind: Hashable {
    var line: Int
    var flags: [UInt8]
  }

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
    for (kind, trips) in network.lines.sorted(by: { ($0.key.line, $0.key.flags) < ($1.key.line, $1.key.flags) }) {
      network.tables.addLines(network.lineKind(kind), trips)
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
      for trip in Int(planned.lineTrips[line])..<Int(planned.lineTrips[line + 1]) {
        // By day, what is known of each of the trips that the vehicle runs one after the other.
        var changed: [ServiceDay: [Int: Run]] = [:]
        for (number, key) in planned.tripKeys(line, trip).enumerated() {
          for run in byTrip[key] ?? [] where number > 0 || run.start == planned.tripFirst[trip] {
            changed[run.day, default: [:]][number] = run
          }
        }
        if !changed.isEmpty { change(line, parts, trip, changed) }
      }
    }
  }

  private mutating func change(
    _ line: Int, _ parts: [NetworkBuilder.LineKind.Part], _ trip: Int, _ changed: [ServiceDay: [Int: Run]]
  ) {
    let service = planned.tripServices[trip]
    let days = changed.keys.filter { tables.services[Int(service)].days.runs(on: $0) }.sorted()
    guard !days.isEmpty else { return }
    changedLines.insert(line)
    tables.tripServices[trip] = self.service(service, without: days)
    for day in days {
      guard let runs = changed[day], runs.values.allSatisfy({ $0.calls != nil }) else { continue }
      addRun(line, parts, trip, day, runs.compactMapValues(\.calls))
    }
  }

  /// The run of a line's trip on a day as it is.
  private mutating func addRun(
    _ line: Int, _ parts: [NetworkBuilder.LineKind.Part], _ trip: Int, _ day: ServiceDay, _ known: [Int: [Run.Call]]
  ) {
    let positions = 0..<planned.calls(line)
    var times = positions.flatMap { [Int32(planned.arrival(trip, $0)), Int32(planned.departure(trip, $0))] }
    var flags = positions.map { planned.callFlags[Int(planned.lineStarts[line]) + $0] }
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
    let start = planned.tripFirst[trip]
    let feed = planned.lineFeeds[line]
    tables.noteLatest(times.last ?? 0, feed: feed)
    let keys = planned.tripKeys(line, trip)
    lines[Kind(line: line, flags: flags), default: []].append(
      NetworkBuilder.ReadTrip(
        first: start, profile: tables.addProfile(times.map { $0 - start }), service: service(on: day, feed),
        key: keys[0], further: Array(keys.dropFirst())))
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

private func < (one: (Int, [UInt8]), other: (Int, [UInt8])) -> Bool {
  one.0 != other.0 ? one.0 < other.0 : one.1.lexicographicallyPrecedes(other.1)
}
