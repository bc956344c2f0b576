import Foundation
import Journey
import Testing

@testable import Conversation

@Suite("A destination that is come to from anywhere")
struct ApproachTests {
  private static let cabin = NamedPlace(
    name: "cabin",
    stop: Stop(name: "cabin", position: Position(latitude: 48.4, longitude: 14.6), radius: 300))

  private func dialogue(_ language: String = "en") throws -> Rehearsal {
    try Rehearsal(places: [Self.cabin], language: language)
  }

  @Test(
    "a place of one's own needs no stop to get on at",
    arguments: [
      ("en", "wake me one kilometre before the cabin"), ("en", "to the cabin, 1 km before"),
      ("de", "weck mich einen Kilometer vor cabin"), ("de", "nach cabin, 1 km vorher"),
    ])
  func inOneSentence(language: String, text: String) throws {
    var dialogue = try dialogue(language)
    dialogue.type(text)
    let readBack = try #require(dialogue.readBack, "\(dialogue.heard)")
    #expect(readBack.answers.from == nil && readBack.answers.to.name == "cabin")
    #expect(readBack.answers.interval == .distance(metres: 1000))
    dialogue.type(language == "de" ? "ja" : "yes")
    let reminder = try #require(dialogue.saved?.reminder)
    #expect(reminder.schema == "alight.reminder/2" && reminder.origin == nil && reminder.ride.stops.count == 1)
    #expect(reminder.levels.map(\.trigger) == [1000, 500, 250].map { .within(metres: $0, measured: .around) })
    #expect(reminder.validUntil == Rehearsal.now + 86_400)
    // What is written is read again, and checked.
    let record = try RecordCoding.encoder().encode(reminder)
    #expect(try Reminder(record: record) == reminder)
  }

  @Test("where the rider gets on may be no matter, whatever the destination", arguments: ["en", "de"])
  func anywhere(language: String) throws {
    var dialogue = try dialogue(language)
    dialogue.type(language == "de" ? "von irgendwo" : "from anywhere")
    #expect(dialogue.question?.question == .to)
    dialogue.type("Hagenberg")
    #expect(dialogue.question?.question == .mode)
    #expect(dialogue.question?.options.map(\.value) == ["time", "distance", "arriving", "leaving"])
    let undo = language == "de" ? "rückgängig" : "undo"
    dialogue.type(undo, undo)
    #expect(dialogue.question?.question == .from)
  }

  @Test("stops on a way that nobody knows are not counted: it is said why, and what fits is asked for")
  func stations() throws {
    var dialogue = try dialogue()
    dialogue.type("to the cabin", "by stops")
    #expect(dialogue.heard.contains { $0.contains("Nobody knows which stops lie on the way to cabin") })
    #expect(dialogue.question?.question == .mode)
    dialogue.type("two stops before")
    #expect(dialogue.state.draft.mode == nil && dialogue.state.draft.interval == nil)
    // The other way round: what was to be counted cannot be any more.
    var other = try self.dialogue()
    other.type("from Linz Hauptplatz to Hagenberg, two stops before", "change the destination to the cabin")
    #expect(other.heard.contains { $0.contains("Nobody knows which stops lie on the way to cabin") })
    #expect(other.question?.question == .mode)
  }

  @Test("by time no arrival is asked for: the pace tells it, or the clock where one was said")
  func time() throws {
    var dialogue = try dialogue()
    dialogue.type("to the cabin", "5 minutes before")
    #expect(dialogue.readBack?.answers.interval == .duration(seconds: 300))
    #expect(dialogue.readBack?.notes.contains { $0.contains("how fast you come nearer") } == true)
    dialogue.type("yes")
    let byPace = try #require(dialogue.saved?.reminder)
    #expect(byPace.anchor.arrival == nil && byPace.levels.allSatisfy { $0.at == nil })
    var other = try self.dialogue()
    other.type("arriving at 18:00", "to the cabin", "5 minutes before", "yes")
    let byClock = try #require(other.saved?.reminder)
    #expect(byClock.anchor.arrival == byClock.levels[0].at?.addingTimeInterval(300))
  }

  @Test("how far it is is told where that is known, and a circle round the rider's own place is refused")
  func away() throws {
    var dialogue = try dialogue()
    dialogue.position = Position(latitude: 48.4, longitude: 14.62)
    dialogue.type("to the cabin")
    #expect(dialogue.heard.contains { $0.contains("about 1.5 km from here") }, "\(dialogue.heard)")
    dialogue.type("2 km before")
    #expect(dialogue.readBack == nil)
    #expect(dialogue.heard.contains { $0.contains("2 km does not fit") }, "\(dialogue.heard)")
    dialogue.type("500 m")
    #expect(dialogue.readBack != nil)
    var there = try self.dialogue()
    there.position = Self.cabin.stop.position
    there.type("to the cabin")
    #expect(there.heard.contains { $0.contains("You are at cabin now") }, "\(there.heard)")
  }

  @Test(
    "each level may have a distance of its own",
    arguments: ["2 km, 800 m, 200 m", "at 2 km, 800 metres and 200 metres", "2 kilometres and 800 m and 200 m"])
  func ladder(text: String) throws {
    var dialogue = try dialogue()
    dialogue.type("to the cabin", "by distance", text)
    #expect(dialogue.readBack?.rows[3].1 == "2 km, 800 metres, 200 metres")
    dialogue.type("yes")
    let reminder = try #require(dialogue.saved?.reminder)
    #expect(reminder.ladder == ladder)
    #expect(reminder.levels.map(\.trigger) == [2000, 800, 200].map { .within(metres: $0, measured: .around) })
  }

  private var ladder: [Interval] { [2000, 800, 200].map { .distance(metres: $0) } }

  @Test("a ladder goes with its interval, and on a ride with stops it counts those")
  func ladderOfStops() throws {
    var dialogue = try dialogue()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg", "4 stops, 3 stops, 2 stops")
    dialogue.type("make it 2 stops")
    #expect(dialogue.state.draft.ladder == nil)
    dialogue.type("4 stops, 3 stops, 2 stops", "yes")
    let reminder = try #require(dialogue.saved?.reminder)
    #expect(reminder.ladder == [.stops(4), .stops(3), .stops(2)])
    #expect(reminder.levels[1].trigger == .reached(stop: 3) && reminder.levels[2].trigger == .reached(stop: 4))
  }

  @Test("degrees that are no place are told, with the other order where that is one")
  func nowhere() throws {
    var dialogue = try dialogue()
    dialogue.type("95.5, 190.5")
    #expect(dialogue.heard.contains { $0.contains("no place \"95.5, 190.5\" on earth: degrees north") })
    dialogue.type("148.4, 14.6")
    #expect(dialogue.heard.contains { $0.contains("the other way round it is one") })
  }

  @Test("\"here\" is where the rider is, and told as unknown where nobody knows")
  func here() throws {
    var dialogue = try dialogue()
    dialogue.type("here")
    #expect(dialogue.heard.contains { $0.contains("I do not know where you are") })
  }

  @Test("what comes again each weekday begins with the next of these days, and ends with its day")
  func recurring() throws {
    var dialogue = try dialogue()
    dialogue.type("to the cabin, 1 km before", "every Friday", "yes")
    let reminder = try #require(dialogue.saved?.reminder, "\(dialogue.heard)")
    #expect(reminder.ride.serviceDay == "2026-12-04")
    let next = try #require(reminder.occurrence(at: Rehearsal.now + 5 * 86_400))
    #expect(next.ride.serviceDay == "2026-12-11")
  }
}
