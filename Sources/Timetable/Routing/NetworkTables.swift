import BuiltFiles

/// A network while it is put together; `NetworkSection` says what the arrays hold.
struct NetworkTables {
  /// Keys in the database of the stop and the station of each place.
  var placeStops: [Int64] = []
  var placeStations: [Int64] = []
  /// The places of each station, by its key.
  var places: [Int64: [Int32]] = [:]

  var lineStarts: [Int32] = [0]
  var callPlaces: [Int32] = []
  var callFlags: [UInt8] = []
  var lineFeeds: [Int32] = []
  var lineKinds: [Int32] = []
  /// So many numbers of kinds of lines are given.
  var kindCount: Int32 = 0
  private var linePartStarts: [Int32] = [0]
  private var parts: [NetworkBuilder.LineKind.Part] = []
  private var lineKeyStarts: [Int32] = []
  var lineFirst: [Int32] = []
  var lineLast: [Int32] = []
  var lineServiceStarts: [Int32] = [0]
  var lineServices: [Int32] = []

  var lineTrips: [Int32] = [0]
  var tripFirst: [Int32] = []
  var tripProfiles: [Int32] = []
  var tripServices: [Int32] = []
  var tripKeys: [Int64] = []
  var profileStarts: [Int32] = []
  var profileTimes: [Int32] = []

  private var placeLineStarts: [Int32] = [0]
  private var placeLines: [Int32] = []
  private var placePositions: [Int32] = []

  private var wayStarts: [Int32] = [0]
  private var wayTo: [Int32] = []
  private var waySeconds: [Int32] = []

  var feeds: [RoutingNetwork.Feed] = []
  var services: [(feed: Int32, days: Service)] = []

  private var lineCount: Int { lineFeeds.count }
  var placeCount: Int { placeStops.count }

  init() {}

  /// A copy of a network that can be changed.
  init(_ file: SectionFile<NetworkSection>, feeds: [RoutingNetwork.Feed]) {
    func numbers(_ section: NetworkSection) -> [Int32] { Array(file.array(section, of: Int32.self).buffer) }
    func keys(_ section: NetworkSection) -> [Int64] { Array(file.array(section, of: Int64.self).buffer) }
    self.feeds = feeds
    (placeStops, placeStations) = (keys(.placeStops), keys(.placeStops))
    let (stations, ofStation) = (numbers(.stationStarts), numbers(.stationPlaces))
    for (number, key) in keys(.stationKeys).enumerated() {
      places[key] = Array(ofStation[Int(stations[number])..<Int(stations[number + 1])])
      for place in places[key] ?? [] { placeStations[Int(place)] = key }
    }
    (lineStarts, callPlaces, lineFeeds) = (numbers(.lineStarts), numbers(.callPlaces), numbers(.lineFeeds))
    callFlags = Array(file.array(.callFlags, of: UInt8.self).buffer)
    lineKinds = numbers(.lineKinds)
    kindCount = (lineKinds.max() ?? -1) + 1
    (linePartStarts, lineKeyStarts) = (numbers(.linePartStarts), numbers(.lineKeyStarts))
    let (first, last) = (numbers(.partFirst), numbers(.partLast))
    parts = keys(.partPatterns).enumerated().map { .init(pattern: $1, first: first[$0], last: last[$0]) }
    (lineFirst, lineLast) = (numbers(.lineFirst), numbers(.lineLast))
    (lineServiceStarts, lineServices) = (numbers(.lineServiceStarts), numbers(.lineServices))
    (lineTrips, tripFirst) = (numbers(.lineTrips), numbers(.tripFirst))
    (tripProfiles, tripServices, tripKeys) = (numbers(.tripProfiles), numbers(.tripServices), keys(.tripKeys))
    (profileStarts, profileTimes) = (numbers(.profileStarts), numbers(.profileTimes))
    (wayStarts, wayTo, waySeconds) = (numbers(.wayStarts), numbers(.wayTo), numbers(.waySeconds))
    services = Self.services(numbers(.services), numbers(.exceptionStarts), numbers(.exceptions))
  }

