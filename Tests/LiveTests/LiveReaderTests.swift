#if Realtime
import Foundation
import SwiftProtobuf
import Testing
import Timetable

@testable import Live

@Suite struct LiveReaderTests {
  private let feed: TownFeed

  init() throws { feed = try TownFeed() }

  private func delays(_ trip: LiveTrip?) -> [TimeInterval?] { trip?.calls.map(\.departureDelay) ?? [] }

  @Test("A delay holds from its stop on, and before it the timetable does")
  func propagation() throws {
    let (trip, rules) = try feed.trip([TownFeed.late("b", 120)])
    #expect(delays(trip) == [nil, 120, 120, 120])
    #expect(trip?.id.serviceDay == "2026-12-01")
    #expect(rules.isEmpty)
  }

  @Test("The next word about a delay replaces it")
  func replaced() throws {
    let (trip, _) = try feed.trip([TownFeed.late("a", 300), TownFeed.late("c", 60)])
    #expect(delays(trip) == [300, 300, 60, 60])
  }

  @Test("A skipped stop passes the delay on; one of which nothing is known ends it")
  func skippedAndUnknown() throws {
    let skipped = TownFeed.at("b") { $0.scheduleRelationship = .skipped }
    let unknown = TownFeed.at("d") { $0.scheduleRelationship = .noData }
    let (trip, _) = try feed.trip([TownFeed.late("a", 240), skipped, unknown])
    #expect(delays(trip) == [240, nil, 240, nil])
    #expect(trip?.calls.map(\.isSkipped) == [false, true, false, false])
  }

  @Test("No vehicle leaves a stop before it came there, nor comes to one before it left another")
  func neverBack() throws {
    // Ten minutes late at b and on time at c would be a minute before it left b.
    let (trip, _) = try feed.trip([TownFeed.late("b", 660), TownFeed.at("d") { $0.arrival.delay = 0 }])
    let times = trip?.calls.flatMap { [$0.arrival, $0.departure] }.compactMap(\.self) ?? []
    #expect(times == times.sorted())
    #expect(trip?.calls[3].arrivalDelay == 120)
  }

  @Test("A delay of years is none")
  func absurdDelay() throws {
    let (trip, rules) = try feed.trip([TownFeed.late("b", Int(Int32.max))])
    #expect(delays(trip) == [nil, nil, nil, nil])
    #expect(rules.contains("absurd-delay"))
  }

  @Test("A time says more than a delay beside it")
  func timeFirst() throws {
    let stopTime = TownFeed.at("b") {
      $0.arrival.time = Int64(TownFeed.start.timeIntervalSince1970) + 660
      $0.arrival.delay = 5
    }
    let (trip, _) = try feed.trip([stopTime])
    #expect(trip?.calls[1].arrivalDelay == 60)
    #expect(trip?.calls[2].arrivalDelay == 60)
  }

  @Test("A cancelled trip is cancelled, and so is one with one stop left")
  func cancelled() throws {
    #expect(try feed.trip([]) { $0.trip.scheduleRelationship = .canceled }.trip?.state == .cancelled)
    let skipped = ["a", "b", "c"].map { TownFeed.at($0) { $0.scheduleRelationship = .skipped } }
    #expect(try feed.trip(skipped).trip?.state == .cancelled)
    #expect(try feed.trip([TownFeed.late("a", 0)]).trip?.state == .running)
  }

  @Test("Another platform of the station is where it calls today")
  func platform() throws {
    let (trip, _) = try feed.trip([TownFeed.late("b2", 60)])
    #expect(trip?.calls[1].movedTo == "b2")
    #expect(delays(trip) == [nil, 60, 60, 60])
  }

  @Test("Stop times in no order are put in order where they agree with the timetable, and else left out")
  func order() throws {
    let agreeing = [TownFeed.at("c", 30) { $0.arrival.delay = 60 }, TownFeed.at("b", 20) { $0.arrival.delay = 30 }]
    let (trip, rules) = try feed.trip(agreeing)
    #expect(trip?.calls.map(\.arrivalDelay) == [nil, 30, 60, 60])
    #expect(rules == ["E002"])
    let other = [TownFeed.at("c", 30) { $0.arrival.delay = 60 }, TownFeed.at("d", 20) { $0.arrival.delay = 30 }]
    #expect(try feed.trip(other).trip == nil)
  }

  @Test("Trips of which it is not known which run is meant are left out")
  func whichRun() throws {
    let headway = try feed.trip([TownFeed.late("a", 60)]) { $0.trip.tripID = "h" }
    #expect(headway.trip == nil)
    #expect(headway.rules == ["E006"])
    let named = try feed.trip([TownFeed.late("a", 60)]) {
      ($0.trip.tripID, $0.trip.startTime, $0.trip.startDate) = ("h", "08:00:00", "20261201")
    }
    #expect(named.trip?.id.start == TownFeed.start)
    #expect(try feed.trip([]) { ($0.trip.tripID, $0.trip.startTime) = ("h", "08:30:00") }.rules == ["E019"])
  }

