import Alerts
import Foundation
import Journey
import Testing

@testable import Fleet

/// What a worker does with one alert until it is told and written down.
@Suite("Alerts in hand") struct DeliveriesTests {
  private let rider: RiderID
  private let reminder = UUID()

  init() throws { rider = try #require(RiderID("rider")) }

  private func alert(_ level: Int, of reminder: UUID? = nil) -> FleetAlert {
    FleetAlert(
      rider: rider, reminder: reminder ?? self.reminder, serviceDay: "2027-01-15",
      alert: Alert(event: .alert, level: level, at: NorthRide.start + Double(level), estimated: false))
  }

  private func deliveries(_ order: RingOrder, isAcknowledged: Bool = false) -> Deliveries {
    var policy = WorkerPolicy()
    policy.isAcknowledged = isAcknowledged
    return Deliveries(order, policy)
  }

  /// The levels that are to be rung at an instant.
  private func rung(_ deliveries: inout Deliveries, at clock: Double) -> [Int] {
    deliveries.takeDue(at: clock).compactMap { alert, _ in
      deliveries.rung(alert.trace, at: clock)
      return alert.alert.level
    }
  }

  @Test("Rung first, it is rung at once and in hand until it is written down")
  func ringFirst() {
    var deliveries = deliveries(.ringFirst)
    deliveries.add(alert(1), at: 0)
    #expect(rung(&deliveries, at: 0) == [1])
    #expect(!deliveries.isEmpty)
    #expect(deliveries.written(deliveries.unwritten(), [true], at: 1).isEmpty)
    #expect(deliveries.takeUnnoted().map(\.level) == [1])
    #expect(deliveries.isEmpty)
  }

  @Test("Written first, it is rung when the ledger has let it through, and not where somebody else has told it")
  func recordFirst() {
    var deliveries = deliveries(.recordFirst)
    deliveries.add(alert(1), at: 0)
    deliveries.add(alert(2), at: 0)
    #expect(rung(&deliveries, at: 0).isEmpty)
    #expect(deliveries.written(deliveries.unwritten(), [true, false], at: 0).map(\.alert.level) == [2])
    #expect(rung(&deliveries, at: 0) == [1])
    // Whoever has written it had their time.
    #expect(deliveries.doubted(at: 2).isEmpty)
    let doubted = deliveries.doubted(at: 3)
    #expect(doubted.map(\.alert.level) == [2])
    deliveries.settle(doubted, unsent: [], at: 3)
    #expect(rung(&deliveries, at: 10).isEmpty)
  }

  @Test("What somebody else has written down and never handed on is rung, once")
  func abandoned() {
    var deliveries = deliveries(.recordFirst)
    deliveries.add(alert(3), at: 0)
    _ = deliveries.written(deliveries.unwritten(), [false], at: 0)
    let doubted = deliveries.doubted(at: 3)
    deliveries.settle(doubted, unsent: Set(doubted.map(\.trace)), at: 3)
    #expect(rung(&deliveries, at: 3) == [3])
    #expect(rung(&deliveries, at: 100).isEmpty)
  }

  @Test("A phone that does not say to have it is told again, each time after twice as long, until it does")
  func again() {
    var deliveries = deliveries(.ringFirst, isAcknowledged: true)
    deliveries.add(alert(1), at: 0)
    _ = deliveries.written(deliveries.unwritten(), [true], at: 0)
    let quarters = (0...80).map { Double($0) / 4 }
    #expect(quarters.filter { !rung(&deliveries, at: $0).isEmpty } == [0, 0.5, 1.5, 3.5, 7.5, 15.5])
    #expect(deliveries.takeUnnoted().isEmpty)
    #expect(deliveries.heard(alert(1).trace, by: rider)?.alert.level == 1)
    #expect(rung(&deliveries, at: 100).isEmpty)
    #expect(deliveries.takeUnnoted().map(\.level) == [1])
  }

  @Test("Nobody says for another rider that they have it")
  func strangers() throws {
    var deliveries = deliveries(.ringFirst, isAcknowledged: true)
    deliveries.add(alert(1), at: 0)
    let stranger = try #require(RiderID("stranger"))
    #expect(deliveries.heard(alert(1).trace, by: stranger) == nil)
    #expect(rung(&deliveries, at: 0) == [1])
  }

  @Test("Who has not heard to get ready is not told so after \"get off\"")
  func superseded() {
    var deliveries = deliveries(.ringFirst, isAcknowledged: true)
    deliveries.add(alert(1), at: 0)
    #expect(rung(&deliveries, at: 0) == [1])
    deliveries.add(alert(3), at: 10)
    #expect(rung(&deliveries, at: 10) == [3])
    #expect(rung(&deliveries, at: 14) == [3])
  }

  @Test("What could not be rung for seconds is rung only when the ledger says that nobody else has told it")
  func stale() {
    var deliveries = deliveries(.ringFirst)
    deliveries.add(alert(1), at: 0)
    for second in [0.0, 1] {
      for (alert, _) in deliveries.takeDue(at: second) { deliveries.refused(alert.trace, at: second) }
    }
    #expect(rung(&deliveries, at: 5).isEmpty)
    _ = deliveries.written(deliveries.unwritten(), [true], at: 6)
    #expect(rung(&deliveries, at: 6) == [1])
  }

  @Test("What is no news any more is let go, written down or not")
  func noNews() {
    var deliveries = deliveries(.recordFirst)
    deliveries.add(alert(1), at: 0)
    #expect(deliveries.takeStale(at: 500).isEmpty)
    #expect(deliveries.takeStale(at: 601).map(\.alert.level) == [1])
    #expect(deliveries.isEmpty && deliveries.unwritten().isEmpty)
  }

  @Test("What is somebody else's now is rung and written down once, and left to them to be heard")
  func released() {
    var deliveries = deliveries(.ringFirst, isAcknowledged: true)
    let (rung, late) = (alert(1), alert(2, of: UUID()))
    deliveries.add(rung, at: 0)
    for (alert, _) in deliveries.takeDue(at: 0) { deliveries.rung(alert.trace, at: 0) }
    deliveries.add(late, at: 0.1)
    deliveries.release([Partition(of: rung.rider)])
    #expect(deliveries.unwritten().map(\.trace) == [rung.trace, late.trace], "both are still to be written down")
    #expect(deliveries.takeDue(at: 0.1).map(\.alert.trace) == [late.trace])
    deliveries.rung(late.trace, at: 0.1)
    _ = deliveries.written([rung, late], [true, true], at: 0.2)
    #expect(deliveries.isEmpty && !deliveries.hasUnnoted, "nobody has heard it yet, and the ledger is to say so")
    #expect(deliveries.takeDue(at: 60).isEmpty)
  }
}

@Suite("The clock of a fleet") struct FleetClockTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let others = ["two", "three"].compactMap { WorkerID($0) }