  private static func services(_ rows: [Int32], _ starts: [Int32], _ exceptions: [Int32]) -> [(Int32, Service)] {
    (0..<rows.count / 4).map { number in
      var service = Service(
        weekdays: Int(rows[4 * number + 1]), firstDay: ServiceDay(number: Int(rows[4 * number + 2])),
        lastDay: ServiceDay(number: Int(rows[4 * number + 3])))
      for exception in exceptions[Int(starts[number])..<Int(starts[number + 1])] {
        service.exceptions[ServiceDay(number: Int(exception >> 1))] = exception & 1 != 0
      }
      return (rows[4 * number], service)
    }
  }

  /// Notes that a trip of a feed is under way so late, in seconds of its service day.
  mutating func noteLatest(_ time: Int32, feed: Int32) {
    feeds[Int(feed)].latest = max(feeds[Int(feed)].latest, Int(time))
  }

  /// Notes anew which services the trips of some lines have.
  mutating func replaceServices(ofLines changed: Set<Int>) {
    guard !changed.isEmpty else { return }
    let (starts, services) = (lineServiceStarts, lineServices)
    (lineServiceStarts, lineServices) = ([0], [])
    lineServices.reserveCapacity(services.count + changed.count)
    for line in 0..<lineCount {
      lineServices +=
        changed.contains(line)
        ? Set(tripServices[Int(lineTrips[line])..<Int(lineTrips[line + 1])]).sorted()
        : Array(services[Int(starts[line])..<Int(starts[line + 1])])
      lineServiceStarts.append(Int32(lineServices.count))
    }
  }

  /// Notes the patterns that the trips of the line that is put together run one after the other.
  mutating func append(_ parts: [NetworkBuilder.LineKind.Part]) {
    self.parts += parts
    linePartStarts.append(Int32(self.parts.count))
    lineKeyStarts.append(Int32(tripKeys.count))
  }

  /// Arrival and departure at each call, in seconds from the start of a trip.
  func times(profile: Int32, calls: Int) -> ArraySlice<Int32> {
    let first = Int(profileStarts[Int(profile)])
    return profileTimes[first..<first + 2 * calls]
  }

  private func calls(_ line: Int) -> Range<Int> { Int(lineStarts[line])..<Int(lineStarts[line + 1]) }

  /// The bytes of its file.
  func bytes(_ digest: Digest) -> [UInt8] {
    var writer = SectionFileWriter<NetworkSection>()
    putPlaces(&writer)
    putLines(&writer)
    putDays(&writer)
    return writer.bytes(digest: digest)
  }

  private func putPlaces(_ writer: inout SectionFileWriter<NetworkSection>) {
    let stations = places.sorted { $0.key < $1.key }
    writer.put(.stationKeys, stations.map(\.key))
    writer.put(.stationStarts, .stationPlaces, stations.map(\.value))
    writer.put(.placeStops, placeStops)
    writer.put(.placeLineStarts, placeLineStarts)
    writer.put(.placeLines, placeLines)
    writer.put(.placePositions, placePositions)
    writer.put(.wayStarts, wayStarts)
    writer.put(.wayTo, wayTo)
    writer.put(.waySeconds, waySeconds)
  }

  private func putLines(_ writer: inout SectionFileWriter<NetworkSection>) {
    writer.put(.lineStarts, lineStarts)
    writer.put(.callPlaces, callPlaces)
    writer.put(.callFlags, callFlags)
    writer.put(.lineFeeds, lineFeeds)
    writer.put(.lineKinds, lineKinds)
    writer.put(.linePartStarts, linePartStarts)
    writer.put(.partPatterns, parts.map(\.pattern))
    writer.put(.partFirst, parts.map(\.first))
    writer.put(.partLast, parts.map(\.last))
    writer.put(.lineKeyStarts, lineKeyStarts)
    writer.put(.lineFirst, lineFirst)
    writer.put(.lineLast, lineLast)
    writer.put(.lineServiceStarts, lineServiceStarts)
    writer.put(.lineServices, lineServices)
    writer.put(.lineTrips, lineTrips)
    writer.put(.tripFirst, tripFirst)
    writer.put(.tripProfiles, tripProfiles)
    writer.put(.tripServices, tripServices)
    writer.put(.tripKeys, tripKeys)
    writer.put(.profileStarts, profileStarts)
    writer.put(.profileTimes, profileTimes)
  }

