import Foundation
import Journey
import Matching
import Timetable

/// Asks a timetable what programs ask it, about a few of its stops on a few of its days: whatever came in must come out again.
struct FeedQuestions {
  private let store: TimetableStore
  private let stops: [Stop]
  private let instants: [Date]

  init(_ store: TimetableStore) throws {
    self.store = store
    stops = Array(try store.stops().prefix(4))
    let feed = try store.feeds().first
    let days = [feed?.firstDay, feed?.lastDay].compactMap { $0.flatMap(ServiceDay.instant) }
    guard let first = days.first, let last = days.last else {
      instants = [Date(timeIntervalSince1970: 1_790_000_000)]
      return
    }
    // In the morning, before midnight and in the night, also on the day before the first and the one after the last.
    let middle = first + (last.timeIntervalSince(first) / 2).rounded()
    instants = [first - 5 * 3600, middle, last - 4 * 3600, first - 14 * 3600, last + 13 * 3600]
  }

  /// What is not so of the answers, though it would have to be whatever the feed says.
  func flaws() throws -> [String] {
    var flaws = try stopFlaws()
    var question = 0
    for from in stops {
      for to in stops where to.id != from.id {
        let instant = instants[question % instants.count]
        flaws += try connectionFlaws(from.id, to.id, instant)
        question += 1
      }
      flaws += try departureFlaws(from.id, instants[question % instants.count])
    }
    return flaws
  }

  // MARK: - Stops

  private func stopFlaws() throws -> [String] {
    var flaws: [String] = []
    let options = try store.matchOptions()
    if try store.stopIndex(Lexicon()).options.count != options.count { flaws.append("stops missing in the index") }
    let reachability = try store.reachability()
    if reachability.count != options.count { flaws.append("\(reachability.count) stops in the reachability") }
    for stop in stops {
      guard let key = try store.stationKey(of: stop.id), let number = reachability.number(ofKey: key) else {
        flaws.append("a stop without a number")
        continue
      }
      func ids(_ numbers: [Int]) -> Set<String> { Set(numbers.map { options[$0].id }) }
      if ids(reachability.reached(from: number)) != (try store.reachable(from: stop.id)) {
        flaws.append("other stops reached")
      }
      if ids(reachability.reaching(number)) != (try store.reaching(stop.id)) { flaws.append("other stops reaching") }
      guard let details = try store.stopDetails(id: stop.id) else {
        flaws.append("a stop without details")
        continue
      }
      if let first = details.firstDay, let last = details.lastDay, first > last { flaws.append("days in no order") }
    }
    return flaws
  }

  private func departureFlaws(_ stop: String, _ instant: Date) throws -> [String] {
    var flaws: [String] = []
    let next = try store.departures(from: stop, at: instant, limit: 5)
    let more = try store.departures(from: stop, at: instant, limit: 40)
    if next != Array(more.prefix(5)) { flaws.append("other departures where more are asked for") }
    if more.contains(where: { $0.time < instant }) { flaws.append("a departure before the time asked") }
    let byLine = try store.departuresByLine(from: stop, at: instant, limit: 5)
    if !Set(byLine).isSuperset(of: next) { flaws.append("departures that their line has not") }
    let last = try store.lastDepartures(from: stop, at: instant)
    for times in [more.map(\.time), last.map(\.time)] where times != times.sorted() {
      flaws.append("departures in no order")
    }
    return flaws
  }

  // MARK: - Connections

  private func connectionFlaws(_ from: String, _ to: String, _ instant: Date) throws -> [String] {
    let departing = try store.connections(from: from, to: to, departing: instant)
    let arriving = try store.connections(from: from, to: to, arriving: instant)
    let following = try store.connections(from: from, to: to, departing: instant, count: 3)
    let preceding = try store.connections(from: from, to: to, arriving: instant, count: 3)
    var flaws = (departing + arriving + following + preceding).flatMap(Self.flaws)
    if (departing + following).contains(where: { $0.departure < instant }) {
      flaws.append("a connection that leaves before the time asked")
    }
    if (arriving + preceding).contains(where: { $0.arrival > instant }) {
      flaws.append("a connection that arrives after the time asked")
    }
    if following.count > 3 || preceding.count > 3 { flaws.append("more connections than asked for") }
    // Several are looked for within a week, one also where its trip has been under way for longer.
    func isNear(_ time: Date) -> Bool { abs(time.timeIntervalSince(instant)) < 7 * 86_400 }
    if following.isEmpty, departing.contains(where: { isNear($0.departure) }) {
      flaws.append("one connection that leaves, but not several")
    }
    if preceding.isEmpty, arriving.contains(where: { isNear($0.arrival) }) {
      flaws.append("one connection that arrives, but not several")
    }
    if departing.isEmpty, try store.rides(from: from, to: to, at: instant).chosen != nil {
      flaws.append("a direct ride, but no connection")
    }
    if arriving.isEmpty, try store.ridesArriving(from: from, to: to, by: instant).chosen != nil {
      flaws.append("a direct ride that arrives in time, but no connection")
    }
    return flaws
  }

  /// What a connection may not be, whatever was asked.
  private static func flaws(_ connection: Connection) -> [String] {
    guard !connection.rides.isEmpty else { return ["a connection without a ride"] }
    var flaws: [String] = []
    var clock = connection.departure
    for ride in connection.rides {
      guard let departure = ride.departure, let arrival = ride.arrival, ride.stops.count > 1 else {
        flaws.append("a ride without its ends")
        continue
      }
      if departure < clock { flaws.append("a ride that begins before the one before ends") }
      if arrival < departure { flaws.append("a ride that ends before it begins") }
      clock = arrival
    }
    if connection.arrival < clock { flaws.append("a connection that arrives before its last ride") }
    return flaws
  }
}