  @Test("A date on which the trip does not run is never read as another one that is not under way")
  func dates() throws {
    let over = try feed.trip([TownFeed.late("a", 60)]) { $0.trip.startDate = "20261130" }
    #expect(over.trip?.id.serviceDay == "2026-11-30")
    let broken = try feed.trip([TownFeed.late("a", 60)]) { $0.trip.startDate = "2026-12-01" }
    #expect(broken.trip?.id.serviceDay == "2026-12-01")
    #expect(broken.rules == ["E021"])
  }

  @Test(
    "What is no feed is refused with its cause",
    arguments: [
      (Data(), LiveError.empty), (Data("<!DOCTYPE html><html>".utf8), .isPage),
      (Data("{\"header\":{}}".utf8), .notProtobuf),
      (Data([0x0A, 0x7F, 0x01]), .notProtobuf),
    ])
  func refused(_ data: Data, _ error: LiveError) {
    #expect(throws: error) { try feed.reader.snapshot(data, now: TownFeed.now) }
  }

  @Test("A feed that is cut off anywhere is refused or read as far as it goes, and never crashes")
  func cutOff() throws {
    var message = TransitRealtime_FeedMessage()
    message.header.timestamp = UInt64(TownFeed.now.timeIntervalSince1970)
    var entity = TransitRealtime_FeedEntity()
    entity.id = "1"
    entity.tripUpdate.trip.tripID = "t"
    entity.tripUpdate.stopTimeUpdate = [TownFeed.late("b", 60)]
    message.entity = [entity, entity]
    let data: Data = try message.serializedBytes()
    for length in 0..<data.count {
      let snapshot = try? feed.reader.snapshot(data.prefix(length), now: TownFeed.now)
      for trip in snapshot?.trips.values ?? [:].values { #expect(delays(trip) == [nil, 60, 60, 60]) }
    }
  }

  @Test(
    "The age of a header in milliseconds, or from the future, is not known",
    arguments: [1_796_108_700_000, 1_796_112_300])
  func header(_ timestamp: UInt64) throws {
    let snapshot = try feed.read { $0.header.timestamp = timestamp }
    #expect(snapshot.madeAt == nil)
    #expect(snapshot.findings.map(\.action) == [.refused])
  }

  @Test("A vehicle off the line of its trip is not placed on it")
  func vehicle() throws {
    let snapshot = try feed.read { message in
      for (id, east) in [("on", 14.3005), ("off", 14.31)] {
        var entity = TransitRealtime_FeedEntity()
        entity.id = id
        entity.vehicle.trip.tripID = "t"
        (entity.vehicle.position.latitude, entity.vehicle.position.longitude) = (48.315, Float(east))
        (entity.vehicle.stopID, entity.vehicle.currentStatus) = ("c", .stoppedAt)
        message.entity.append(entity)
      }
    }
    #expect(snapshot.vehicles.map(\.isOnLine) == [true, false])
    #expect(snapshot.vehicles[0].call == 2)
    #expect(snapshot.vehicles[0].isStanding)
    #expect(snapshot.findings.map(\.rule) == ["E029"])
  }

  @Test("An alert holds in its periods, and is told with its subjects and texts")
  func alert() throws {
    let snapshot = try feed.read { message in
      var entity = TransitRealtime_FeedEntity()
      entity.id = "a"
      var (line, stop) = (TransitRealtime_EntitySelector(), TransitRealtime_EntitySelector())
      (line.routeID, stop.stopID) = ("r", "elsewhere")
      entity.alert.informedEntity = [line, stop]
      var period = TransitRealtime_TimeRange()
      period.end = UInt64(TownFeed.now.timeIntervalSince1970) + 60
      entity.alert.activePeriod = [period]
      var text = TransitRealtime_TranslatedString.Translation()
      (text.text, text.language) = ("Gesperrt", "de")
      entity.alert.headerText.translation = [text]
      entity.alert.effect = .significantDelays
      message.entity = [entity]
    }
    let alert = try #require(snapshot.alerts.first)
    #expect(alert.subjects.map(\.routeID) == ["r"])
    #expect(alert.header == ["de": "Gesperrt"])
    #expect(alert.effect == "SIGNIFICANT_DELAYS")
    #expect(alert.holds(at: TownFeed.now) && !alert.holds(at: TownFeed.now + 60))
    #expect(snapshot.findings.map(\.rule) == ["E011"])
  }
}
#endif
