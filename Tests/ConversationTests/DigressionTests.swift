import Foundation
import Journey
import Testing

@testable import Conversation

@Suite("Beside the question")
struct DigressionTests {
  @Test("the time is told and the same question stays open", arguments: ["what time is it", "do you have the time"])
  func time(question: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", question)
    #expect(dialogue.told.contains { $0.contains("08:00") }, "\(dialogue.told)")
    #expect(dialogue.question?.question == .to)
    #expect(dialogue.state.counters[.to]?.noMatch ?? 0 == 0)
  }

  @Test("reminders that are set are listed in place")
  func reminders() throws {
    var dialogue = try Rehearsal()
    dialogue.type("list my reminders")
    #expect(dialogue.told == ["No reminder is set."])
    var other = try Rehearsal()
    other.type("from Pregarten to Hagenberg two stops before", "yes")
    dialogue.reminders = [try #require(other.saved?.reminder)]
    dialogue.type("list my reminders")
    #expect(dialogue.told.contains { $0.contains("Pregarten") && $0.contains("Hagenberg") })
    #expect(dialogue.question?.question == .from)
  }

  @Test("why tells what the words were taken for and what came next")
  func why() throws {
    var dialogue = try Rehearsal()
    dialogue.type("why")
    #expect(dialogue.told.count == 1)
    dialogue.type("hagenburg", "why")
    #expect(dialogue.told.contains { $0.contains("hagenburg") && $0.contains("per cent") }, "\(dialogue.told)")
  }

  @Test("the usual fills everything, and only the read-back is left")
  func usual() throws {
    var dialogue = try Rehearsal()
    dialogue.type("same as yesterday")
    #expect(dialogue.question?.question == .from)
    var other = try Rehearsal()
    other.type("from Linz Hauptplatz to Hagenberg two stops before", "yes")
    let reminder = try #require(other.saved?.reminder)
    dialogue.past = [try #require(Trip(reminder, at: Rehearsal.now))]
    dialogue.type("same as yesterday")
    #expect(dialogue.readBack?.answers.to.name == "Hagenberg")
    #expect(dialogue.readBack?.answers.interval == .stops(2))
    dialogue.type("undo")
    #expect(dialogue.state.draft.filledSlots.isEmpty)
  }

  @Test("what was set between the same stops is the default the next time, and said to be")
  func remembered() throws {
    var other = try Rehearsal()
    other.type("from Linz Hauptplatz to Hagenberg two stops before", "yes")
    var dialogue = try Rehearsal()
    let reminder = try #require(other.saved?.reminder)
    dialogue.past = [try #require(Trip(reminder, at: Rehearsal.now))]
    dialogue.type("from Linz Hauptplatz to Hagenberg")
    #expect(dialogue.question?.standardIDs.first == .asLastTime)
    dialogue.type("")
    #expect(dialogue.state.draft.mode?.value == .stations)
    dialogue.type("")
    #expect(dialogue.state.draft.interval?.value == .stops(2))
  }
}

@Suite("Going to a question")
struct JumpTests {
  @Test(
    "re-opens an answer, which becomes the default",
    arguments: [
      ("go to interval", Question.interval), ("question 2", .to), ("go back to the destination", .to),
      ("jump to mode", .mode),
    ])
  func jump(said: String, question: Question) throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptplatz to Hagenberg two stops before", said)
    #expect(dialogue.question?.question == question)
    #expect(dialogue.question?.standard != nil)
  }

  @Test("goes ahead as well, and comes back to what was left out")
  func ahead() throws {
    var dialogue = try Rehearsal()
    dialogue.type("go to mode")
    #expect(dialogue.question?.question == .mode)
    dialogue.type("by stops")
    #expect(dialogue.question?.question == .from)
  }

  @Test(
    "no name of a stop is taken for a question", arguments: ["number 7", "go to hagenberg", "take me to pregarten"])
  func stops(said: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", said)
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
    #expect(dialogue.state.wanted == nil)
  }
}

@Suite("An answer that is never understood")
struct StuckTests {
  @Test("gets other words each time, also after the third")
  func neverTheSame() throws {
    var dialogue = try Rehearsal()
    var said: [[String]] = []
    for _ in 0..<7 {
      dialogue.type("purple elephants")
      said.append(dialogue.unclear + dialogue.told)
    }
    for (turn, next) in zip(said, said.dropFirst()) { #expect(turn != next) }
  }

  @Test("to a question within a question drops that one")
  func dropped() throws {
    var dialogue = try Rehearsal()
    dialogue.type("linz")
    #expect(dialogue.choices != nil)
    dialogue.type("xyzzy", "purple", "elephants")
    #expect(dialogue.question?.question == .from)
  }
}
