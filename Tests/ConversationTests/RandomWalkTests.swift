import Foundation
import Journey
import Testing

@testable import Conversation

/// Riders who say anything at any time.
@Suite("Whatever is said, in whatever order")
struct RandomWalkTests {
  private static let said = [
    "Linz Hauptbahnhof", "hauptplatz", "Hagenberg", "to pregarten", "from linz", "linz", "hagenburg", "freistat",
    "Steyr Bahnhof",
    "from Linz Hauptbahnhof to Hagenberg", "goethekreuzung hagenberg", "from pregarten to brandenberg", "by time",
    "stops",
    "distance", "five minutes", "two stops before", "500 metres", "90 stops", "0 metres", "2", "#1", "option two",
    "the last one",
    "b", "yes", "no", "yes please", "no, I said Pregarten", "no, I meant Hauptplatz", "not hagenberg but pregarten",
    "change the destination to Freistadt", "change the interval to ten minutes", "make it 300 metres", "no, by stops",
    "actually two stops",
    "undo", "redo", "back", "review", "swap", "start over", "help", "repeat", "options", "more", "skip", "maybe",
    "thanks", "hello",
    "what?", "earlier", "later", "the 18:10", "leaving at 9:30", "arriving at ten past six", "", "xyzzy",
    "purple elephants", "7",
    "neither", "why", "the usual", "what time is it", "list my reminders", "go to interval", "question 1", "go to mode",
    "every weekday", "call it work", "just once", "to hagenberg every friday", "8", "9", "home", "from home to work",
    "options", "none of these", "that's wrong", "cancel",
    "the other one", "no, the other one", "again", "e", "damn", "oh no, I meant Hauptplatz", "hagnberg", "?",
  ]

  private static func input(_ dice: inout SplitMix) -> WizardInput {
    switch Int.random(in: 0..<20, using: &dice) {
    case 0: return .silence(Bool.random(using: &dice) ? "" : "the recording is silent")
    case 1: return .choice(Int.random(in: 1...9, using: &dice))
    case 2...4:
      let heard = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
        Hypothesis(text: said.randomElement(using: &dice) ?? "yes", score: 0)
      }
      return .transcript(
        Transcript(
          source: "microphone", hypotheses: heard.filter { !$0.text.isEmpty },
          zone: [.clear, .doubtful, .rejected].randomElement(using: &dice) ?? .clear, audioSeconds: 1))
    default: return .text(said.randomElement(using: &dice) ?? "yes", .typed)
    }
  }

  @Test(
    "one question awaits an answer, the stored state is the state, and there is always a way on, back and out",
    arguments: [1, 2])
  func walk(seed: UInt64) throws {
    var dice = SplitMix(seed: seed)
    let places = [
      NamedPlace(name: "home", stop: Rehearsal.stop("Linz Hauptplatz")),
      NamedPlace(name: "work", stop: Rehearsal.stop("Hagenberg")),
    ]
    var fresh = try Rehearsal(places: places)
    fresh.learned = [
      ("hagenburg", Rehearsal.stop("Hagenberg Softwarepark")), ("linz", Rehearsal.stop("Linz Hauptplatz")),
    ]
    var dialogue = fresh
    var endings = 0
    for step in 0..<2500 {
      let input = Self.input(&dice)
      dialogue.give(input)
      try Self.checkOutputs(dialogue, after: input, at: step)
      if dialogue.state.ending != nil {
        endings += 1
        dialogue = fresh
        continue
      }
      if step % 5 == 0 { try Self.checkStored(dialogue) }
      if step % 20 == 0 { Self.checkUndo(dialogue) }
      if step % 100 == 0 { Self.checkWays(dialogue) }
    }
    #expect(endings > 20)
  }

  private static func checkOutputs(_ dialogue: Rehearsal, after input: WizardInput, at step: Int) throws {
    let awaited = dialogue.outputs.filter(\.awaitsAnswer)
    let hasEnded = dialogue.state.ending != nil
    try #require(awaited.count == (hasEnded ? 0 : 1), "step \(step), \(input): \(dialogue.outputs)")
    guard !hasEnded, let last = dialogue.outputs.last else { return }
    try #require(last.awaitsAnswer, "step \(step), \(input): \(dialogue.outputs)")
  }

  private static func checkStored(_ dialogue: Rehearsal) throws {
    let stored = try DialogueCoding.encode(dialogue.state)
    let read = try DialogueCoding.decode(WizardState.self, from: stored)
    #expect(read == dialogue.state)
    #expect(try DialogueCoding.encode(read) == stored)
  }

  /// Undo brings back what was there before, and redo what was undone.
  private static func checkUndo(_ dialogue: Rehearsal) {
    guard let last = dialogue.state.undoStack.last else { return }
    var other = dialogue
    other.type("undo")
    #expect(other.state.answers == last)
    other.type("redo")
    #expect(other.state.answers == dialogue.state.answers)
  }

  private static func checkWays(_ dialogue: Rehearsal) {
    var leaving = dialogue
    leaving.type("cancel")
    if leaving.state.ending == nil { leaving.type("yes") }
    #expect(leaving.state.ending == .cancelled)

    var returning = dialogue
    for _ in 0..<8 { returning.type("back") }
    #expect(returning.state.ending == nil)
    #expect(returning.state.draft.filledSlots.isEmpty)

    var finishing = dialogue
    for _ in 0..<20 where finishing.state.ending == nil { answer(&finishing) }
    #expect(finishing.saved != nil, "no way to a reminder: \(finishing.outputs)")
  }

  /// Answers what is asked, as a rider with a mind of their own would.
  private static func answer(_ dialogue: inout Rehearsal) {
    switch dialogue.outputs.last {
    case .ask(let prompt):
      switch prompt.question {
      // Where nothing goes from there it is the destination that is wrong.
      case .from: dialogue.type(dialogue.unclear.isEmpty ? "Linz Hauptbahnhof" : "change the destination to Hagenberg")
      case .to:
        dialogue.type(
          dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof"
            ? "Hagenberg" : "change the origin to Linz Hauptbahnhof")
      case .mode: dialogue.type("by time")
      case .interval: dialogue.type("#1")
      case .arrival, .readBack: dialogue.type("19:10")
      }
    case .confirm: dialogue.type("no")
    case .choose(let choice): dialogue.type(choice.subject == .row ? "1" : "none of these")
    // A ride that is over is not set.
    case .readBack: dialogue.type(dialogue.unclear.isEmpty ? "yes" : "later")
    default: break
    }
  }
}
