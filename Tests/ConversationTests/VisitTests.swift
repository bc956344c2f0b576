import Foundation
import Journey
import Testing

@testable import Conversation

@Suite("A reminder of a place in the dialogue")
struct VisitTests {
  private static let places = [("home", 48.2), ("lot 25", 48.3)].map { name, north in
    NamedPlace(
      name: name, stop: Stop(name: name, position: Position(latitude: north, longitude: 14.2), radius: 100))
  }

  private func dialogue(at position: Position? = nil) throws -> Rehearsal {
    var dialogue = try Rehearsal(places: Self.places)
    dialogue.position = position
    return dialogue
  }

  @Test("who is there already is asked whether that counts", arguments: [("yes", true), ("no", false)])
  func present(answer: String, counts: Bool) throws {
    var dialogue = try dialogue(at: Position(latitude: 48.3, longitude: 14.2))
    dialogue.type("remind me to pay when I arrive at lot 25")
    #expect(dialogue.heard.last == "You are at lot 25 already. Does that count? (yes, or no for the next time)")
    dialogue.type(answer)
    #expect(dialogue.readBack != nil, "\(dialogue.heard)")
    dialogue.type("yes")
    #expect(dialogue.saved?.reminder.visit?.countsPresence == counts)
  }

  @Test("an alarm at a place without its time is asked for, and so is a place that nobody knows")
  func incomplete() throws {
    var dialogue = try dialogue()
    dialogue.type("wake me if I am at home")
    #expect(dialogue.heard.contains { $0.contains("At what time") } && dialogue.readBack == nil)
    dialogue.type("remind me to pay when I arrive at narnia")
    #expect(dialogue.heard.contains { $0.contains("narnia") } && dialogue.readBack == nil)
    #expect(dialogue.state.draft.visit == nil)
  }

  @Test("rows are changed by their numbers, and undo takes it back")
  func changed() throws {
    var dialogue = try dialogue()
    dialogue.type("remind me to pay when I arrive at lot 25", "3")
    #expect(dialogue.readBack?.sentence == "When you leave lot 25: pay.")
    dialogue.type("7")
    #expect(dialogue.state.draft.alarm)
    dialogue.type("2", "home")
    #expect(dialogue.readBack?.sentence == "When you leave home: pay.", "\(dialogue.heard)")
    dialogue.type("every Monday", "yes")
    let reminder = try #require(dialogue.saved?.reminder)
    #expect(reminder.recurrence?.weekdays == [.monday] && reminder.followsUp == true)
    #expect(reminder.levels.map(\.trigger) == [.left])
  }

  @Test("of a list any place counts on arrival, and before one of them the rider says which")
  func listed() throws {
    let lots = (1...3).map { number in
      NamedPlace(
        name: "lot \(number)",
        stop: Stop(
          name: "lot \(number)", position: Position(latitude: 48.3 + Double(number) / 100, longitude: 14.2), radius: 80),
        list: "parking")
    }
    var dialogue = try Rehearsal(places: lots)
    dialogue.type("to lot 1")
    #expect(dialogue.state.draft.to?.value.name == "lot 1")
    var state = dialogue.state
    state.draft.to?.value = Stop(name: "parking", position: lots[0].stop.position, radius: 80)
    var resumed = Rehearsal(resuming: state, like: dialogue)
    resumed.type("1 km before")
    #expect(resumed.state.pending != nil && resumed.readBack == nil, "\(resumed.heard)")
    resumed.type("2")
    #expect(resumed.state.draft.to?.value.name == "lot 2" && resumed.readBack != nil, "\(resumed.heard)")
  }

  @Test(
    "what is said of a ride stays one",
    arguments: ["wake me when we get to Hagenberg", "leaving at nine", "when I get there"])
  func rides(text: String) throws {
    var dialogue = try dialogue()
    dialogue.type(text)
    #expect(dialogue.state.draft.visit == nil)
  }
}
