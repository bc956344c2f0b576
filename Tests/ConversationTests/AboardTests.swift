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
    "and who wishes for another ride has that looked up",
    arguments: ["the last bus", "take a bus half an hour later", "swap"])
  func wishesForAnother(_ wish: String) throws {
    var dialogue = try dialogue()
    dialogue.type("I'm on the bus to Hagenberg, two stops before", wish)
    #expect(dialogue.state.aboard == nil, "\(dialogue.heard)")
  }

  @Test(
    "names the line as people do, and no other word for one",
    arguments: [
      ("en", "I'm on the bus. I want to get off at Hagenberg", nil),
      ("en", "I'm on the 9 o'clock bus to Hagenberg", nil),
      ("en", "I'm on line 5th to Hagenberg", nil), ("en", "I'm on the train REX 3 to Hagenberg", "REX 3"),
      ("de", "Ich bin im Bus, 1,5 km vorher", nil), ("de", "ich sitz im 17er nach Hagenberg", "17"),
      ("de", "Ich bin im Zug S 3 nach Hagenberg", "S 3"), ("de", "ich bin im 8 uhr bus", nil),
    ] as [(String, String, String?)])
  func namesLine(_ language: String, _ text: String, _ line: String?) throws {
    var dialogue = try Rehearsal(language: language)
    dialogue.position = Position(latitude: 48.32, longitude: 14.32)
    dialogue.aboard = { line, _ in line ?? "any" }
    dialogue.type(text)
    if let line {
      #expect(dialogue.state.aboard?.tripID == "trip-\(line)", "\(dialogue.heard)")
      #expect(dialogue.state.draft.to?.value.name == "Hagenberg", "\(dialogue.heard)")
    } else {
      #expect(dialogue.state.aboard?.tripID ?? "trip-any" == "trip-any", "\(dialogue.heard)")
    }
  }

  @Test("a draft that goes on hours later is of nobody on board, and one that goes on at once is")
  func resumed() throws {
    var dialogue = try dialogue()
    dialogue.type("I'm on the bus to Hagenberg")
    let soon = dialogue.wizard.begin(dialogue.state, at: Rehearsal.now + 60).0
    #expect(soon.aboard != nil)
    let later = dialogue.wizard.begin(dialogue.state, at: Rehearsal.now + 5 * 3600).0
    #expect(later.aboard == nil && later.time == nil)
  }

  @Test("what goes wrong with looking for it is told, and the question stays")
  func failed() throws {
    var dialogue = try dialogue()
    dialogue.isAboardBroken = true
    dialogue.type("I'm on the bus to Hagenberg")
    #expect(
      dialogue.heard.contains { $0.contains("could not be looked for: the receiver is gone.") }, "\(dialogue.heard)")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg" && dialogue.state.open == .from)
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
