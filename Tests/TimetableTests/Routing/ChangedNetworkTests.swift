import Foundation
import Journey
import Testing

@testable import Timetable

/// Connections by how the runs are now, held against those of a timetable that was written so from the start.
@Suite("Connections by live times") struct ChangedNetworkTests {
  private static let day = "2026-12-01"

  private static func at(_ clock: String) throws -> Date { try instant("\(day)T\(clock):00+01:00") }

  private static func run(_ trip: String, start: String, _ calls: [(String, String)]?, skipping: Int? = nil) throws
    -> RunChanges.Changed
  {
    RunChanges.Changed(
      feed: "small", tripID: trip, serviceDay: day, start: try at(start),
      calls: try calls?.enumerated().map {
        .init(arrival: try at($1.0), departure: try at($1.1), isSkipped: $0 == skipping)
      })
  }

  /// Line 1 from Alpha to Gamma at 8:00 and 9:00, and line 2 from Gamma to Delta at 8:25 and 8:55.
  private static func feed(blocks: String = "") throws -> TimetableStore {
    var feed = SmallFeed()
    feed["stops.txt"] += "d,Delta,48.36,14.30\n"
    feed["routes.txt"] += "q,2,3\n"
    feed["trips.txt"] =
      "route_id,service_id,trip_id,block_id\nr,daily,t,\(blocks)\nr,daily,t2,\nq,daily,u,\(blocks)\nq,daily,u2,\n"
    feed["stop_times.txt"] += """
      t2,09:00:00,09:00:00,a,1
      t2,09:10:00,09:11:00,b,2
      t2,09:20:00,09:20:00,c,3
      u,08:25:00,08:25:00,c,1
      u,08:35:00,08:35:00,d,2
      u2,08:55:00,08:55:00,c,1
      u2,09:05:00,09:05:00,d,2

      """
    return try feed.imported().0
  }

  private static func trips(_ found: [Connection]) -> [[String?]] { found.map { $0.rides.map(\.tripID) } }

  @Test("A run that does not run is not ridden, and runs on the next day")
  func cancelled() throws {
    let store = try Self.feed().changed(by: RunChanges(changed: [Self.run("t", start: "08:00", nil)]))
    #expect(try Self.trips(store.connections(from: "small:a", to: "small:c", departing: Self.at("07:50"))) == [["t2"]])
    let next = try instant("2026-12-02T07:50:00+01:00")
    #expect(try Self.trips(store.connections(from: "small:a", to: "small:c", departing: next)) == [["t"]])
    #expect(try Self.trips(store.connections(from: "small:a", to: "small:c", arriving: Self.at("09:30"))) == [["t2"]])
  }

  @Test("A change that a delay loses is not made, and the ride keeps its times of the timetable")
  func lostChange() throws {
    let late = try Self.run("t", start: "08:00", [("08:00", "08:00"), ("08:20", "08:21"), ("08:30", "08:30")])
    let store = try Self.feed().changed(by: RunChanges(changed: [late]))
    let found = try store.connections(from: "small:a", to: "small:d", departing: Self.at("07:50"))
    #expect(Self.trips(found) == [["t", "u2"]])
    #expect(found.first?.departure == (try Self.at("08:00")))
    #expect(found.first?.arrival == (try Self.at("09:05")))
    #expect(found.first?.rides.first?.arrival == (try Self.at("08:20")))
  }

