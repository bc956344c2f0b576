import Foundation
import Journey
import Testing

@testable import Conversation

/// What an alert says follows from the moment that it carries, in every language alike.
@Suite("Sentences of alerts")
struct AlertSentenceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Prompts")

  private static func prompts(_ language: String) throws -> Prompts {
    try Prompts.load(from: folder.appending(path: "\(language).yaml"))
  }

  /// A ride over eleven stops called A to K, on to L.
  private static func reminder(_ interval: Interval) throws -> Reminder {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    func stop(_ index: Int) -> RideStop {
      let at = start.addingTimeInterval(Double(index) * 120)
      let name = String("ABCDEFGHIJKL".dropFirst(index).prefix(1))
      let place = Position(latitude: 48 + Double(index) / 100, longitude: 14)
      return RideStop(
        stop: Stop(name: name, position: place), arrival: at, departure: at, metres: Double(index) * 1112)
    }
    let ride = Ride(
      tripID: "t", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: (0...10).map(stop), next: stop(11))
    let typed = Provenance(method: .typed)
    var draft = Draft(id: UUID(), createdAt: start)
    draft.from = Answer(ride.stops[0].stop, typed)
    draft.to = Answer(ride.stops[10].stop, typed)
    draft.mode = Answer(interval.mode, typed)
    draft.interval = Answer(interval, typed)
    draft.ride = ride
    return try #require(Reminder(draft, createdAt: start))
  }

  private static func say(
    _ level: Int, _ moment: Moment?, _ interval: Interval = .stops(2), event: Alert.Event = .alert,
    estimated: Bool = false, _ language: String = "en"
  ) throws -> String {
    let alert = Alert(event: event, level: level, at: Date(), estimated: estimated, moment: moment)
    return try prompts(language).sentence(alert, for: reminder(interval))
  }

  private static func ahead(_ next: Int, seconds: Double = 600, metres: Double = 5000, at: Int? = nil) -> Moment {
    Moment(
      basis: .position, atStop: at, nextStop: next, stopsLeft: 11 - next, metresLeft: metres, secondsLeft: seconds)
  }

  @Test("name the next stop and count from it to the rider's own, whatever was asked for")
  func counted() throws {
    #expect(try Self.say(1, Self.ahead(10)) == "The next stop is yours: K.")
    #expect(try Self.say(1, Self.ahead(9)) == "Next: J. Yours, K, is the one after.")
    #expect(try Self.say(1, Self.ahead(8)) == "Next: I. Yours, K, is the third from now.")
    #expect(try Self.say(1, Self.ahead(1)) == "Next: B. It is 10 stops to yours, K.")
    #expect(try Self.say(2, Self.ahead(9)) == "Next: J. Yours, K, is the one after. Get up.")
    #expect(try Self.say(2, Self.ahead(10, at: 9)) == "This is J. The next stop is yours: K. Get up.")
    #expect(
      try Self.say(1, Self.ahead(9), .stops(2), "de") == "Nächster Halt: J. Deiner, K, ist der danach.")
  }

  @Test("say minutes and metres as they are, rounded so that they are quick to hear")
  func left() throws {
    let minutes: [(Double, String)] = [
      (45, "Less than 1 minute"), (70, "About 1 minute"), (100, "About 2 minutes"), (210, "About 3 minutes"),
      (610, "About 10 minutes"),
    ]
    for (seconds, words) in minutes {
      let text = try Self.say(1, Self.ahead(8, seconds: seconds), .duration(seconds: 300))
      #expect(text == "Next: I. Yours, K, is the third from now. \(words) left.")
    }
    let metres: [(Double, String)] = [
      (60, "Less than 100 metres"), (430, "About 450 metres"), (980, "About 1 km"), (1312, "About 1.3 km"),
    ]
    for (metres, words) in metres {
      let text = try Self.say(2, Self.ahead(10, metres: metres), .distance(metres: 500))
      #expect(text == "The next stop is yours: K. \(words) left. Get up.")
    }
    #expect(try Self.say(1, Self.ahead(10, metres: 1312), .distance(metres: 500), "de").contains("Noch etwa 1,3 km."))
  }

  @Test("a last call says the next stop only where it is that, and another word before and after it")
  func lastCall() throws {
    #expect(try Self.say(3, Self.ahead(10)) == "Get off at the next stop! It is K.")
    #expect(try Self.say(3, Self.ahead(9)) == "Get ready to get off! Next: J. Yours, K, is the one after.")
    #expect(try Self.say(3, Moment(basis: .position, atStop: 10, stopsLeft: 0)) == "This is K: get off now!")
    #expect(
      try Self.say(3, Moment(basis: .position, nextStop: 11, stopsLeft: 0)).hasPrefix("You have passed K."))
  }

  @Test("what nobody knows is not claimed", arguments: ["en", "de"], [1, 2, 3])
  func unknown(language: String, level: Int) throws {
    for interval in [Interval.stops(2), .duration(seconds: 300), .distance(metres: 500)] {
      let text = try Self.say(level, nil, interval, language)
      #expect(text.contains("K") && !text.contains(where: \.isNumber), "\(text)")
      #expect(!text.lowercased().contains(language == "en" ? "next" : "nächst"), "\(text)")
    }
    #expect(
      try Self.say(1, Moment(basis: .pace, secondsLeft: 290), .duration(seconds: 300), estimated: true)
        == "K is your stop: get ready. About 5 minutes left. Estimated by your pace so far: look out yourself.")
  }

  @Test("an estimate is called one in every mode, by what it goes on")
  func estimated() throws {
    var moment = Self.ahead(10)
    moment.basis = .timetable
    for interval in [Interval.stops(1), .duration(seconds: 300), .distance(metres: 500)] {
      let text = try Self.say(3, moment, interval, estimated: true)
      #expect(text == "Get off at the next stop! It is K. Estimated by the timetable: look out yourself.")
    }
  }

  @Test("who has missed the stop hears of the next one only while it is ahead")
  func missed() throws {
    func missed(_ moment: Moment?) throws -> String { try Self.say(0, moment, event: .missed) }
    #expect(
      try missed(Moment(basis: .position, nextStop: 11, stopsLeft: 0))
        == "You have passed K. Get off at the next stop, L, and ride back.")
    #expect(
      try missed(Moment(basis: .position, atStop: 11, stopsLeft: 0))
        == "You have passed K. This is L: get off here and ride back.")
    for unknown in [nil, Moment(basis: .position, stopsLeft: 0)] {
      #expect(try missed(unknown) == "You have passed K. Get off at the next stop and ride back.")
    }
  }

  @Test("a lost position is stood in for by what there is")
  func lost() throws {
    func lost(_ basis: Moment.Basis?) throws -> String {
      try Self.say(0, basis.map { Moment(basis: $0) }, event: .positionLost)
    }
    #expect(try lost(.timetable).contains("by the timetable"))
    #expect(try lost(.pace).contains("by your pace so far"))
    #expect(try lost(nil).contains("yourself"))
  }
}
