import Foundation
import Journey
import Matching
import Testing

@testable import Conversation

private func transcript(_ texts: String..., zone: Transcript.Zone = .clear) -> WizardInput {
  .transcript(
    Transcript(
      source: "microphone", hypotheses: texts.enumerated().map { Hypothesis(text: $1, score: -Double($0)) },
      zone: zone, audioSeconds: 1))
}

@Suite("The answer before")
struct RevisionTests {
  @Test(
    "gives way to what came next to it, and comes back in the same way",
    arguments: ["the other one", "next best", "no, I meant the other one", "no, the other one please"])
  func other(wish: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "hagnberg")
    #expect(dialogue.heard.contains("Understood: Hagenberg; next best Hagenberg Softwarepark"))
    let before = dialogue.state.answers
    dialogue.type(wish)
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg Softwarepark")
    #expect(dialogue.question?.question == .mode, "the open question stays open")
    dialogue.type("undo")
    #expect(dialogue.state.answers == before)
    dialogue.type("redo", "no, Hagenberg", "by stops")
    #expect(dialogue.state.draft.mode?.value == .stations)
  }

  @Test(
    "gives way to it by its name where no stop is asked for", arguments: ["Hagenberg Softwarepark", "softwarepark"])
  func otherByName(name: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "hagnberg", name)
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg Softwarepark")
    #expect(dialogue.question?.question == .mode)
    dialogue.type("by stops", "purple elephants")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg Softwarepark")
  }

  @Test("twice is the first one again")
  func otherTwice() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "hagnberg", "the other one", "the other one")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
  }

  @Test("of a recording gives way to its next reading")
  func otherReading() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof")
    dialogue.give(transcript("Pregarten", "Hagenberg"))
    #expect(dialogue.state.draft.to?.value.name == "Pregarten")
    #expect(dialogue.heard.contains("Understood: Pregarten; next best Hagenberg"))
    dialogue.give(transcript("the other one"))
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
  }

  @Test("is not touched by a doubtful wish, nor where nothing came next to it")
  func noOther() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof")
    dialogue.give(transcript("Pregarten", "Hagenberg"))
    dialogue.give(transcript("the other one", zone: .doubtful))
    #expect(dialogue.state.draft.to?.value.name == "Pregarten")
    var exact = try Rehearsal()
    exact.type("Linz Hauptbahnhof", "Hagenberg", "the other one")
    #expect(exact.state.draft.to?.value.name == "Hagenberg")
    #expect(exact.question?.question == .mode)
  }

  @Test("that was heard is cleared and asked for again", arguments: ["again", "r", "let me say it again"])
  func again(wish: String) throws {
    var dialogue = try Rehearsal()
    dialogue.give(transcript("Linz Hauptbahnhof"))
    dialogue.give(transcript("Hagenberg"))
    dialogue.type(wish)
    #expect(dialogue.question?.question == .to)
    #expect(dialogue.question?.standard == nil, "what was misheard is no default")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
  }

  @Test("that was typed stays when the question is wanted again")
  func repeated() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg")
    let question = dialogue.question
    dialogue.type("again")
    #expect(dialogue.question == question)
  }

  @Test("is put into the line to be edited, and all that it filled is open again")
  func edit() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from linz hbf to hagnberg", "e")
    #expect(dialogue.question?.line == "from linz hbf to hagnberg")
    #expect(dialogue.state.draft.filledSlots.isEmpty)
    dialogue.type("from linz hbf to pregarten")
    #expect(dialogue.question?.question == .mode)
    #expect(dialogue.question?.line == nil)
  }

  @Test("that was not understood, or is asked back, is edited as well")
  func editRefused() throws {
    var dialogue = try Rehearsal()
    dialogue.type("xyzzy", "edit it")
    #expect(dialogue.question?.line == "xyzzy")
    dialogue.type("linz", "e")
    #expect(dialogue.question?.line == "linz")
    #expect(!dialogue.state.isAskingBack)
    var fresh = try Rehearsal()
    fresh.type("e")
    #expect(fresh.question?.line == nil, "there is nothing yet")
  }

  @Test("is denied by a curse", arguments: ["damn", "oh no", "bullshit!", "what the hell"])
  func curse(word: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", word)
    #expect(dialogue.question?.question == .from)
    #expect(dialogue.state.draft.from == nil)
    dialogue.type(word)
    #expect(dialogue.question?.question == .from)
    #expect(!(dialogue.unclear + dialogue.told).isEmpty, "with nothing to deny it changes nothing")
  }

  @Test("is corrected behind a curse")
  func curseAndCorrection() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "damn, I meant Pregarten")
    #expect(dialogue.state.draft.to?.value.name == "Pregarten")
  }

  @Test("that failed is the one that \"I meant\" is about")
  func meantHere() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "xyzzy", "I meant Hagenberg")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
  }

  @Test("may be the last of the list")
  func last() throws {
    for wish in ["the last one", "last"] {
      var dialogue = try Rehearsal()
      let last = dialogue.question?.options.last?.name
      dialogue.type(wish)
      #expect(dialogue.state.draft.from?.value.name == last, "\(wish)")
    }
  }
}