  @Test("A clock that is set by hours is not believed where others say otherwise", arguments: [-7200.0, -3, 45, 3600])
  func jumps(by seconds: Double) {
    var clock = FleetClock(wall: start, steady: 0)
    for second in 1...30 {
      for other in others {
        clock.hear((start + Double(second)).timeIntervalSince1970, from: other, steady: Double(second))
      }
      let wall = start + Double(second) + (second >= 10 ? seconds : 0)
      let now = clock.read(wall: wall, steady: Double(second))
      #expect(abs(now.timeIntervalSince(start) - Double(second)) < 0.1)
    }
    #expect(abs(clock.error - seconds) < 0.1)
  }

  @Test("Of two that differ the one that has not jumped is believed")
  func two() {
    var clock = FleetClock(wall: start, steady: 0)
    for second in 1...20 {
      let jump = second >= 10 ? 600.0 : 0
      clock.hear((start + Double(second) + jump).timeIntervalSince1970, from: others[0], steady: Double(second))
      let now = clock.read(wall: start + Double(second), steady: Double(second))
      #expect(abs(now.timeIntervalSince(start) - Double(second)) < 0.1)
    }
  }

  @Test("A clock that was set and that nobody can be asked about is believed after a minute")
  func alone() {
    var clock = FleetClock(wall: start, steady: 0)
    let errors = (1...70).map { second in
      clock.read(wall: start + Double(second) + 100, steady: Double(second)).timeIntervalSince(start) - Double(second)
    }
    #expect(errors[30] < 1)
    #expect(errors[69] == 100)
  }

  @Test("Small differences are made up for slowly: no second is lost or comes twice")
  func slews() {
    var clock = FleetClock(wall: start, steady: 0)
    var last = start
    for tenth in 1...300 {
      let now = clock.read(wall: start + Double(tenth) / 10 - 1, steady: Double(tenth) / 10)
      #expect(now > last && now.timeIntervalSince(last) < 0.11)
      last = now
    }
    #expect(abs(last.timeIntervalSince(start) - 29) < 0.01)
  }
}
