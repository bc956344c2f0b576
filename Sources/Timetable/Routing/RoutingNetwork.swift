import BuiltFiles
import Foundation

/// The rides of all feeds in flat arrays, as the search walks over them, mapped from a file or just built.
///
/// A *place* is a stop, or, where rules of transfers.txt ask which route one comes from, a stop as one route uses it. A *line* is
/// a sequence of places with trips none of which overtakes another (a route in the words of RAPTOR).
final class RoutingNetwork: Sendable {
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
    var latest: Int
  }

  let feeds: [Feed]
  private let stationKeys: FlatArray<Int64>
  private let stationStarts: FlatArray<Int32>
  private let stationPlaces: FlatArray<Int32>
  private let placeStops: FlatArray<Int64>

  let lineStarts: FlatArray<Int32>
  let callPlaces: FlatArray<Int32>
  let callFlags: FlatArray<UInt8>
  let lineFeeds: FlatArray<Int32>
  let lineKinds: FlatArray<Int32>
  let kindCount: Int
  private let linePartStarts: FlatArray<Int32>
  private let partPatterns: FlatArray<Int64>
  private let partFirst: FlatArray<Int32>
  private let partLast: FlatArray<Int32>
  private let lineKeyStarts: FlatArray<Int32>
  let lineFirst: FlatArray<Int32>
  let lineLast: FlatArray<Int32>
  let lineServiceStarts: FlatArray<Int32>
  let lineServices: FlatArray<Int32>

  let lineTrips: FlatArray<Int32>
  let tripFirst: FlatArray<Int32>
  let tripProfiles: FlatArray<Int32>
  let tripServices: FlatArray<Int32>
  private let tripKeys: FlatArray<Int64>
  private let file: SectionFile<NetworkSection>
  let profileStarts: FlatArray<Int32>
  let profileTimes: FlatArray<Int32>

  let placeLineStarts: FlatArray<Int32>
  let placeLines: FlatArray<Int32>
  let placePositions: FlatArray<Int32>

  let wayStarts: FlatArray<Int32>
  let wayTo: FlatArray<Int32>
  let waySeconds: FlatArray<Int32>

  private let services: FlatArray<Int32>
  private let exceptionStarts: FlatArray<Int32>
  private let exceptions: FlatArray<Int32>

  init(_ file: SectionFile<NetworkSection>) {
    self.file = file
    func numbers(_ section: NetworkSection) -> FlatArray<Int32> { file.array(section, of: Int32.self) }
    func keys(_ section: NetworkSection) -> FlatArray<Int64> { file.array(section, of: Int64.self) }
    feeds = Self.feeds(file)
    (stationKeys, stationStarts, stationPlaces) = (
      keys(.stationKeys), numbers(.stationStarts), numbers(.stationPlaces)
    )
    placeStops = keys(.placeStops)
    (lineStarts, callPlaces) = (numbers(.lineStarts), numbers(.callPlaces))
    callFlags = file.array(.callFlags, of: UInt8.self)
    (lineFeeds, lineKinds) = (numbers(.lineFeeds), numbers(.lineKinds))
    kindCount = Int((lineKinds.buffer.max() ?? -1) + 1)
    (linePartStarts, lineKeyStarts) = (numbers(.linePartStarts), numbers(.lineKeyStarts))
    (partPatterns, partFirst, partLast) = (keys(.partPatterns), numbers(.partFirst), numbers(.partLast))
    (lineFirst, lineLast) = (numbers(.lineFirst), numbers(.lineLast))
    (lineServiceStarts, lineServices) = (numbers(.lineServiceStarts), numbers(.lineServices))
    (lineTrips, tripFirst) = (numbers(.lineTrips), numbers(.tripFirst))
    (tripProfiles, tripServices, tripKeys) = (numbers(.tripProfiles), numbers(.tripServices), keys(.tripKeys))
    (profileStarts, profileTimes) = (numbers(.profileStarts), numbers(.profileTimes))
    (placeLineStarts, placeLines, placePositions) = (
      numbers(.placeLineStarts), numbers(.placeLines), numbers(.placePositions)
    )
    (wayStarts, wayTo, waySeconds) = (numbers(.wayStarts), numbers(.wayTo), numbers(.waySeconds))
    services = numbers(.services)
    (exceptionStarts, exceptions) = (numbers(.exceptionStarts), numbers(.exceptions))
  }

  private static func feeds(_ file: SectionFile<NetworkSection>) -> [Feed] {
    let (keys, latest) = (file.array(.feedKeys, of: Int64.self), file.array(.feedLatest, of: Int32.self))
    let (starts, zones) = (file.array(.feedZoneStarts, of: UInt32.self), file.array(.feedZones, of: UInt8.self))
    return keys.indices.map { feed in
      Feed(
        key: keys[feed], zone: String(decoding: zones[Int(starts[feed])..<Int(starts[feed + 1])], as: UTF8.self),
        latest: Int(latest[feed]))
    }
  }

  /// Of each service, a bit for each of its feed's days on which it runs.
  /// - Parameter days: By feed, at most 64.
  func runs(_ days: [[ServiceDay]]) -> [UInt64] {
    (0..<services.count / 4).map { service in
      days[Int(services[4 * service])].enumerated().reduce(0) {
        runs(service, on: $1.element) ? $0 | 1 << UInt64($1.offset) : $0
      }
    }
  }

  /// Seconds that the change from each leg to the next one takes, walks included; 0 where no way is known.
  func changeSeconds(_ legs: [Leg]) -> [Int] {
    zip(legs, legs.dropFirst()).map { seconds(from: alighting($0), to: boarding($1)) ?? 0 }
  }

  /// The keys in the database of the stops of a leg, from where one gets on to where one gets off.
  func stops(of leg: Leg) -> [Int64] {
    (leg.board...leg.alight).map { placeStops[Int(callPlaces[Int(lineStarts[Int(leg.line)] + $0)])] }
  }

  /// The places where a leg begins and ends.
  func boarding(_ leg: Leg) -> Int32 { callPlaces[Int(lineStarts[Int(leg.line)]) + Int(leg.board)] }
  func alighting(_ leg: Leg) -> Int32 { callPlaces[Int(lineStarts[Int(leg.line)]) + Int(leg.alight)] }

  /// Seconds on foot from one place to another; nil where no way is known.
  func seconds(from: Int32, to: Int32) -> Int? {
    (Int(wayStarts[Int(from)])..<Int(wayStarts[Int(from) + 1])).first { wayTo[$0] == to }.map { Int(waySeconds[$0]) }
  }

  var lineCount: Int { lineFeeds.count }
  var placeCount: Int { wayStarts.count - 1 }

  func calls(_ line: Int) -> Int { Int(lineStarts[line + 1] - lineStarts[line]) }

  /// One trip of those that a vehicle runs while the rider keeps their seat.
  struct Part {
    /// Keys in the database.
    var pattern: Int64
    var trip: Int64
    /// Positions in its pattern.
    var board: Int
    var alight: Int
    /// Seconds of the service day at which the trip starts; nil where it starts when its timetable says.
    var start: Int?
  }

  /// The trips that a leg rides, one after the other.
  func parts(of leg: Leg) -> [Part] {
    let line = Int(leg.line)
    let range = Int(linePartStarts[line])..<Int(linePartStarts[line + 1])
    let keys = tripKeys(line, Int(leg.trip))
    return range.enumerated().compactMap { number, part in
      let (first, last) = (Int(partFirst[part]), Int(partLast[part]))
      let (board, alight) = (max(Int(leg.board), first), min(Int(leg.alight), last))
      guard board < alight else { return nil }
      return Part(
        pattern: partPatterns[part], trip: keys[number], board: board - first, alight: alight - first,
        start: number == 0 ? Int(tripFirst[Int(leg.trip)]) : nil)
    }
  }

  /// The patterns that the trips of a line run one after the other.
  func parts(ofLine line: Int) -> [NetworkBuilder.LineKind.Part] {
    (Int(linePartStarts[line])..<Int(linePartStarts[line + 1])).map {
      NetworkBuilder.LineKind.Part(pattern: partPatterns[$0], first: partFirst[$0], last: partLast[$0])
    }
  }

  /// What may be done at each call of a line.
  func flags(ofLine line: Int) -> [UInt8] { (Int(lineStarts[line])..<Int(lineStarts[line + 1])).map { callFlags[$0] } }

  /// The keys in the database of what a line's trip is made of, one for each part.
  func tripKeys(_ line: Int, _ trip: Int) -> [Int64] {
    let count = Int(linePartStarts[line + 1] - linePartStarts[line])
    let first = Int(lineKeyStarts[line]) + (trip - Int(lineTrips[line])) * count
    return (first..<first + count).map { tripKeys[$0] }
  }

  /// A copy that can be changed.
  var tables: NetworkTables { NetworkTables(file, feeds: feeds) }

  /// Seconds of the service day at which a trip comes to a position of its line, and leaves it.
  func arrival(_ trip: Int, _ position: Int) -> Int {
    Int(tripFirst[trip]) + Int(profileTimes[Int(profileStarts[Int(tripProfiles[trip])]) + 2 * position])
  }

  func departure(_ trip: Int, _ position: Int) -> Int {
    Int(tripFirst[trip]) + Int(profileTimes[Int(profileStarts[Int(tripProfiles[trip])]) + 2 * position + 1])
  }

  /// The places of a station, by its key in the database; empty where nothing calls.
  func places(ofStation key: Int64) -> [Int32] {
    let number = stationKeys.buffer.firstPlace(notBelow: key, in: 0..<stationKeys.count)
    guard number < stationKeys.count, stationKeys[number] == key else { return [] }
    return Array(stationPlaces[Int(stationStarts[number])..<Int(stationStarts[number + 1])])
  }

  /// Whether a service runs on a day.
  func runs(_ service: Int, on day: ServiceDay) -> Bool {
    let range = Int(exceptionStarts[service])..<Int(exceptionStarts[service + 1])
    let exception = exceptions.buffer.firstPlace(notBelow: Int32(day.number * 2), in: range)
    if exception < range.upperBound, Int(exceptions[exception] >> 1) == day.number {
      return exceptions[exception] & 1 != 0
    }
    let (weekdays, first, last) = (services[4 * service + 1], services[4 * service + 2], services[4 * service + 3])
    return day.number >= first && day.number <= last && weekdays & (1 << Int32(day.weekday)) != 0
  }
}

extension UnsafeBufferPointer where Element: Comparable {
  /// The first place of an ascending stretch with a number that is not below another one; the stretch's end where there is none.
  fileprivate func firstPlace(notBelow number: Element, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
