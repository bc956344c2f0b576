/// The rides of all feeds in flat arrays, as the search walks over them.
///
/// A *place* is a stop, or, where rules of transfers.txt ask which route one comes from, a stop as one route uses it. A *line* is
/// a sequence of places with trips none of which overtakes another (a route in the words of RAPTOR). Lists of several things have one
/// entry more than there are things: thing `n` has the entries from `start[n]` to `start[n + 1]`.
struct RoutingNetwork: Sendable {
  /// A ride between two calls of a line.
  struct Leg: Sendable, Hashable {
    var line: Int32
    var trip: Int32
    /// Positions in the line.
    var board: Int32
    var alight: Int32
    /// Number of the service day among those searched.
    var day: Int32
  }

  /// One time zone with its services.
  struct Feed: Sendable {
    var key: Int64
    var zone: String
    /// The latest time of any trip, in seconds from the start of its service day.
    var latest: Int32
  }

  /// Keys in the database of the stop and the station of each place.
  var placeStop: [Int64] = []
  var placeStation: [Int64] = []
  /// The places of each station, by its key.
  var places: [Int64: [Int32]] = [:]

  var lineStart: [Int32] = [0]
  var callPlace: [Int32] = []
  /// Bit 0: one can board, bit 1: one can alight.
  var callFlags: [UInt8] = []
  var lineFeed: [Int32] = []
  var linePattern: [Int64] = []
  var lineRoute: [Int64] = []
  /// The first departure and the last arrival of any trip, in seconds of the service day.
  var lineFirst: [Int32] = []
  var lineLast: [Int32] = []

  /// The services of each line, every one once.
  var lineServiceStart: [Int32] = [0]
  var lineServices: [Int32] = []

  var lineTrips: [Int32] = [0]
  /// When a trip starts, in seconds of the service day, and which times it has after that.
  var tripFirst: [Int32] = []
  var tripProfile: [Int32] = []
  var tripService: [Int32] = []
  var tripKey: [Int64] = []
  /// Where the times of a profile begin: arrival and departure at each call, in seconds after the start.
  var profileStart: [Int32] = []
  var profileTimes: [Int32] = []

  /// The lines that call at each place, and at which position.
  var placeLineStart: [Int32] = [0]
  var placeLines: [Int32] = []
  var placePositions: [Int32] = []

  /// The ways from each place: to vehicles at the same one, at others of its station, and at stops near by.
  var wayStart: [Int32] = [0]
  var wayTo: [Int32] = []
  var waySeconds: [Int32] = []

  var feeds: [Feed] = []
  var services: [Service] = []

  var lineCount: Int { lineFeed.count }
  var placeCount: Int { placeStop.count }

  func calls(_ line: Int) -> Int { Int(lineStart[line + 1] - lineStart[line]) }

  /// Seconds of the service day at which a trip comes to a position of its line, and leaves it.
  func arrival(_ trip: Int, _ position: Int) -> Int {
    Int(tripFirst[trip]) + Int(profileTimes[Int(profileStart[Int(tripProfile[trip])]) + 2 * position])
  }

  func departure(_ trip: Int, _ position: Int) -> Int {
    Int(tripFirst[trip]) + Int(profileTimes[Int(profileStart[Int(tripProfile[trip])]) + 2 * position + 1])
  }
}

extension RoutingNetwork {
  /// The same with time running backwards: a search in it for the earliest arrival finds the latest departure.
  var reversed: RoutingNetwork {
    var other = self
    for line in 0..<lineCount {
      let calls = Int(lineStart[line])..<Int(lineStart[line + 1])
      other.callPlace.replaceSubrange(calls, with: callPlace[calls].reversed())
      other.callFlags.replaceSubrange(calls, with: callFlags[calls].reversed().map { ($0 >> 1) | (($0 & 1) << 1) })
      (other.lineFirst[line], other.lineLast[line]) = (-lineLast[line], -lineFirst[line])
      // The last trip is the first one now.
      let trips = Int(lineTrips[line])..<Int(lineTrips[line + 1])
      other.tripProfile.replaceSubrange(trips, with: tripProfile[trips].reversed())
      other.tripService.replaceSubrange(trips, with: tripService[trips].reversed())
      other.tripKey.replaceSubrange(trips, with: tripKey[trips].reversed())
      other.tripFirst.replaceSubrange(
        trips, with: trips.reversed().map { Int32(-arrival($0, calls.count - 1)) })
    }
    for profile in profileStart.indices {
      let first = Int(profileStart[profile])
      let end = profile + 1 < profileStart.count ? Int(profileStart[profile + 1]) : profileTimes.count
      // From the last arrival back: arrivals become departures by the order alone.
      let whole = profileTimes[end - 2]
      other.profileTimes.replaceSubrange(first..<end, with: profileTimes[first..<end].reversed().map { whole - $0 })
    }
    other.orderPlaces()
    let ways = (0..<placeCount).flatMap { from in
      (Int(wayStart[from])..<Int(wayStart[from + 1])).map {
        (from: wayTo[$0], to: Int32(from), seconds: waySeconds[$0])
      }
    }
    other.setWays(ways)
    return other
  }

  /// Notes which lines call at each place.
  mutating func orderPlaces() {
    var counts = [Int32](repeating: 0, count: placeCount + 1)
    for place in callPlace { counts[Int(place) + 1] += 1 }
    for place in 0..<placeCount { counts[place + 1] += counts[place] }
    placeLineStart = counts
    placeLines = [Int32](repeating: 0, count: callPlace.count)
    placePositions = placeLines
    var next = counts
    for line in 0..<lineCount {
      for (position, call) in (Int(lineStart[line])..<Int(lineStart[line + 1])).enumerated() {
        let place = Int(callPlace[call])
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
    wayStart = counts
    wayTo = sorted.map(\.to)
    waySeconds = sorted.map(\.seconds)
  }
}