  @Test("A ride that is late can still be caught, and a change to it be made")
  func lateRide() throws {
    let late = try Self.run("t", start: "08:00", [("08:10", "08:10"), ("08:20", "08:21"), ("08:30", "08:30")])
    let waiting = try Self.run("u", start: "08:25", [("08:40", "08:40"), ("08:50", "08:50")])
    let store = try Self.feed().changed(by: RunChanges(changed: [late, waiting]))
    #expect(
      try Self.trips(store.connections(from: "small:a", to: "small:d", departing: Self.at("08:05"))) == [["t", "u"]])
    #expect(
      try Self.trips(store.connections(from: "small:a", to: "small:d", arriving: Self.at("08:51"))) == [["t", "u"]])
  }

  @Test("Nobody gets on or off where a vehicle does not stop")
  func skipped() throws {
    let skipping = try Self.run(
      "t", start: "08:00", [("08:00", "08:00"), ("08:10", "08:11"), ("08:20", "08:20")], skipping: 1)
    let store = try Self.feed().changed(by: RunChanges(changed: [skipping]))
    #expect(try Self.trips(store.connections(from: "small:a", to: "small:b", departing: Self.at("07:50"))) == [["t2"]])
    #expect(try Self.trips(store.connections(from: "small:b", to: "small:c", departing: Self.at("07:50"))) == [["t2"]])
    #expect(try Self.trips(store.connections(from: "small:a", to: "small:c", departing: Self.at("07:50"))) == [["t"]])
  }

  @Test("A vehicle that goes on as another line begins that no sooner than it comes")
  func seated() throws {
    let late = try Self.run("t", start: "08:00", [("08:00", "08:00"), ("08:25", "08:26"), ("08:40", "08:40")])
    let store = try Self.feed(blocks: "x").changed(by: RunChanges(changed: [late]))
    let found = try store.connections(from: "small:a", to: "small:d", departing: Self.at("07:50"))
    let ride = try #require(found.first?.rides.first)
    #expect(ride.tripID == "t" && ride.continuations.map(\.tripID) == ["u"])
    let cancelled = try Self.feed(blocks: "x").changed(
      by: RunChanges(changed: [Self.run("u", start: "08:25", nil)]))
    let other = try cancelled.connections(from: "small:a", to: "small:d", departing: Self.at("07:50"))
    #expect(Self.trips(other.filter { $0.rides[0].serviceDay == Self.day }) == [["t", "u2"]])
  }

  @Test("A run that the timetable does not have is ridden at its times; one that is too fast is not there")
  func added() throws {
    func extra(_ clock: String) throws -> RunChanges.Added {
      RunChanges.Added(
        feed: "small", id: "extra", routeID: "q",
        calls: [
          .init(stopID: "a", arrival: try Self.at("08:30"), departure: try Self.at("08:30")),
          .init(stopID: "d", arrival: try Self.at(clock), departure: try Self.at(clock)),
        ])
    }
    let store = try Self.feed().changed(by: RunChanges(added: [extra("08:50")]))
    let found = try store.connections(from: "small:a", to: "small:d", departing: Self.at("08:10"))
    let ride = try #require(found.first?.rides.first)
    #expect(ride.tripID == "extra" && ride.line == "2" && ride.stops.map(\.stop.name) == ["Alpha", "Delta"])
    #expect(ride.departure == (try Self.at("08:30")))
    #expect(ride.arrival == (try Self.at("08:50")))
    let fast = try Self.feed().changed(by: RunChanges(added: [extra("08:31")]))
    let without = try fast.connections(from: "small:a", to: "small:d", departing: Self.at("08:10"))
    #expect(!Self.trips(without).joined().contains("extra"))
  }

  @Test("What is not in the timetable changes nothing")
  func unknown() throws {
    let store = try Self.feed()
    let changes = RunChanges(
      changed: [
        try Self.run("nobody", start: "08:00", nil), try Self.run("t", start: "08:01", nil),
        .init(feed: "other", tripID: "t", serviceDay: Self.day, start: try Self.at("08:00"), calls: nil),
        .init(feed: "small", tripID: "t", serviceDay: "yesterday", start: try Self.at("08:00"), calls: nil),
      ], added: [.init(feed: "small", id: "x", routeID: nil, calls: [])])
    let found = try store.changed(by: changes).connections(
      from: "small:a", to: "small:d", departing: Self.at("07:50"))
    #expect(found == (try store.connections(from: "small:a", to: "small:d", departing: Self.at("07:50"))))
  }

  @Test("Random changes give what a timetable gives that has them written in", arguments: 1...6 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var network = RandomNetwork(seed: seed)
    let (plain, written, changes) = try network.make()
    let changed = plain.changed(by: changes)
    for question in network.questions(40) {
      let expected = try written.connections(from: question.from, to: question.to, departing: question.at)
      let found = try changed.connections(from: question.from, to: question.to, departing: question.at)
      #expect(network.ends(found, changes) == network.ends(expected, nil), "\(question)")
      let before = try written.connections(from: question.from, to: question.to, arriving: question.at)
      let back = try changed.connections(from: question.from, to: question.to, arriving: question.at)
      #expect(network.ends(back, changes) == network.ends(before, nil), "\(question)")
    }
  }
}

/// Lines that cross each other on a grid of stops, with a day on which many runs are late, do not run or leave stops out.
private struct RandomNetwork {
  struct Question { var from: String, to: String, at: Date }

