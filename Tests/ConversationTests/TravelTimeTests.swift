import Foundation
import Matching
import Testing

@testable import Conversation

@Suite("Times said along with an answer")
struct TravelTimeTests {
  @Test("choose the ride, whatever else the sentence says")
  func chooseRide() throws {
    for text in [
      "from Linz Hauptbahnhof to Hagenberg leaving at 9:50, two stops before",
      "two stops before Hagenberg from Linz Hauptbahnhof at ten to ten",
      "tomorrow, from Linz Hauptbahnhof to Hagenberg, leaving after 9:35 in the morning, two stops before",
    ] {
      var dialogue = try Rehearsal()
      dialogue.type(text)
      #expect(dialogue.readBack?.sentence.contains("10:00") == true, "\(text)")
      #expect(dialogue.state.draft.interval?.value == .stops(2), "\(text)")
    }
  }

  @Test("a time alone changes the ride and keeps the open question")
  func timeAlone() throws {
    var dialogue = try Rehearsal()
    dialogue.type("leaving at half past nine")
    #expect(dialogue.question?.question == .from)
    #expect(dialogue.unclear.isEmpty)
    dialogue.type("from Linz Hauptbahnhof to Hagenberg two stops before")
    #expect(dialogue.readBack?.sentence.contains("09:30") == true)
    dialogue.type("leaving at 11:00")
    #expect(dialogue.readBack?.sentence.contains("11:00") == true)
  }

  @Test("what was understood is kept, and the words that were not are named")
  func partial() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Pregarten to xyzzyqwert, two stops before")
    #expect(dialogue.state.draft.from?.value.name == "Pregarten")
    #expect(dialogue.state.draft.interval?.value == .stops(2))
    #expect(dialogue.unclear.contains { $0.contains("Pregarten") && $0.contains("\"xyzzyqwert\"") })
    #expect(dialogue.question?.question == .to)
  }

  @Test(
    "are instants of the rider's day",
    arguments: [
      (TravelTime(event: .departure, clock: ClockTime(hour: 9, minute: 0, isHalfDay: true)), "2026-12-01T09:00:00"),
      (TravelTime(event: .departure, clock: ClockTime(hour: 7, minute: 0, isHalfDay: true)), "2026-12-01T19:00:00"),
      (TravelTime(event: .departure, clock: ClockTime(hour: 7, minute: 0), day: .ahead(1)), "2026-12-02T07:00:00"),
      (TravelTime(event: .departure, day: .weekday(5, later: 0)), "2026-12-04T08:00:00"),
      (TravelTime(event: .departure, day: .weekday(5, later: 7), partOfDay: 12), "2026-12-11T12:00:00"),
      (
        TravelTime(event: .departure, clock: ClockTime(hour: 8, minute: 30), day: .date(day: 14, month: 3)),
        "2027-03-14T08:30:00"
      ),
      (TravelTime(event: .departure, delay: 1200), "2026-12-01T08:20:00"),
      (TravelTime(event: .departure, day: .ahead(0)), "2026-12-01T08:00:00"),
    ])
  func instants(time: TravelTime, expected: String) {
    let instant = time.instant(after: Rehearsal.now, usual: Rehearsal.now, zone: "Europe/Vienna")
    #expect(instant == ISO8601DateFormatter().date(from: expected + "+01:00"))
  }
}
