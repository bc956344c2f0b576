import Foundation
import Journey
import Testing

@testable import Timetable

@Suite("What leaves a stop") struct StopBoardTests {
  private let demo: TimetableStore

  init() throws { demo = try Fixtures.demo() }

  @Test("is in order of time from the moment on, with line, direction and platform") func order() throws {
    let now = try instant("2026-12-01T08:00:00+01:00")
    let board = try demo.departures(from: "demo:linz-hbf", at: now, limit: 30)
    #expect(board.count == 30)
    #expect(board.allSatisfy { $0.time >= now })
    #expect(board.map(\.time) == board.map(\.time).sorted())
    let first = try #require(board.first { $0.line.name == "1" })
    #expect(first.time == now && first.headsign == "Hagenberg" && first.platform == "A")
    #expect(first.stopID == "demo:linz-hbf-a" && first.serviceDay == "2026-12-01")
    let choice = try demo.rides(from: "demo:linz-hbf", to: "demo:hagenberg", at: now)
    #expect(choice.chosen?.departure == first.time)
  }

  @Test("can be of one platform or one line") func narrowed() throws {
    let now = try instant("2026-12-01T08:00:00+01:00")
    let platform = try demo.departures(from: "demo:linz-hbf-a", at: now, limit: 9)
    #expect(!platform.isEmpty && platform.allSatisfy { $0.platform == "A" })
    let line = try demo.departures(from: "demo:linz-hbf", at: now, line: "2", limit: 9)
    #expect(line.count == 9 && line.allSatisfy { $0.line.name == "2" })
    #expect(try demo.departures(from: "demo:linz-hbf", at: now, line: "9", limit: 9).isEmpty)
    #expect(throws: TimetableError.unknownStop(id: "demo:no")) {
      try demo.departures(from: "demo:no", at: now, limit: 9)
    }
  }

  @Test("goes on into the next day, and a trip after midnight is of the day before") func midnight() throws {
    let board = try demo.departures(
      from: "demo:linz-hbf", at: try instant("2026-12-01T23:50:00+01:00"), line: "1", limit: 3)
    #expect(
      board.map(\.time)
        == (try ["2026-12-02T00:00:00+01:00", "2026-12-02T00:30:00+01:00", "2026-12-02T04:30:00+01:00"]
          .map(instant)))
    #expect(board.map(\.serviceDay) == ["2026-12-01", "2026-12-01", "2026-12-02"])
  }

  @Test("is as long as asked where trips stand in the feed three times") func twins() throws {
    var feed = SmallFeed()
    feed["trips.txt"] = "route_id,service_id,trip_id\nr,daily,t\nr,daily,u\nr,daily,v\n"
    let rows = feed["stop_times.txt"].split(separator: "\n").dropFirst()
    for trip in ["u", "v"] { feed["stop_times.txt"] += rows.map { trip + $0.dropFirst() + "\n" }.joined() }
    let now = try instant("2026-12-01T09:00:00+01:00")
    let board = try feed.imported().0.departures(from: "small:a", at: now, limit: 5)
    #expect(board.map(\.serviceDay) == (2...6).map { "2026-12-0\($0)" })
  }

  @Test("of the last trips, until four in the morning those of the evening before") func last() throws {
    for time in ["2026-12-01T12:00:00+01:00", "2026-12-02T00:45:00+01:00", "2026-12-02T03:59:00+01:00"] {
      let last = try demo.lastDepartures(from: "demo:linz-hbf", at: try instant(time), line: "1")
      #expect(last.map(\.time) == [try instant("2026-12-02T00:30:00+01:00")])
    }
    let all = try demo.lastDepartures(from: "demo:linz-hbf", at: try instant("2026-12-01T12:00:00+01:00"))
    #expect(Set(all.map { "\($0.line.name) \($0.headsign)" }).count == all.count)
    #expect(all.map(\.time) == all.map(\.time).sorted())
    #expect(Set(all.map(\.line.name)) == ["1", "2", "3"])
  }

  @Test("of each line in each direction is that of the whole board, line by line") func byLine() throws {
    for time in ["2026-12-01T08:01:00+01:00", "2026-12-02T00:15:00+01:00"] {
      let now = try instant(time)
      let all = try demo.departures(from: "demo:linz-hbf", at: now, limit: 400)
      let expected = Dictionary(grouping: all) { "\($0.line.name) \($0.headsign)" }.mapValues { $0.prefix(3) }
      let board = try demo.departuresByLine(from: "demo:linz-hbf", at: now, limit: 3)
      #expect(expected.count > 3)
      #expect(Dictionary(grouping: board) { "\($0.line.name) \($0.headsign)" }.mapValues { $0.prefix(9) } == expected)
      // Each line stands in one piece, in the order of the first departures.
      let firsts = board.enumerated().filter {
        $0.offset == 0 || board[$0.offset - 1].headsign != $0.element.headsign
          || board[$0.offset - 1].line != $0.element.line
      }
      #expect(firsts.count == expected.count)
      #expect(firsts.map(\.element.time) == firsts.map(\.element.time).sorted())
    }
    #expect(
      try demo.departuresByLine(from: "demo:linz-hbf", at: instant("2026-12-01T08:01:00+01:00"), limit: 0).isEmpty)
  }

  @Test("runs by headway where the feed says so") func frequencies() throws {
    var feed = SmallFeed()
    feed.files["frequencies.txt"] = "trip_id,start_time,end_time,headway_secs\nt,08:00:00,09:00:00,900\n"
    let (store, _) = try feed.imported()
    let board = try store.departures(from: "small:b", at: try instant("2026-05-04T08:20:00+02:00"), limit: 4)
    #expect(
      board.map(\.time)
        == (try [
          "2026-05-04T08:26:00+02:00", "2026-05-04T08:41:00+02:00", "2026-05-04T08:56:00+02:00",
          "2026-05-05T08:11:00+02:00",
        ].map(instant)))
    // The feed names no headsign: it is the last stop.
    #expect(board[0].headsign == "Gamma")
    #expect(try store.departures(from: "small:c", at: try instant("2026-05-04T08:20:00+02:00"), limit: 4).isEmpty)
  }

  @Test(
    "keeps the clock of the place when clocks change",
    arguments: [
      ("2026-03-28T12:00:00+01:00", "2026-03-29T08:11:00+02:00"),
      ("2026-10-24T12:00:00+02:00", "2026-10-25T08:11:00+01:00"),
    ]) func clockChange(now: String, next: String) throws
  {
    let (store, _) = try SmallFeed().imported()
    let board = try store.departures(from: "small:b", at: try instant(now), limit: 1)
    #expect(board.map(\.time) == [try instant(next)])
  }

  @Test("is empty before and after the timetable") func outside() throws {
    let (store, _) = try SmallFeed().imported()
    for time in ["2020-01-01T08:00:00Z", "2027-02-01T08:00:00Z"] {
      #expect(try store.departures(from: "small:a", at: try instant(time), limit: 1).isEmpty)
      #expect(try store.lastDepartures(from: "small:a", at: try instant(time)).isEmpty)
    }
  }
}
