import Foundation
import Journey
import Testing

@testable import Conversation

@Suite("A reminder that comes again")
struct RepetitionTests {
  private static let trip = "from Linz Hauptplatz to Hagenberg two stops before"

  @Test(
    "takes its days at the read-back",
    arguments: [
      ("every weekday", [Weekday.monday, .tuesday, .wednesday, .thursday, .friday]),
      ("on mondays and fridays please", [.monday, .friday]), ("make it every day", Weekday.allCases),
      ("monday to thursday", [.monday, .tuesday, .wednesday, .thursday]), ("every weekend", [.saturday, .sunday]),
      ("every tuesday", [.tuesday]), ("every weekday but friday", [.monday, .tuesday, .wednesday, .thursday]),
      ("every day except on saturdays and sundays", [.monday, .tuesday, .wednesday, .thursday, .friday]),
      ("monday to friday but not wednesdays", [.monday, .tuesday, .thursday, .friday]),
    ])
  func days(said: String, days: [Weekday]) throws {
    var dialogue = try Rehearsal()
    dialogue.type(Self.trip, said)
    #expect(dialogue.state.draft.recurrence?.weekdays == days)
    #expect(dialogue.readBack?.rows.last?.name == "Comes again")
    dialogue.type("yes")
    #expect(dialogue.saved?.reminder.recurrence?.weekdays == days)
  }

  @Test("takes them behind other answers as well")
  func trailing() throws {
    var dialogue = try Rehearsal()
    dialogue.type(Self.trip + ", every weekday")
    #expect(dialogue.readBack?.answers.interval == .stops(2))
    #expect(dialogue.state.draft.recurrence?.weekdays.count == 5)
  }

  @Test("takes them before other answers as well")
  func leading() throws {
    var dialogue = try Rehearsal()
    dialogue.type("every weekday " + Self.trip)
    #expect(dialogue.readBack?.answers.interval == .stops(2))
    #expect(dialogue.state.draft.recurrence?.weekdays.count == 5)
    // "From" belongs to the stop, not to the days.
    dialogue = try Rehearsal()
    dialogue.type("Hagenberg", "back", "to Hagenberg", "every weekday but friday from Linz Hauptplatz")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    #expect(dialogue.state.draft.recurrence?.weekdays == [.monday, .tuesday, .wednesday, .thursday])
  }

  @Test(
    "says what days can be, where the words for them mean none that it knows",
    arguments: ["every other monday", "every blursday", "the first friday of the month"])
  func unclear(said: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type(Self.trip, said)
    #expect(dialogue.state.draft.recurrence == nil)
    #expect(dialogue.heard.contains { $0.contains("Monday") && $0.contains(said) }, "\(dialogue.heard)")
  }

  @Test(
    "is never made of days that were ruled out",
    arguments: [
      [trip + ", but not on mondays"], [trip, "never on mondays"], [trip, "not on sundays"],
      [trip, "every day except every day"],
    ])
  func ruledOut(said: [String]) throws {
    var dialogue = try Rehearsal()
    for text in said { dialogue.type(text) }
    #expect(dialogue.state.draft.recurrence == nil)
  }

  @Test("begins on the first of its days", arguments: [["every saturday"], ["every weekday", "every saturday"]])
  func firstDay(said: [String]) throws {
    var dialogue = try Rehearsal()
    dialogue.type(Self.trip)
    let before = try #require(dialogue.state.draft.ride?.departure)
    for text in said { dialogue.type(text) }
    let departure = try #require(dialogue.state.draft.ride?.departure)
    #expect(Weekday(of: departure, zone: "Europe/Vienna") == .saturday)
    #expect(departure.timeIntervalSince(before).truncatingRemainder(dividingBy: 86400) == 0)
    dialogue.type("undo")
    #expect(dialogue.state.draft.recurrence?.weekdays != [.saturday])
  }

  @Test("comes once again by word, by row, and by undo")
  func once() throws {
    var dialogue = try Rehearsal()
    dialogue.type(Self.trip, "every weekday", "just once")
    #expect(dialogue.state.draft.recurrence == nil)
    dialogue.type("undo")
    #expect(dialogue.state.draft.recurrence?.weekdays.count == 5)
    dialogue.type("8")
    #expect(dialogue.state.draft.recurrence == nil)
    #expect(dialogue.readBack?.rows.count == 7)
  }

  @Test(
    "is not made of a day alone, or of words that say something else",
    arguments: ["monday", "every two stops", "every other tuesday", "daily mail", "weekend street"])
  func none(said: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type(Self.trip, said)
    #expect(dialogue.state.draft.recurrence == nil)
  }

  @Test("gets a name of the rider's own")
  func label() throws {
    var dialogue = try Rehearsal()
    dialogue.type(Self.trip, "call it Work and back.")
    #expect(dialogue.readBack?.rows.last?.value == "Work and back")
    dialogue.type("every weekday", "yes")
    #expect(dialogue.saved?.reminder.label == "Work and back")
    dialogue = try Rehearsal()
    dialogue.type(Self.trip, "call it")
    #expect(dialogue.state.draft.label == nil)
    #expect(dialogue.readBack != nil, "nothing is asked or discarded")
    dialogue.type("call it C++!")
    #expect(dialogue.state.draft.label == "C++")
  }

  @Test(
    "is understood in German",
    arguments: ["jeden Werktag", "werktags bitte", "montags bis freitags", "von Montag bis Freitag"])
  func german(said: String) throws {
    var dialogue = try Rehearsal(language: "de")
    dialogue.type("von Linz Hauptplatz nach Hagenberg zwei Stationen vorher", said, "nenn es Arbeit")
    #expect(dialogue.state.draft.recurrence?.weekdays == [.monday, .tuesday, .wednesday, .thursday, .friday])
    #expect(dialogue.state.draft.label == "Arbeit")
  }
}