@Suite("Several readings of a recording")
struct ReadingsTests {
  @Test("that agree make an unsure match surer")
  func agreement() throws {
    var dialogue = try Rehearsal()
    dialogue.give(transcript("linz", "linz hauptplatz"))
    #expect(dialogue.confirmed == "Linz Hauptplatz", "one of several was settled on")
    dialogue.type("yes")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
  }

  @Test("that disagree make a doubtful one a choice")
  func disagreement() throws {
    var dialogue = try Rehearsal()
    dialogue.give(transcript("Pregarten", zone: .doubtful))
    #expect(dialogue.confirmed == "Pregarten")
    var other = try Rehearsal()
    other.give(transcript("Pregarten", "Hagenberg", zone: .doubtful))
    #expect(other.choices?.prefix(2) == ["Pregarten", "Hagenberg"])
  }

  @Test("do not make a doubtful sound sure")
  func cap() throws {
    var dialogue = try Rehearsal()
    dialogue.give(transcript("Pregarten", "Pregarten please", "from Pregarten", zone: .doubtful))
    #expect(dialogue.confirmed == "Pregarten")
  }
}

@Suite("What is said when an answer fails")
struct RepromptTests {
  @Test("is never the same twice in a row, however often", arguments: [Question.from, .to, .mode, .interval])
  func variants(question: Question) throws {
    var dialogue = try Rehearsal()
    let answers = ["Linz Hauptbahnhof", "Hagenberg", "by stops"]
    let places: [Question] = [.from, .to, .mode, .interval]
    for answer in answers.prefix(places.firstIndex(of: question) ?? 0) { dialogue.type(answer) }
    #expect(dialogue.question?.question == question)
    var said: [[String]] = []
    for _ in 0..<12 {
      dialogue.type("purple elephants")
      said.append(dialogue.unclear + dialogue.told)
    }
    for (turn, next) in zip(said, said.dropFirst()) {
      #expect(Set(turn).isDisjoint(with: next), "\(turn) and again \(next)")
    }
  }

  @Test("comes in the same words from the same state")
  func deterministic() throws {
    var dialogue = try Rehearsal()
    dialogue.type("xyzzy", "xyzzy", "xyzzy", "xyzzy")
    let state = try DialogueCoding.decode(WizardState.self, from: DialogueCoding.encode(dialogue.state))
    let input = WizardInput.text("", .typed)
    #expect(
      dialogue.wizard.step(state, input, at: Rehearsal.now).1
        == dialogue.wizard.step(dialogue.state, input, at: Rehearsal.now).1)
  }

  @Test("to an empty line, an impossible value and an unsure one varies too")
  func others() throws {
    for (answers, wrong) in [
      ([], ""), (["Linz Hauptbahnhof"], "Linz Hauptbahnhof"), (["Linz Hauptbahnhof", "Hagenberg"], "no idea"),
    ] {
      var dialogue = try Rehearsal()
      for answer in answers { dialogue.type(answer) }
      var last: [String] = []
      for _ in 0..<3 {
        dialogue.type(wrong)
        #expect(dialogue.unclear != last, "\(wrong)")
        last = dialogue.unclear
      }
    }
  }
}