  private func putDays(_ writer: inout SectionFileWriter<NetworkSection>) {
    writer.put(.feedKeys, feeds.map(\.key))
    writer.put(.feedLatest, feeds.map { Int32(clamping: $0.latest) })
    writer.put(.feedZoneStarts, .feedZones, feeds.map { Array($0.zone.utf8) })
    writer.put(
      .services,
      services.flatMap {
        [$0.feed, Int32($0.days.weekdays), Int32($0.days.firstDay.number), Int32($0.days.lastDay.number)]
      })
    writer.put(
      .exceptionStarts, .exceptions,
      services.map { service in service.days.exceptions.map { Int32($0.key.number * 2 + ($0.value ? 1 : 0)) }.sorted() }
    )
  }
}

extension NetworkTables {
  /// The same with time running backwards: a search in it for the earliest arrival finds the latest departure.
  var reversed: NetworkTables {
    var other = self
    for line in 0..<lineCount {
      let calls = calls(line)
      other.callPlaces.replaceSubrange(calls, with: callPlaces[calls].reversed())
      other.callFlags.replaceSubrange(calls, with: callFlags[calls].reversed().map { ($0 >> 1) | (($0 & 1) << 1) })
      (other.lineFirst[line], other.lineLast[line]) = (-lineLast[line], -lineFirst[line])
      // The last trip is the first one now.
      let trips = Int(lineTrips[line])..<Int(lineTrips[line + 1])
      other.tripProfiles.replaceSubrange(trips, with: tripProfiles[trips].reversed())
      other.tripServices.replaceSubrange(trips, with: tripServices[trips].reversed())
      other.tripFirst.replaceSubrange(trips, with: trips.reversed().map { -lastArrival($0, calls.count) })
    }
    for profile in profileStarts.indices {
      let first = Int(profileStarts[profile])
      let end = profile + 1 < profileStarts.count ? Int(profileStarts[profile + 1]) : profileTimes.count
      // From the last arrival back: arrivals become departures by the order alone.
      let whole = profileTimes[end - 2]
      other.profileTimes.replaceSubrange(first..<end, with: profileTimes[first..<end].reversed().map { whole - $0 })
    }
    other.orderPlaces()
    let ways = (0..<placeCount).flatMap { from in
      (Int(wayStarts[from])..<Int(wayStarts[from + 1])).map {
        (from: wayTo[$0], to: Int32(from), seconds: waySeconds[$0])
      }
    }
    other.setWays(ways)
    return other
  }

  private func lastArrival(_ trip: Int, _ calls: Int) -> Int32 {
    tripFirst[trip] + profileTimes[Int(profileStarts[Int(tripProfiles[trip])]) + 2 * (calls - 1)]
  }

  /// Notes which lines call at each place.
  mutating func orderPlaces() {
    var counts = [Int32](repeating: 0, count: placeCount + 1)
    for place in callPlaces { counts[Int(place) + 1] += 1 }
    for place in 0..<placeCount { counts[place + 1] += counts[place] }
    placeLineStarts = counts
    placeLines = [Int32](repeating: 0, count: callPlaces.count)
    placePositions = placeLines
    var next = counts
    for line in 0..<lineCount {
      for (position, call) in calls(line).enumerated() {
        let place = Int(callPlaces[call])
        placeLines[Int(next[place])] = Int32(line)
        placePositions[Int(next[place])] = Int32(position)
        next[place] += 1
      }
    }
  }

  mutating func setWays(_ ways: [(from: Int32, to: Int32, seconds: Int32)]) {
    let sorted = ways.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    var counts = [Int32](repeating: 0, count: placeCount + 1)
    for way in sorted { counts[Int(way.from) + 1] += 1 }
    for place in 0..<placeCount { counts[place + 1] += counts[place] }
    wayStarts = counts
    wayTo = sorted.map(\.to)
    waySeconds = sorted.map(\.seconds)
  }
}
