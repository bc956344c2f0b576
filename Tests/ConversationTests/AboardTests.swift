import Foundation
import Journey
import Matching
import Testing

@testable import Conversation

@Suite("A rider who is on board already") struct AboardTests {
  private func dialogue(_ language: String = "en") throws -> Rehearsal {
    var dialogue = try Rehearsal(language: language)
    dialogue.position = Position(latitude: 48.32, longitude: 14.32)
    dialogue.aboard = { line, avoids in avoids ? "9" : line == "5" ? nil : line ?? "7" }
    return dialogue
  }

  @Test(
    "says so, and is asked only what is left",
    arguments: [
      ("en", "I'm on the bus"), ("en", "we're already on the train"), ("en", "I'm sitting in the tram"),
      ("en", "already on board"), ("en", "I'm on line 7"), ("en", "I am on the 7"), ("en", "I'm on bus number 7"),
      ("en", "I just got on the bus"), ("de", "Ich bin im Bus"), ("de", "ich sitze schon in der Linie 7"),
      ("de", "sind schon im Zug"), ("de", "wir sind an Bord"), ("de", "ich bin in der 7"),
    ])
  func saysSo(_ language: String, _ text: String) throws {
    var dialogue = try dialogue(language)
    dialogue.type(text)
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz", "\(dialogue.heard)")
    #expect(dialogue.state.open == .to)
    #expect(dialogue.heard.contains { $0.contains("7") && $0.contains("Gallneukirchen Marktplatz") })
    dialogue.type("hagenberg", language == "de" ? "zwei Stationen" : "two stops")
    #expect(dialogue.state.open == .readBack, "\(dialogue.heard)")
  }

  @Test("says where they want to go in the same breath")
  func inOneBreath() throws {
    var dialogue = try dialogue()
    dialogue.type("I'm on the bus to Hagenberg, two stops before")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
    #expect(dialogue.state.open == .readBack, "\(dialogue.heard)")
    dialogue.type("yes")
    #expect(dialogue.saved != nil)
  }

  @Test("names another line than the one that was found")
  func corrects() throws {
    var dialogue = try dialogue()
    dialogue.type("I'm on the bus to Hagenberg", "no, line 3")
    #expect(dialogue.state.aboard?.tripID == "trip-3", "\(dialogue.heard)")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
    dialogue.type("that's not line 3")
    #expect(dialogue.state.aboard?.tripID == "trip-9", "\(dialogue.heard)")
    dialogue.type("I'm on line 5")
    #expect(dialogue.heard.contains { $0.contains("no ride of line 5") }, "\(dialogue.heard)")
    #expect(dialogue.state.aboard?.tripID == "trip-9", "what was found before stands")
    dialogue.type("undo", "undo")
    #expect(dialogue.state.aboard?.tripID == "trip-7", "\(dialogue.heard)")
  }

  @Test("is told where nobody can know, and asked as everybody is")
  func nobodyKnows() throws {
    var dialogue = try dialogue()
    dialogue.position = nil
    dialogue.type("I'm on the bus to Hagenberg")
    #expect(dialogue.heard.contains { $0.contains("without your position") }, "\(dialogue.heard)")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
    #expect(dialogue.state.open == .from)
    dialogue.position = Position(latitude: 48.32, longitude: 14.32)
    dialogue.aboard = { _, _ in nil }
    dialogue.type("I'm on the bus")
    #expect(dialogue.heard.contains { $0.contains("could not be found out") }, "\(dialogue.heard)")
    #expect(dialogue.state.open == .from)
  }

  @Test("who takes another ride is not on board any more")
  func leaves() throws {
    var dialogue = try dialogue()
    dialogue.type("I'm on the bus to Hagenberg, two stops before", "later")
    #expect(dialogue.state.aboard == nil, "\(dialogue.heard)")
    dialogue = try self.dialogue()
    dialogue.type("I'm on the bus to Hagenberg, two stops before", "tomorrow at nine")
    #expect(dialogue.state.aboard == nil, "\(dialogue.heard)")
    dialogue = try self.dialogue()
    dialogue.type("I'm on the bus to Hagenberg", "start over", "yes")
    #expect(dialogue.state.aboard == nil && dialogue.state.open == .from, "\(dialogue.heard)")
  }

  @Test(
    "what only sounds like it names no ride",
    arguments: [
      "I'm on the way to Hagenberg", "by bus to Hagenberg", "with line 7 to Hagenberg", "I'm in a hurry to Hagenberg",
    ])
  func soundsLikeIt(_ text: String) throws {
    var dialogue = try dialogue()
    dialogue.type(text)
    #expect(dialogue.state.aboard == nil, "\(dialogue.heard)")
    #expect(dialogue.state.draft.from == nil)
  }

  @Test("a state that is taken up again still knows the trip")
  func stored() throws {
    var dialogue = try dialogue()
    dialogue.type("I'm on the bus")
    let stored = try DialogueCoding.decode(WizardState.self, from: DialogueCoding.encode(dialogue.state))
    #expect(stored.aboard?.tripID == "trip-7")
  }
}
