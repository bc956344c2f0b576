import Foundation
import Journey
import Matching
import Testing

@testable import Conversation

@Suite("A correction")
struct CorrectionTests {
  private func begun(_ answers: String...) throws -> Rehearsal {
    var dialogue = try Rehearsal()
    for answer in answers { dialogue.type(answer) }
    return dialogue
  }

  @Test(
    "changes the answer given last that it fits, and the open question stays open",
    arguments: [
      "no, I said Hagenberg", "I said Hagenberg", "no I meant Hagenberg", "sorry, I meant Hagenberg",
      "actually Hagenberg",
      "not Pregarten, Hagenberg", "not Pregarten but Hagenberg", "I said Hagenberg, not Pregarten",
      "no, it's Hagenberg",
      "change the destination to Hagenberg", "change it to Hagenberg",
    ])
  func destination(correction: String) throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Pregarten")
    #expect(dialogue.question?.question == .mode)
    dialogue.type(correction)
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
    #expect(dialogue.question?.question == .mode)
    #expect(dialogue.told.contains("To Hagenberg."))
  }

  @Test("of an amount that was not given yet leaves the way to watch as it is")
  func amountNotGiven() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg", "by time", "not five minutes")
    #expect(dialogue.question?.question == .interval)
    #expect(dialogue.state.draft.mode?.value == .time)
    dialogue.type("not five minutes, ten minutes")
    #expect(dialogue.readBack?.answers.interval == .duration(seconds: 600))
  }

  @Test("names the slot where the last answer is not meant")
  func named() throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Hagenberg")
    dialogue.type("change the start to Linz Hauptplatz")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
    dialogue.type("no, I said from Pregarten")
    #expect(dialogue.state.draft.from?.value.name == "Pregarten")
  }

  @Test("without another value asks again, and the wrong one is not offered")
  func reopened() throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Pregarten")
    dialogue.type("not Pregarten")
    #expect(dialogue.state.draft.to == nil)
    #expect(dialogue.question?.question == .to)
    #expect(dialogue.question?.options.contains { $0.name == "Pregarten" } == false)
    dialogue.type("Hagenberg", "change the destination")
    #expect(dialogue.state.draft.to == nil)
    #expect(dialogue.question?.question == .to)
  }

  @Test("reaches mode and interval, and clears an interval that no longer fits")
  func modeAndInterval() throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Hagenberg", "by time")
    dialogue.type("no, I said by stops")
    #expect(dialogue.state.draft.mode?.value == .stations)
    #expect(dialogue.question?.question == .interval)
    dialogue.type("two stops", "no, I said three stops")
    #expect(dialogue.state.draft.interval?.value == .stops(3))
    #expect(dialogue.readBack != nil)
    dialogue.type("make it one stop")
    #expect(dialogue.state.draft.interval?.value == .stops(1))
    dialogue.type("not one stop, two stops")
    #expect(dialogue.state.draft.interval?.value == .stops(2))
    dialogue.type("no, I said five hundred metres")
    #expect(dialogue.state.draft.mode?.value == .distance)
    #expect(dialogue.state.draft.interval?.value == .distance(metres: 500))
    dialogue.type("no, I meant by time")
    #expect(dialogue.state.draft.mode?.value == .time)
    #expect(dialogue.state.draft.interval == nil)
    #expect(dialogue.question?.question == .interval)
  }

  @Test("is heard at the read-back for every slot, before the reminder is set")
  func readBack() throws {
    var dialogue = try begun("from Linz Hauptplatz to Pregarten two stops before")
    dialogue.type("no, I said Hagenberg")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
    dialogue.type("no I said from Linz Hauptbahnhof")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
    #expect(dialogue.saved == nil)
    #expect(dialogue.readBack?.sentence.contains("Linz Hauptbahnhof") == true)
    dialogue.type("yes")
    #expect(dialogue.saved?.reminder.destination.name == "Hagenberg")
  }

  @Test("answers a question that is asked back")
  func askedBack() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof")
    dialogue.give(
      .transcript(
        Transcript(
          source: "microphone", hypotheses: [Hypothesis(text: "Pregarten", score: -3)], evidence: -3, zone: .doubtful,
          audioSeconds: 1)))
    #expect(dialogue.confirmed == "Pregarten")
    dialogue.type("no, I said Hagenberg")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
  }

  @Test("misheard again takes the next best, not what was just refused")
  func nextBest() throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Pregarten")
    let texts = ["no i said Pregarten", "no i said Hagenberg"]
    dialogue.give(
      .transcript(
        Transcript(
          source: "microphone", hypotheses: texts.enumerated().map { Hypothesis(text: $1, score: 5 - Double($0)) },
          evidence: 5, zone: .doubtful, audioSeconds: 1)))
    #expect(dialogue.confirmed == "Hagenberg")
  }

  @Test(
    "is not heard in what only sounds like one",
    arguments: ["no idea", "not sure", "no thanks", "not now"])
  func nothingOfTheKind(reply: String) throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Pregarten")
    dialogue.type(reply)
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
    #expect(dialogue.state.ending == nil)
  }

  @Test(
    "goes to the slot that is named",
    arguments: ["no from Linz Hauptplatz", "change the start to Linz Hauptplatz", "change the from to Linz Hauptplatz"])
  func namedOrigin(said: String) throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Hagenberg")
    dialogue.type(said)
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptplatz")
    #expect(dialogue.state.draft.to?.value.name == "Hagenberg")
  }

  @Test(
    "goes to the mode or the interval that is named",
    arguments: [
      ("no mode by time", "time", nil), ("change the mode to by time", "time", nil),
      ("no interval three stops", "stations", "stops:3"), ("change the interval to three stops", "stations", "stops:3"),
    ])
  func namedAmount(said: String, mode: String, interval: String?) throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Hagenberg")
    dialogue.type("by stops", "two stops", said)
    #expect(dialogue.state.draft.mode?.value.rawValue == mode)
    if let interval { #expect(dialogue.state.draft.interval?.value.canonical == interval) }
  }

  @Test("is no command that sounds like a slot")
  func startOver() throws {
    var dialogue = try begun("Linz Hauptbahnhof", "Hagenberg")
    dialogue.type("no, start over")
    #expect(dialogue.confirmed != nil, "\(dialogue.outputs)")
    dialogue.type("yes")
    #expect(dialogue.state.draft.filledSlots.isEmpty)
  }

  @Test("by voice is understood with each of the phrases that the recogniser hears")
  func carriers() throws {
    let prompts = try Prompts.load(from: Rehearsal.root.appending(path: "Prompts/en.yaml"))
    #expect(!prompts.speech.carriers.correction.isEmpty)
    for carrier in prompts.speech.carriers.correction {
      let words = carrier.split(separator: " ").map(String.init)
      let named = words.indices.lazy.compactMap { prompts.corrections.slot(at: $0, of: words)?.slot }.first
      guard named == nil || named == .to else { continue }
      var dialogue = try begun("Linz Hauptbahnhof", "Pregarten")
      dialogue.type("\(carrier) Hagenberg")
      #expect(dialogue.state.draft.to?.value.name == "Hagenberg", "\(carrier)")
      guard named == nil else { continue }
      dialogue.type("by stops", "two stops", "\(carrier) three stops")
      #expect(dialogue.state.draft.interval?.value == .stops(3), "\(carrier)")
    }
  }
}

