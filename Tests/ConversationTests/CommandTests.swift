import Foundation
import Journey
import Matching
import Testing

@testable import Conversation

@Suite("Commands in the dialogue")
struct CommandTests {
  @Test("back re-opens the last answer with its value as default, down to the first question")
  func back() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "by stops", "back")
    #expect(dialogue.question?.question == .mode)
    #expect(dialogue.question?.standard == "by stops")
    dialogue.type("back")
    #expect(dialogue.question?.question == .to)
    dialogue.type("")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
    dialogue.type("back", "back", "back")
    #expect(dialogue.question?.question == .from)
    #expect(dialogue.told.contains("This is the first question."))
  }

  @Test("help explains the question, longer the second time, and is no failure")
  func help() throws {
    var dialogue = try Rehearsal()
    dialogue.type("help")
    let first = dialogue.told
    dialogue.type("help")
    #expect(dialogue.told.first?.count ?? 0 > first.first?.count ?? 0)
    #expect(dialogue.question?.question == .from)
    #expect(dialogue.state.counters[.from]?.noMatch ?? 0 == 0)
  }

  @Test("repeat puts the same question in the same words")
  func again() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof")
    let question = dialogue.question
    dialogue.type("repeat")
    #expect(dialogue.question == question)
  }

  @Test("more shows other stops, and says when there are no more")
  func more() throws {
    var dialogue = try Rehearsal()
    let first = dialogue.question?.options.map(\.name)
    dialogue.type("more")
    #expect(dialogue.question?.options.map(\.name) != first)
    #expect(dialogue.question?.options.isEmpty == false)
    dialogue.type("more", "more")
    #expect(dialogue.heard.contains { $0.contains("all I have") })
  }

  @Test("start over asks first where something would be lost, and undo brings it back")
  func startOver() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "start over", "no")
    #expect(dialogue.state.draft.filledSlots == [.from, .to])
    dialogue.type("start over", "yes")
    #expect(dialogue.state.draft.filledSlots.isEmpty)
    dialogue.type("undo")
    #expect(dialogue.state.draft.filledSlots == [.from, .to])
  }

  @Test("cancel asks once two answers would be lost, quit keeps the draft")
  func endings() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "cancel")
    #expect(dialogue.state.ending == nil)
    dialogue.type("yes")
    #expect(dialogue.state.ending == .cancelled)
    var other = try Rehearsal()
    other.type("Linz Hauptbahnhof", "save for later")
    #expect(other.state.ending == .kept)
  }

  @Test("no takes back the last echo")
  func noAfterEcho() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "no")
    #expect(dialogue.question?.question == .from)
    #expect(dialogue.state.draft.from == nil)
  }

  @Test("no command equals or ends an answer that the prompts can generate")
  func commandsAreNoAnswers() throws {
    let prompts = try Prompts.load(from: Rehearsal.root.appending(path: "Prompts/en.yaml"))
    let matcher = Matcher(lexicon: prompts.lexicon)
    var sampled = 0
    for mode in Mode.allCases {
      for answer in prompts.speech.intervals(of: mode) {
        for trailer in [""] + prompts.speech.trailers.interval {
          sampled += 1
          let phrase = "\(answer.phrase) \(trailer)"
          let meaning = matcher.interpret(phrase, open: .interval, mode: mode)
          #expect(meaning.command == nil, "\(phrase)")
        }
      }
      for phrase in prompts.speech.names(of: mode) {
        sampled += 1
        #expect(matcher.interpret(phrase, open: .mode).command == nil, "\(phrase)")
      }
    }
    #expect(sampled > 100)
  }
}
