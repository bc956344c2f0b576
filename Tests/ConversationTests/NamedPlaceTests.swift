import Foundation
import Journey
import Testing

@testable import Conversation

private let places = [
  NamedPlace(name: "home", stop: Rehearsal.stop("Linz Hauptplatz")),
  NamedPlace(name: "Work", stop: Rehearsal.stop("Hagenberg")),
]

@Suite("Places that the rider has named")
struct NamedPlaceTests {
  @Test(
    "are answers word for word, shown with their stop", arguments: ["home", "Home, please", "from home", "my place"])
  func answer(said: String) throws {
    var dialogue = try Rehearsal(places: places)
    dialogue.type(said)
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    #expect(dialogue.told.contains { $0.contains("home (Linz Hauptplatz)") }, "\(dialogue.told)")
    #expect(dialogue.question?.question == .to)
  }

  @Test("fill both ends at once and are shown in the read-back")
  func bothEnds() throws {
    var dialogue = try Rehearsal(places: places)
    dialogue.type("from home to work, two stops before")
    let rows = try #require(dialogue.readBack?.rows)
    #expect(rows[0].value == "home (Linz Hauptplatz)")
    #expect(rows[1].value == "Work (Hagenberg)")
    dialogue.type("no, I meant to Pregarten")
    #expect(dialogue.readBack?.answers.to.name == "Pregarten")
    dialogue.type("change the destination to work")
    #expect(dialogue.readBack?.answers.to.name == "Hagenberg")
  }

  @Test(
    "are understood where each of their words says nothing by itself, and as where the rider is taken",
    arguments: [
      ("from my place to work", "Linz Hauptplatz", "Hagenberg"),
      ("from linz hbf to my place", "Linz Hauptbahnhof", "Linz Hauptplatz"),
      ("take me home", nil, "Linz Hauptplatz"),
      ("take me from Linz Goethekreuzung to Pregarten", "Linz Goethekreuzung", "Pregarten"),
    ] as [(String, String?, String)])
  func ends(said: String, from: String?, to: String) throws {
    var dialogue = try Rehearsal(places: places)
    dialogue.type(said)
    #expect(dialogue.state.draft.from?.value.name == from)
    #expect(dialogue.state.draft.to?.value.name == to)
  }

  @Test("side by side are asked back like any two stops")
  func withoutCues() throws {
    var dialogue = try Rehearsal(places: places)
    dialogue.type("home work")
    guard case .confirm(let question) = dialogue.outputs.last else {
      Issue.record("\(dialogue.outputs)")
      return
    }
    #expect(question.subject == .ends)
    dialogue.type("yes")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
  }

  @Test(
    "are never guessed at",
    arguments: ["homes", "hom", "work street", "home depot", "hello", "what works"])
  func notNamed(said: String) throws {
    var dialogue = try Rehearsal(places: places)
    dialogue.type(said)
    #expect(dialogue.state.draft.filledSlots.isEmpty)
    #expect(dialogue.confirmed == nil, "\(dialogue.outputs)")
  }

  @Test("are nothing to a rider who has named none")
  func unnamed() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from home to work")
    #expect(dialogue.state.draft.filledSlots.isEmpty)
  }

  @Test(
    "are understood in German, whatever the language of their names",
    arguments: [("nach Hause", "Linz Hauptplatz"), ("heim", "Linz Hauptplatz"), ("in die Arbeit", "Hagenberg")])
  func german(said: String, stop: String) throws {
    var dialogue = try Rehearsal(places: places, language: "de")
    dialogue.type("von Pregarten", said)
    let expected = stop == "Hagenberg" ? stop : nil
    // Nothing goes back from Pregarten in this network, which is told of the stop that was meant.
    #expect(dialogue.state.draft.to?.value.name == expected)
    #expect(dialogue.heard.contains { $0.contains("(\(stop))") }, "\(dialogue.heard)")
  }
}

@Suite("Places that begin with a word of direction")
struct DirectedPlaceTests {
  @Test(
    "are no direction", arguments: ["zu Hause", "von zu Hause", "ich bin zu Hause", "von zu Hause zur Arbeit"])
  func atHome(said: String) throws {
    var dialogue = try Rehearsal(places: places, language: "de")
    dialogue.type(said)
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    #expect(dialogue.state.draft.to?.value.name == (said.contains("Arbeit") ? "Hagenberg" : nil))
  }
}

@Suite("What the rider calls stops")
struct LearnedNameTests {
  /// Says something like the name of a stop and yes to it, or picks it from the list.
  private func teach(_ dialogue: inout Rehearsal, _ said: String, _ stop: String) {
    dialogue.type(said)
    if dialogue.confirmed != nil {
      dialogue.type("yes")
    } else if let place = dialogue.choices?.firstIndex(of: stop) {
      dialogue.type("\(place + 1)")
    }
  }

  @Test("is learned with the reminder from what was said yes to or picked by number")
  func learned() throws {
    var dialogue = try Rehearsal()
    teach(&dialogue, "from linz, please", "Linz Hauptplatz")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    dialogue.type("Hagenberg", "two stops before", "yes")
    #expect(dialogue.learnedOnSave?.map(\.text) == ["linz"])
    #expect(dialogue.learnedOnSave?.map(\.stop) == ["t:Linz Hauptplatz"])
  }

  @Test("is not learned of what was taken at once, changed again, or named as the place is")
  func notLearned() throws {
    var plain = try Rehearsal()
    plain.type("linz hauptplatz", "hagenberg", "two stops before", "yes")
    #expect(plain.saved != nil)
    #expect(plain.learnedOnSave == nil)
    var changed = try Rehearsal()
    teach(&changed, "linz", "Linz Hauptplatz")
    changed.type("no, I meant Linz Hauptbahnhof", "hagenberg", "two stops before", "yes")
    #expect(changed.saved?.reminder.origin?.name == "Linz Hauptbahnhof")
    #expect(changed.learnedOnSave == nil)
  }

  @Test("is not learned of what was not heard clearly")
  func doubtful() throws {
    for (zone, isLearned) in [(Transcript.Zone.doubtful, false), (.clear, true)] {
      var dialogue = try Rehearsal()
      dialogue.give(
        .transcript(
          Transcript(source: "m", hypotheses: [Hypothesis(text: "linz", score: 0)], zone: zone, audioSeconds: 1)))
      let place = try #require(dialogue.choices?.firstIndex(of: "Linz Hauptplatz"))
      dialogue.type("\(place + 1)", "hagenberg", "two stops before", "yes")
      #expect(dialogue.saved != nil)
      #expect((dialogue.learnedOnSave != nil) == isLearned)
    }
  }

  @Test("names the stop at once the next time, until it turns out to mean another one")
  func used() throws {
    var dialogue = try Rehearsal()
    dialogue.learned = [("linz", Rehearsal.stop("Linz Hauptplatz"))]
    dialogue.type("linz")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    dialogue.type("no")
    teach(&dialogue, "linz", "Linz Hauptbahnhof")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
    dialogue.type("hagenberg", "two stops before", "yes")
    #expect(dialogue.learnedOnSave?.map(\.stop) == ["t:Linz Hauptbahnhof"])
  }
}
