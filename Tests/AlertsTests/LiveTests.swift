import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("What a live feed changes about the alerts")
struct LiveAlertTests {
  /// Departs at 0, calls at a stop every two minutes and is at the destination, the sixth, at 600.
  private func report(
    late: Double?, at second: Double, skipping: [Int] = [], isCancelled: Bool = false
  ) -> AlertInput {
    let calls = (0..<6).map { LiveReport.Call(arrival: late, departure: late, isSkipped: skipping.contains($0)) }
    let now = StraightRide.start + second
    return .live(now, LiveReport(madeAt: now, isCancelled: isCancelled, calls: calls, behind: "Stop 6"))
  }

  /// Ticks without a position, with a feed that says something every half minute.
  private func follow(
    _ rider: inout Rider, from first: Double = -60, to last: Double = 1200, says: (Double) -> AlertInput?
  ) {
    for second in stride(from: first, through: last, by: 1) where !rider.hasFinished {
      if second.truncatingRemainder(dividingBy: 30) == 0, let input = says(second) { rider.take(input) }
      rider.take(.tick(StraightRide.start + second))
    }
  }

  private func seconds(_ alert: Alert) -> Double { alert.at.timeIntervalSince(StraightRide.start) }

  private func calls(_ rider: Rider) -> [Double] {
    rider.told.filter { $0.event == .alert && $0.level == 3 }.map(seconds)
  }