@Suite("When nobody answers")
struct NoInputTests {
  @Test("the question is put in few words, then with typing offered, and then the draft waits")
  func threeTimes() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg")
    let full = try #require(dialogue.question)
    dialogue.give(.silence(""))
    let short = try #require(dialogue.question)
    #expect(short.text.count < full.text.count)
    #expect(short.options.isEmpty)
    dialogue.give(.silence(""))
    #expect(dialogue.unclear.first?.contains("Enter") == true)
    #expect(dialogue.question == full)
    dialogue.give(.silence(""))
    #expect(dialogue.state.ending == .unanswered(.mode))
  }

  @Test("an answer between starts the count anew")
  func between() throws {
    var dialogue = try Rehearsal()
    dialogue.give(.silence(""))
    dialogue.give(.silence(""))
    dialogue.type("Linz Hauptbahnhof")
    dialogue.give(.silence(""))
    dialogue.give(.silence(""))
    #expect(dialogue.state.ending == nil)
  }
}

@Suite("Words for the ear")
struct SpokenWordingTests {
  @Test("say the whole reminder without digits, brackets or numbers of rows")
  func readBack() throws {
    let prompts = try Prompts.load(from: Rehearsal.root.appending(path: "Prompts/en.yaml"))
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "by stops", "two stops")
    let readBack = try #require(
      dialogue.outputs.lazy.compactMap { if case .readBack(let readBack) = $0 { readBack } else { nil } }.first)
    let phrases = [readBack.sentence] + readBack.notes + [readBack.question]
    let text = phrases.map(prompts.spokenTexts.say).joined(separator: " ")
    #expect(text.contains("Linz Hauptbahnhof"))
    #expect(text.contains("two stops"))
    #expect(text.contains("eight o'clock"))
    #expect(text.contains("Tuesday"))
    let plain = text.replacing("line 7", with: "").replacing("December 1", with: "")
    #expect(!plain.contains { $0.isNumber })
    #expect(!text.contains("("))
  }
}
