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
      ("every tuesday", [.tuesday]),
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
  }

  @Test(
    "is never made of days that were ruled out",
    arguments: [
      [trip + ", but not on mondays"], ["every weekday but friday " + trip], [trip, "never on mondays"],
      [trip, "not on sundays"],
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