  @Test("without a position: the call comes no later for a delay that may be wrong, and comes again by it")
  func callsTwice() throws {
    var plain = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&plain) { _ in nil }
    let planned = try #require(calls(plain).first)
    var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&rider) { report(late: 300, at: $0) }
    #expect(calls(rider) == [planned, planned + 300])
    let first = try #require(rider.told.first { $0.level == 3 })
    #expect(first.live?.late == 300)
    let again = try #require(rider.told.last { $0.level == 3 })
    #expect(again.live == nil)
    #expect(again.moment?.basis == .live)
    #expect(again.round == first.round + 1)
    // What a rider asks for who wants to be told minutes before goes by the delay.
    let ready = try #require(rider.told.first { $0.level == 1 })
    #expect((715...725).contains(seconds(ready)))
  }

  @Test("whoever is called by the timetable and again by the feed is called once more where the feed falls silent")
  func silentFeed() throws {
    var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&rider) { $0 <= 480 ? report(late: 300, at: $0) : nil }
    #expect(calls(rider).count == 2)
    var frozen = Rider(try StraightRide.plan(.duration(seconds: 180)))
    let old = report(late: 300, at: -60)
    follow(&frozen) { second in
      guard case .live(_, let said) = old else { return nil }
      return .live(StraightRide.start + second, said)
    }
    // Made long ago: it counts for nothing.
    var plain = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&plain) { _ in nil }
    #expect(calls(frozen) == calls(plain))
  }

  @Test("without a position: the call comes sooner for a vehicle that is early, and not for one that cannot be")
  func early() throws {
    var plain = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&plain) { _ in nil }
    let planned = try #require(calls(plain).first)
    var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&rider) { report(late: -60, at: $0) }
    #expect(calls(rider) == [planned - 60])
    var wrong = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&wrong, from: -900) { report(late: -1800, at: $0) }
    // Nobody who is called for an early vehicle is told that it is late, or called once more.
    for rider in [rider, wrong] {
      #expect(calls(rider).count == 1)
      #expect(rider.told.filter { $0.event == .alert }.allSatisfy { $0.live == nil })
    }
    // Before three tenths of the way to the stop before could be gained.
    #expect(try #require(calls(wrong).first) >= planned - 0.3 * 480)
  }

  @Test("no call is promised that would come at once: a vehicle that is late at the last stop alone is called once")
  func lateAtTheEnd() throws {
    var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&rider) { second in
      let now = StraightRide.start + second
      let calls = (0..<6).map { LiveReport.Call(arrival: $0 == 5 ? 180 : 0, departure: $0 == 5 ? 180 : 0) }
      return .live(now, LiveReport(madeAt: now, calls: calls))
    }
    #expect(calls(rider).count == 1)
    #expect(rider.told.filter { $0.level == 3 }.allSatisfy { $0.live == nil })
  }

  @Test("a position leads: whatever the feed says, the call comes as without it")
  func positionLeads() throws {
    func call(_ late: Double?) throws -> Double {
      var rider = Rider(try StraightRide.plan(.stops(2)))
      for second in stride(from: 0.0, through: 700, by: 1) where !rider.told(3) {
        if let late, second.truncatingRemainder(dividingBy: 30) == 0 { rider.take(report(late: late, at: second)) }
        rider.take(StraightRide.fix(second, at: min(4000, second * 800 / 120)))
      }
      return seconds(try #require(rider.told.first { $0.level == 3 }))
    }
    let alone = try call(nil)
    for late in [-1200.0, -300, 0, 300, 3600] { #expect(try call(late) == alone) }
  }

  @Test("later and earlier are told once each, from three minutes on")
  func tellsDelays() throws {
    func told(_ delay: @escaping (Double) -> Double) throws -> [(Double, Double?)] {
      var rider = Rider(try StraightRide.plan(.stops(1)))
      follow(&rider, from: -600, to: 300) { report(late: delay($0), at: $0) }
      return rider.told.filter { $0.event == .delayed }.map { (seconds($0), $0.live?.late) }
    }
    #expect(try told { _ in 170 }.isEmpty)
    let late = try told { $0 < -300 ? 0 : 240 }
    #expect(late.map(\.0) == [-300])
    #expect(late.first?.1 == 240)
    // More of the same is not told again; that it was made up is.
    #expect(try told { $0 < -300 ? 200 : $0 < 0 ? 500 : 0 }.map(\.1) == [200, 0])
    #expect(try told { $0 < 0 ? 200 : $0.truncatingRemainder(dividingBy: 60) == 0 ? 0 : 400 }.count == 2)
  }

  @Test(
    "a ride that is cancelled is told at once, urgently where it leaves soon, and is called by the timetable all the same"
  )
  func cancelled() throws {
    for (begin, level) in [(-900.0, nil), (-120.0, 3)] as [(Double, Int?)] {
      var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
      follow(&rider, from: begin) { report(late: nil, at: $0, isCancelled: true) }
      let told = rider.told.filter { $0.event == .cancelled }
      #expect(told.map(seconds) == [begin])
      #expect(told.map(\.level) == [level])
      let call = try #require(rider.told.last { $0.event == .alert && $0.level == 3 })
      #expect(call.live?.isCancelled == true)
    }
  }

  @Test("a destination that is left out is told at once, and called where the rider can still get off before it")
  func skipped() throws {
    var rider = Rider(try StraightRide.plan(.stops(2)))
    rider.take(report(late: 0, at: -600, skipping: [5]))
    for second in stride(from: 0.0, through: 620, by: 1) {
      if second.truncatingRemainder(dividingBy: 30) == 0 { rider.take(report(late: 0, at: second, skipping: [4, 5])) }
      rider.take(StraightRide.fix(second, at: min(4000, second * 800 / 120)))
    }
    let told = try #require(rider.told.first)
    #expect(told.event == .skipped)
    #expect(told.level == nil)
    #expect(told.live?.before == 4)
    #expect(told.live?.behind == "Stop 6")
    let call = try #require(rider.told.first { $0.event == .alert })
    #expect(call.level == 3)
    #expect(call.live?.before == 3)
    // The vehicle is at stop 3 at 360.
    #expect(seconds(call) < 350)
  }

  @Test("a destination that was to be left out and is not is called all the same")
  func skippedAndNot() throws {
    var rider = Rider(try StraightRide.plan(.stops(2)))
    for second in stride(from: 0.0, through: 620, by: 1) where !rider.hasFinished {
      if second.truncatingRemainder(dividingBy: 30) == 0 {
        rider.take(report(late: 0, at: second, skipping: second < 400 ? [5] : []))
      }
      if second == 200 || second == 500 {
        let standing = AlertEngine.standing(rider.plan, rider.state, at: StraightRide.start + second)
        #expect(standing.isDestinationSkipped == (second == 200))
      }
      rider.take(StraightRide.fix(second, at: min(4000, second * 800 / 120)))
    }
    let calls = rider.told.filter { $0.event == .alert && $0.level == 3 }
    #expect(calls.map { $0.live?.skipped } == [5, nil])
    // It leaves the stop before at 480, and is there at 600.
    #expect((480...590).contains(seconds(calls[1])))
  }

  @Test("a state that waits for a vehicle that never comes is none of a ride")
  func hostileState() throws {
    var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&rider, to: 600) { report(late: 300, at: $0) }
    #expect(rider.state.misfit(rider.plan) == nil)
    rider.state.latches.live?.callsAgainAfter = 1e12
    #expect(rider.state.misfit(rider.plan) != nil)
  }

  @Test("a report of another ride, or one that cannot be, changes nothing")
  func nonsense() throws {
    var plain = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&plain) { _ in nil }
    let now = StraightRide.start
    let strange: [(Double) -> LiveReport] = [
      { LiveReport(madeAt: now + $0, calls: [.init(arrival: 60)]) },
      { LiveReport(madeAt: now + $0, calls: []) },
      { LiveReport(madeAt: now + $0, calls: .init(repeating: .init(arrival: .nan), count: 6)) },
      { LiveReport(madeAt: now + $0, calls: .init(repeating: .init(arrival: 1e9), count: 6)) },
      { LiveReport(madeAt: now + $0 + 3600, calls: .init(repeating: .init(arrival: 600), count: 6)) },
      { _ in
        LiveReport(
          madeAt: Date(timeIntervalSinceReferenceDate: .nan), calls: .init(repeating: .init(arrival: 600), count: 6))
      },
    ]
    for report in strange {
      var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
      follow(&rider) { .live(now + $0, report($0)) }
      #expect(rider.told == plain.told)
    }
  }

  @Test("a state that was written down goes on as if nothing had happened, though the ledger knows of the first call")
  func goesOn() throws {
    var rider = Rider(try StraightRide.plan(.duration(seconds: 180)))
    follow(&rider) { report(late: 300, at: $0) }
    for cut in stride(from: -30.0, through: 870, by: 60) {
      var before = Rider(rider.plan)
      follow(&before, to: cut) { report(late: 300, at: $0) }
      var after = Rider(rider.plan)
      after.state = try JSONDecoder().decode(AlertState.self, from: JSONEncoder().encode(before.state))
      after.state.take(before.told, rider.plan)
      follow(&after, from: cut + 1) { report(late: 300, at: $0) }
      #expect(before.told + after.told == rider.told, "cut at \(cut)")
    }
  }
}