  /// When a connection leaves and comes, and how many rides it has: which of two as good ones is found may differ.
  struct Ends: Hashable, Comparable {
    var departure: Date, arrival: Date, rides: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.rides, one.departure, one.arrival) < (other.rides, other.departure, other.arrival)
    }
  }

  private struct Run { var trip: String, line: Int, times: [Int] }

  private static let side = 4
  private var state: UInt64
  private let midnight = Date(timeIntervalSince1970: 1_796_079_600)

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  private mutating func number(_ below: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % below
  }

  private static func stops(_ line: Int) -> [String] {
    (0..<side).map { line < side ? "s\(line)\($0)" : "s\($0)\(line - side)" }
  }

  private static func clock(_ seconds: Int) -> String {
    "\(seconds / 3600):\(seconds / 60 % 60 / 10)\(seconds / 60 % 10):\(seconds % 60 / 10)\(seconds % 10)"
  }

  mutating func make() throws -> (plain: TimetableStore, written: TimetableStore, RunChanges) {
    var runs: [Run] = []
    for line in 0..<2 * Self.side {
      for trip in 0..<8 {
        var clock = 28_800 + trip * 1200 + number(900)
        var times: [Int] = []
        for _ in 0..<Self.side {
          times += [clock, clock + number(2) * 60]
          clock = times[times.count - 1] + 240 + number(5) * 60
        }
        times[1] = times[0]
        runs.append(Run(trip: "l\(line)t\(trip)", line: line, times: times))
      }
    }
    var (plain, written) = (rows(runs), rows(runs))
    var changed: [RunChanges.Changed] = []
    for run in runs where number(2) == 0 {
      written["trips.txt"] = written["trips.txt"].replacing("daily,\(run.trip)\n", with: "not,\(run.trip)\n")
      var change = RunChanges.Changed(
        feed: "small", tripID: run.trip, serviceDay: "2026-12-01", start: midnight + Double(run.times[0]), calls: nil)
      if number(5) > 0 {
        let (late, from) = (number(20) * 60 - 240, number(Self.side))
        let skipped = number(4) == 0 ? number(Self.side) : -1
        var times = run.times
        for place in 2 * from..<times.count { times[place] += late }
        for place in 1..<times.count { times[place] = max(times[place], times[place - 1]) }
        change.calls = (0..<Self.side).map {
          .init(
            arrival: midnight + Double(times[2 * $0]), departure: midnight + Double(times[2 * $0 + 1]),
            isSkipped: $0 == skipped)
        }
        add(Run(trip: run.trip + "x", line: run.line, times: times), "once", to: &written, skipping: skipped)
      }
      changed.append(change)
    }
    _ = plain.files.removeValue(forKey: "none")
    return (try plain.imported().0, try written.imported().0, RunChanges(changed: changed))
  }

  private func rows(_ runs: [Run]) -> SmallFeed {
    var feed = SmallFeed()
    feed["stops.txt"] = "stop_id,stop_name,stop_lat,stop_lon\n"
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        feed["stops.txt"] += "s\(row)\(column),S \(row) \(column),48.\(3 + row)0,14.\(3 + column)0\n"
      }
    }
    feed["routes.txt"] = "route_id,route_short_name,route_type\n"
    for line in 0..<2 * Self.side { feed["routes.txt"] += "r\(line),\(line),2\n" }
    feed["calendar.txt"] += "not,1,1,1,1,1,1,1,20260101,20261231\nonce,0,0,0,0,0,0,0,20260101,20261231\n"
    feed["calendar_dates.txt"] = "service_id,date,exception_type\nnot,20261201,2\nonce,20261201,1\n"
    feed["trips.txt"] = "route_id,service_id,trip_id\n"
    feed["stop_times.txt"] = "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type\n"
    for run in runs { add(run, "daily", to: &feed, skipping: -1) }
    return feed
  }

  private func add(_ run: Run, _ service: String, to feed: inout SmallFeed, skipping: Int) {
    feed["trips.txt"] += "r\(run.line),\(service),\(run.trip)\n"
    for (place, stop) in Self.stops(run.line).enumerated() {
      let use = place == skipping ? 1 : 0
      feed["stop_times.txt"] +=
        "\(run.trip),\(Self.clock(run.times[2 * place])),\(Self.clock(run.times[2 * place + 1])),\(stop),\(place + 1),\(use),\(use)\n"
    }
  }

  mutating func questions(_ count: Int) -> [Question] {
    (0..<count).map { _ in
      let from = "small:s\(number(Self.side))\(number(Self.side))"
      let to = "small:s\(number(Self.side))\(number(Self.side))"
      return Question(from: from, to: to, at: midnight + Double(28_800 + number(12_000)))
    }
  }

  /// - Parameter changes: by which rides with the times of the timetable are told when they leave and come.
  func ends(_ found: [Connection], _ changes: RunChanges?) -> [Ends] {
    found.map { connection in
      func time(_ ride: Ride, _ stop: RideStop, _ path: KeyPath<RunChanges.Changed.Call, Date>) -> Date? {
        let change = changes?.changed.first { $0.tripID == ride.tripID && ride.serviceDay == $0.serviceDay }
        guard let calls = change?.calls, let id = stop.stop.gtfs?.stopID, let line = ride.tripID?.dropFirst().first,
          let place = Self.stops(Int(String(line)) ?? 0).firstIndex(of: id)
        else { return nil }
        return calls[place][keyPath: path]
      }
      guard let first = connection.rides.first, let last = connection.rides.last else {
        return Ends(departure: .distantPast, arrival: .distantPast, rides: 0)
      }
      return Ends(
        departure: time(first, first.stops[0], \.departure) ?? connection.departure,
        arrival: time(last, last.stops[last.stops.count - 1], \.arrival) ?? connection.arrival,
        rides: connection.rides.count)
    }.sorted()
  }
}
