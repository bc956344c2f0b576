import Foundation
import Journey
import Testing
import Timetable

@testable import Planning

@Suite("Trips of several stops")
struct TripPlannerTests {
  private static let network: Result<TimetableStore, any Error> = Result {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: root.appending(path: "Prompts/demo-network").path, name: "demo")
    return store
  }

  private let store: TimetableStore

  init() throws { store = try Self.network.get() }

  private func stop(_ id: String) throws -> Stop { try #require(try store.stop(id: "demo:\(id)"), "\(id)") }

  private func at(_ time: String, _ day: String = "2026-12-01") throws -> Date {
    try Date("\(day)T\(time):00+01:00", strategy: .iso8601)
  }

  private func trip(_ ids: [String], from time: String = "08:00", stays minutes: [Double] = []) throws -> TripPlan {
    let start = try at(time)
    let stops = try ids.enumerated().map { index, id in
      TripStop(place: try stop(id), stay: minutes.indices.contains(index) ? minutes[index] * 60 : 0)
    }
    return TripPlan(name: "errands", createdAt: start, start: start, zone: "Europe/Vienna", stops: stops)
  }

  private func plan(_ trip: TripPlan) throws -> Itinerary { try TripPlanner(trip, store).itinerary() }

  @Test("have an arrival and a departure at every stop, each stay whole, each way the soonest")
  func rows() throws {
    let trip = try trip(["linz-hbf", "hagenberg", "pregarten", "linz-hbf"], stays: [0, 120, 30])
    let rows = try plan(trip).rows
    #expect(rows[0].arrival == trip.start && rows.allSatisfy { $0.arrival != nil && $0.leaves != nil })
    for (row, next) in zip(rows, rows.dropFirst()) {
      let arrival = try #require(row.arrival)
      let way = try #require(row.way)
      #expect(way.leaves >= arrival.addingTimeInterval(row.stop.stay) && next.arrival == way.arrives)
      let direct = try store.connections(
        from: row.stop.place.id, to: next.stop.place.id, departing: arrival.addingTimeInterval(row.stop.stay))
      #expect(way.arrives == direct.map(\.arrival).min())
    }
    let itinerary = try plan(trip)
    #expect(
      itinerary.isPossible
        && itinerary.duration == itinerary.rows[3].leaves?.timeIntervalSince(itinerary.rows[0].leaves ?? trip.start))
  }

  @Test("go on foot where that is as soon, and never farther than a mile or than who cannot walk far")
  func onFoot() throws {
    let near = try trip(["linz-taubenmarkt", "linz-hauptplatz"], from: "03:00")
    let way = try #require(try plan(near).rows[0].way)
    guard case .walk(let walk, let leaves) = way else { return #expect(Bool(false), "rides 300 m at night: \(way)") }
    #expect(leaves == near.start && walk.seconds < 600)
    let slow = try TripPlanner(near, store.walking(Walking(farthest: 100))).itinerary()
    #expect(slow.rows[0].way?.connection != nil)
    #expect(try plan(trip(["linz-hbf", "linz-hauptplatz"], from: "03:00")).rows[0].way?.connection != nil)
  }

  @Test("lead to points on the map: on foot to the stops round them, and told where there are none")
  func points() throws {
    let home = Stop(point: try stop("hagenberg").position.moved(north: 200, east: 100))
    let start = try at("08:00")
    var trip = TripPlan(
      name: "home", createdAt: start, start: start, zone: "Europe/Vienna",
      stops: [TripStop(place: try stop("linz-hbf")), TripStop(place: home)])
    let connection = try #require(try plan(trip).rows[0].way?.connection)
    #expect((connection.walkSeconds.last ?? 0) > 200, "the way from the stop home is walked")
    trip.stops.reverse()
    #expect((try plan(trip).rows[0].way?.connection?.walkSeconds.first ?? 0) > 200)

    trip.stops = [
      trip.stops[1], TripStop(place: Stop(point: Position(latitude: 48.6, longitude: 13.9))), trip.stops[0],
    ]
    let rows = try plan(trip).rows
    #expect(rows[1].flaws == [.unserved] && rows[1].arrival == nil)
    #expect(rows[2].flaws == [.unknown])
    #expect(try plan(trip).duration == nil)
  }

  @Test("wait for a place to open, and tell where it is closed and what would fit")
  func openingHours() throws {
    var trip = try trip(["linz-hbf", "hagenberg", "pregarten"], stays: [0, 60, 30])
    trip.stops[1].hours = "Mo-Fr 10:00-12:00"
    let waits = try plan(trip).rows[1]
    #expect(waits.begins == (try at("10:00")) && waits.flaws.isEmpty)
    #expect(try #require(waits.leaves) >= (try at("11:00")))

    trip.stops[2].hours = "Tu 09:00-11:00"
    let closed = try plan(trip).rows[2]
    guard case .closed(let opens, let closes, let fit)? = closed.flaws.first else {
      return #expect(Bool(false), "not marked: \(closed)")
    }
    #expect(opens == (try at("09:00", "2026-12-08")))
    #expect(closes == nil, "it is closed by then")
    let leave = try #require(fit?.leave)
    #expect(leave < (try at("10:30")))
    // What is said to fit does.
    trip.stops[1].leaves = leave
    let mended = try plan(trip)
    #expect(mended.rows[2].flaws.isEmpty)
    #expect(mended.rows[1].flaws.contains { if case .shortened = $0 { true } else { false } })
  }

  @Test("tell that an appointment is missed, and by when to leave for it")
  func appointment() throws {
    var trip = try trip(["linz-hbf", "hagenberg", "pregarten"], stays: [0, 90, 0])
    trip.stops[2].by = try at("09:30")
    guard case .late(_, let fit)? = try plan(trip).rows[2].flaws.first else {
      return #expect(Bool(false), "not marked")
    }
    let found = try #require(fit)
    #expect(found.stay < 5400)
    trip.stops[1].stay = found.stay
    let mended = try plan(trip)
    #expect(mended.rows[2].flaws.isEmpty && mended.rows[2].begins == trip.stops[2].by, "who is early waits")
  }

  @Test("tell that the last one of the day has gone")
  func lastOne() throws {
    let trip = try trip(["linz-hbf", "hagenberg", "linz-hbf"], from: "18:00", stays: [0, 380])
    guard case .waits(let until, let fit)? = try plan(trip).rows[2].flaws.first else {
      return #expect(Bool(false), "not told")
    }
    #expect(until > (try at("04:00", "2026-12-02")))
    let found = try #require(fit)
    let isPossible = try plan(trip).isPossible
    #expect(found.stay < 22_800 && isPossible)
  }

  @Test("offer two ways before and two after, and move what comes later")
  func alternatives() throws {
    var trip = try trip(["linz-hbf", "hagenberg", "pregarten", "linz-hbf"], stays: [0, 120, 30])
    let before = try plan(trip)
    let others = try TripPlanner(trip, store).alternatives(to: before.rows[1], at: 1)
    #expect(others.before.count == 2 && others.after.count == 2)
    let leaves = try #require(before.rows[1].leaves)
    #expect(others.before.allSatisfy { $0.departure < leaves } && others.after.allSatisfy { $0.departure > leaves })

    trip.stops[1].leaves = try #require(others.after.last?.departure)
    let later = try plan(trip)
    #expect(later.rows[1].way?.connection == others.after.last && later.rows[1].flaws.isEmpty)
    #expect(try #require(later.rows[3].arrival) > (try #require(before.rows[3].arrival)))
    trip.stops[1].leaves = try #require(others.before.first?.departure)
    let sooner = try plan(trip)
    #expect(
      sooner.rows[1].flaws == [
        .shortened(7200 + (before.rows[1].arrival ?? leaves).timeIntervalSince(others.before[0].departure))
      ])
    #expect(try #require(sooner.rows[3].arrival) < (try #require(before.rows[3].arrival)))
  }

  @Test(
    "in the best order end as the best of all orders does, with the ends where they were",
    arguments: TripOrder.Ends.allCases)
  func order(ends: TripOrder.Ends) throws {
    var trip = try trip(
      ["linz-hbf", "freistadt-bahnhof", "linz-urfahr", "hagenberg", "linz-universitaet"], stays: [0, 20, 45, 10, 30])
    trip.stops[3].hours = "Tu 08:00-09:15"
    var order = try TripOrder(trip, keeping: ends, store)
    let found = order.best()
    let best = try #require(found)
    #expect(!ends.keepsFirst || best.stops.first == trip.stops.first)
    #expect(!ends.keepsLast || best.stops.last == trip.stops.last)
    func value(_ stops: [TripStop]) throws -> (Int, Date) {
      var other = trip
      other.stops = stops
      let made = try plan(other)
      return (made.rows.count { $0.flaws.contains(where: \.isImpossible) }, made.end ?? .distantFuture)
    }
    let all = try Self.orders(trip.stops).filter {
      (!ends.keepsFirst || $0.first == trip.stops.first) && (!ends.keepsLast || $0.last == trip.stops.last)
    }.map(value)
    let expected = try #require(all.min { $0 < $1 })
    #expect(try value(best.stops) == expected)
  }

  private static func orders(_ stops: [TripStop]) -> [[TripStop]] {
    guard stops.count > 1 else { return [stops] }
    return stops.indices.flatMap { first in
      var rest = stops
      let stop = rest.remove(at: first)
      return orders(rest).map { [stop] + $0 }
    }
  }

  @Test("take no arrival for known that a search would not find")
  func knownArrivals() throws {
    let ids = ["linz-hbf", "freistadt-bahnhof", "hagenberg"]
    let travel = try store.travel(among: ids.map(stop))
    let start = try at("08:00")
    var random = SplitMix(seed: 22)
    var known = KnownArrivals(stops: ids.count)
    var (used, looked) = (0, 0)
    // As orders do: at many instants, between few departures.
    for instant in (0..<4 * 60).map({ start.addingTimeInterval(Double($0) * 60) }).shuffled(using: &random) {
      for from in ids.indices {
        for to in ids.indices where to != from {
          let found = travel.arrivals(from: from, toEach: [to], departing: instant)[0]
          if let arrival = known.arrival(from: from, to: to, at: instant) {
            #expect(arrival == found, "\(ids[from]) to \(ids[to]) at \(instant)")
            used += 1
          } else {
            known.add(found, from: from, to: to, at: instant)
            looked += 1
          }
        }
      }
    }
    #expect(used > looked)
  }

  @Test("of more stops are put in an order by the heuristic that is no worse than the one given")
  func manyStops() throws {
    let ids = [
      "linz-hbf", "freistadt-bahnhof", "linz-urfahr", "hagenberg", "linz-universitaet", "steyregg", "lungitz", "selker",
      "linz-dornach", "katsdorf", "linz-auwiesen", "pregarten",
    ]
    let trip = try trip(ids, stays: ids.map { _ in 5 })
    var order = try TripOrder(trip, store)
    let found = order.best()
    let best = try #require(found)
    #expect(Set(best.stops.map(\.place.id)) == Set(trip.stops.map(\.place.id)) && best.stops[0] == trip.stops[0])
    #expect(try #require(try plan(best).end) < (try #require(try plan(trip).end)))
  }

  @Test("take a stop that the timetable has lost for the point where it was")
  func lostStop() throws {
    let real = try stop("hagenberg")
    let lost = Stop(name: "Hagenberg", position: real.position, gtfs: .init(feed: "gone", stopID: "1"))
    let start = try at("08:00")
    let trip = TripPlan(
      name: "lost", createdAt: start, start: start, zone: "Europe/Vienna",
      stops: [TripStop(place: try stop("linz-hbf")), TripStop(place: lost)])
    #expect(try plan(trip).isPossible)
  }
}
