import Foundation
import Journey
import Testing

@testable import Conversation

@Suite("The wizard")
struct WizardTests {
  @Test("asks from, to, mode and interval in order and saves what was said")
  func fourAnswers() throws {
    var dialogue = try Rehearsal()
    #expect(dialogue.question?.question == .from)
    #expect(dialogue.question?.progress == "1 of 4")
    dialogue.type("linz hbf")
    #expect(dialogue.question?.question == .to)
    dialogue.type("hagenberg")
    #expect(dialogue.question?.question == .mode)
    dialogue.type("by stops")
    #expect(dialogue.question?.question == .interval)
    dialogue.type("two stops before")
    #expect(dialogue.readBack?.rows.count == 7)
    #expect(dialogue.saved == nil)
    dialogue.type("yes")
    let reminder = try #require(dialogue.saved?.reminder)
    #expect(reminder.origin?.name == "Linz Hauptbahnhof")
    #expect(reminder.destination.name == "Hagenberg")
    #expect(reminder.mode == .stations)
    #expect(reminder.interval == .stops(2))
    #expect(reminder.levels.map(\.level) == [1, 2, 3])
    #expect(dialogue.state.ending == .saved(reminder.id))
  }

  @Test("fills every slot that one sentence names, and says them back")
  func overAnswer() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg 500 metres before")
    #expect(dialogue.readBack != nil)
    #expect(dialogue.state.draft.mode?.value == .distance)
    #expect(dialogue.state.draft.mode?.provenance.method == .inferred)
    #expect(dialogue.state.draft.interval?.value == .distance(metres: 500))
  }

  @Test("asks only for what a sentence left out")
  func partialOverAnswer() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Pregarten to Hagenberg")
    #expect(dialogue.question?.question == .mode)
    #expect(dialogue.question?.progress == "3 of 4")
  }

  @Test("asks which of several stops is meant; a number, a name and a part of it answer")
  func disambiguation() throws {
    for reply in ["1", "the first", "2", "Linz Hauptbahnhof", "hauptbahnhof"] {
      var dialogue = try Rehearsal()
      dialogue.type("from Linz")
      let choices = try #require(dialogue.choices)
      #expect(choices.count > 2 && choices.dropLast().allSatisfy { $0.hasPrefix("Linz") })
      let meant = ["1": choices[0], "the first": choices[0], "2": choices[1]][reply] ?? "Linz Hauptbahnhof"
      dialogue.type(reply)
      #expect(dialogue.state.draft.from?.value.name == meant, "\(reply)")
      #expect(dialogue.state.draft.from?.provenance.tier == .ask)
    }
  }

  @Test("never offers again what the rider said no to")
  func exclusion() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz")
    let choices = try #require(dialogue.choices)
    dialogue.type("none of these")
    #expect(dialogue.question?.question == .from)
    dialogue.type("from Linz")
    #expect(dialogue.choices == nil || Set(dialogue.choices ?? []).isDisjoint(with: choices.dropLast()))
    #expect(dialogue.state.draft.from == nil)
  }

  @Test("says what is wrong with an impossible answer, and does not count it as not understood")
  func impossible() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Hagenberg Softwarepark", "Hagenberg Softwarepark")
    #expect(dialogue.unclear.contains { $0.contains("on and off") })
    dialogue.type("Hagenberg", "by stops", "9 stops before")
    #expect(dialogue.unclear.contains { $0.contains("1 stop") })
    dialogue.type("0 stops")
    #expect(dialogue.state.draft.interval == nil)
    #expect(dialogue.state.counters[.interval]?.noMatch ?? 0 == 0)
    #expect((dialogue.state.counters[.interval]?.invalid ?? 0) >= 2)
  }

  @Test("says at once that no ride connects two stops, and asks for the last one again")
  func neverConnected() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Steyr Bahnhof")
    #expect(dialogue.unclear.contains { $0.contains("No ride goes from Linz Hauptbahnhof to Steyr Bahnhof") })
    #expect(dialogue.question?.question == .to)
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
  }

  @Test("asks for the arrival where the timetable has no ride and the rider wants to be warned by time")
  func arrival() throws {
    var dialogue = try Rehearsal()
    dialogue.hasService = false
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "by time", "five minutes")
    #expect(dialogue.question?.question == .arrival)
    dialogue.type("nonsense")
    #expect(dialogue.question?.question == .arrival)
    dialogue.type("ten past six")
    dialogue.type("yes")
    let reminder = try #require(dialogue.saved?.reminder)
    #expect(reminder.ride.tripID == nil)
    #expect(reminder.anchor.arrival == ISO8601DateFormatter().date(from: "2026-12-01T18:10:00+01:00"))
    #expect(reminder.levels.first?.at == ISO8601DateFormatter().date(from: "2026-12-01T18:05:00+01:00"))
  }

  @Test("changes the ride: earlier, later, or by its time")
  func otherRides() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg two stops before")
    #expect(dialogue.readBack?.sentence.contains("08:00") == true)
    dialogue.type("later")
    #expect(dialogue.readBack?.sentence.contains("08:30") == true)
    dialogue.type("earlier", "earlier")
    #expect(dialogue.readBack?.sentence.contains("07:30") == true)
    dialogue.type("the 9:00")
    #expect(dialogue.readBack?.sentence.contains("09:00") == true)
    dialogue.type("the 18:10")
    #expect(dialogue.readBack?.sentence.contains("18:30") == true, "the next one after a time that has none")
  }

  @Test("changes the ride as soon as it is told, by words that name one, and goes on with the same question")
  func otherRidesEarly() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg")
    #expect(dialogue.question?.question == .mode)
    #expect(dialogue.told.last?.contains("08:00") == true)
    dialogue.type("the one after")
    #expect(dialogue.told.last?.contains("08:30") == true)
    #expect(dialogue.question?.question == .mode)
    dialogue.type("by stops", "the train before")
    #expect(dialogue.question?.question == .interval)
    dialogue.type("two stops before")
    #expect(dialogue.readBack?.sentence.contains("08:00") == true)
    dialogue.type("the train after that")
    #expect(dialogue.readBack?.sentence.contains("08:30") == true)
  }

  @Test("names no ride with words that mean something else at a question: later is a goodbye, earlier no answer")
  func notOtherRides() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg")
    let ride = try #require(dialogue.state.draft.ride)
    dialogue.type("earlier")
    #expect(dialogue.state.draft.ride == ride)
    #expect(dialogue.question?.question == .mode)
  }

  @Test("takes a time of travel that is said along with an answer")
  func spokenTime() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg leaving at 9:50, two stops before")
    #expect(dialogue.readBack?.sentence.contains("10:00") == true)
    #expect(dialogue.state.draft.interval?.value == .stops(2))
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
  }

  @Test("refuses a ride that is over, and takes a number at the read-back for a row only")
  func rideOver() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg two stops before", "9")
    #expect(dialogue.unclear.count == 1)
    #expect(dialogue.saved == nil)
    dialogue.type("earlier", "earlier", "yes")
    #expect(dialogue.saved == nil, "it arrived at 7:30")
    #expect(dialogue.unclear.contains { $0.contains("over") })
  }

  @Test("an option that is not in the list is not taken for an amount")
  func missingOption() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "by time", "option 9")
    #expect(dialogue.state.draft.interval == nil)
    #expect(dialogue.unclear.count == 1)
  }

  @Test("edits a row of the read-back by its number and comes back to it")
  func editRow() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg two stops before", "4")
    #expect(dialogue.question?.question == .interval)
    #expect(dialogue.question?.standard == "2 stops")
    dialogue.type("3 stops", "7", "yes")
    let reminder = try #require(dialogue.saved?.reminder)
    #expect(reminder.interval == .stops(3))
    #expect(reminder.levels.last?.channels == [.notification])
    #expect(dialogue.saved?.preferences.alarm == false)
  }

  @Test("offers what was used last as the default")
  func defaults() throws {
    var preferences = Preferences(mode: .stations)
    preferences.intervals = ["stations": "stops:3"]
    var dialogue = try Rehearsal(preferences: preferences)
    dialogue.type("Linz Hauptbahnhof", "Hagenberg")
    #expect(dialogue.question?.standard == "by stops")
    dialogue.type("")
    #expect(dialogue.question?.standard == "3 stops")
    dialogue.type("", "yes")
    #expect(dialogue.saved?.reminder.interval == .stops(3))
    #expect(dialogue.saved?.reminder.provenance["interval"]?.method == .default)
  }

  @Test("has no default for the stops, and says so")
  func needsAnswer() throws {
    var dialogue = try Rehearsal()
    dialogue.type("")
    #expect(dialogue.unclear.count == 1)
    #expect(dialogue.question?.question == .from)
    #expect(dialogue.state.draft.filledSlots.isEmpty)
  }

  @Test("offers no more stops than the ride has")
  func fittingDefault() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Pregarten", "Hagenberg", "by stops")
    #expect(dialogue.question?.standard == "2 stops")
    #expect(dialogue.question?.options.map(\.name) == ["1 stop", "2 stops"])
  }

  @Test("takes a bare number at the interval as the amount, and an ordinal or #2 as the option")
  func numbersAtInterval() throws {
    for (reply, expected) in [
      ("2", Interval.duration(seconds: 120)), ("#2", .duration(seconds: 300)), ("the second", .duration(seconds: 300)),
    ] {
      var dialogue = try Rehearsal()
      dialogue.type("Linz Hauptbahnhof", "Hagenberg", "by time", reply)
      #expect(dialogue.state.draft.interval?.value == expected, "\(reply)")
    }
  }
}
