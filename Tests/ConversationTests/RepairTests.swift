import Foundation
import Journey
import Matching
import Testing

@testable import Conversation

@Suite("What is not understood")
struct RepairTests {
  @Test("is said three times in different words, with numbers and letters at last, and never loops")
  func tapering() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg", "by time")
    var sentences: [String] = []
    for nonsense in ["purple elephants", "xyzzy", "the weather is nice"] {
      dialogue.type(nonsense)
      sentences += dialogue.unclear
    }
    #expect(Set(sentences).count == 3)
    #expect(dialogue.question?.options.map(\.label) == ["a", "b", "c"])
    dialogue.type("b")
    #expect(dialogue.state.draft.interval?.value == .duration(seconds: 300))
  }

  @Test("keeps the parts that were understood and names the one that was not")
  func partial() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Brandenberg")
    #expect(dialogue.state.draft.from?.value.name == "Linz Hauptbahnhof")
    #expect(dialogue.state.draft.to == nil)
  }

  @Test("in a script ends with the answer named once it stays unclear")
  func scripted() throws {
    var dialogue = try Rehearsal(isScripted: true)
    dialogue.type("xyzzy")
    #expect(dialogue.state.ending == nil)
    dialogue.type("qwertz")
    #expect(dialogue.state.ending == .unclear(.from, heard: "qwertz"))
  }

  @Test("a line after an ambiguous answer is never taken for another slot")
  func scriptedChoice() throws {
    var dialogue = try Rehearsal(isScripted: true)
    dialogue.type("from Linz", "hagenberg")
    #expect(dialogue.state.ending == .unclear(.from, heard: "hagenberg"))
    #expect(dialogue.state.draft.filledSlots.isEmpty)
  }

  @Test("a yes with more behind it sets nothing before that is heard", arguments: ["yes, but not yet", "yes wait"])
  func conditionalYes(reply: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Pregarten to Hagenberg two stops before", reply)
    #expect(dialogue.saved == nil)
    #expect(dialogue.state.ending == nil)
  }

  @Test("a yes with a change behind it makes the change and reads back again")
  func yesWithChange() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg two stops before", "yes, but Pregarten")
    #expect(dialogue.saved == nil)
    var polite = try Rehearsal()
    polite.type("from Linz Hauptbahnhof to Hagenberg two stops before", "yes thank you")
    #expect(polite.saved != nil)
  }

  @Test("a megabyte is refused without being matched")
  func huge() throws {
    var dialogue = try Rehearsal()
    dialogue.type(String(repeating: "linz ", count: 200_000))
    #expect(dialogue.unclear.count == 1)
    #expect(dialogue.unclear.first?.count ?? 0 < 200)
    #expect(dialogue.question?.question == .from)
  }

  @Test("a silent recording is no input, not no match, and never selects the default")
  func silence() throws {
    var dialogue = try Rehearsal()
    dialogue.type("Linz Hauptbahnhof", "Hagenberg")
    dialogue.give(
      .transcript(
        Transcript(source: "mode.wav", refusal: "the recording is silent: peak -62 dBFS", isSilent: true)))
    #expect(dialogue.unclear == ["the recording is silent: peak -62 dBFS"])
    #expect(dialogue.state.draft.mode == nil)
    #expect(dialogue.state.counters[.mode]?.noMatch ?? 0 == 0)
  }
}

@Suite("Recorded answers in the dialogue")
struct SpokenAnswerTests {
  private func transcript(_ texts: String..., zone: Transcript.Zone) -> Transcript {
    Transcript(
      source: "answer.wav", hypotheses: texts.enumerated().map { Hypothesis(text: $1, score: -Double($0)) },
      evidence: zone == .clear ? 4 : -3, zone: zone, audioSeconds: 1)
  }

  @Test("a clear one is taken, with what was heard")
  func clear() throws {
    var dialogue = try Rehearsal()
    dialogue.give(.transcript(transcript("Pregarten", zone: .clear)))
    #expect(dialogue.state.draft.from?.value.name == "Pregarten")
    #expect(dialogue.state.draft.from?.provenance.method == .voice)
    #expect(dialogue.heard.contains("Heard: Pregarten"))
  }

  @Test("a doubtful one is asked back with the other hypotheses")
  func doubtful() throws {
    var dialogue = try Rehearsal()
    dialogue.give(.transcript(transcript("Pregarten", "Hagenberg", zone: .doubtful)))
    #expect(dialogue.state.draft.from == nil)
    #expect(dialogue.choices?.prefix(2) == ["Pregarten", "Hagenberg"])
    dialogue.type("2")
    #expect(dialogue.state.draft.from?.value.name == "Hagenberg")
  }

  @Test("what was decided where it was heard is taken as it was, also where the words would be another stop's")
  func decided() throws {
    var dialogue = try Rehearsal()
    let sure = Match(
      utterance: "Hagenberg", decision: .accept, value: "t:Hagenberg Softwarepark",
      candidates: [Candidate(value: "t:Hagenberg Softwarepark", name: "Hagenberg", score: 0.97)], score: 0.97,
      reason: .init(.clear, "Hagenberg was heard clearly"))
    dialogue.give(.heard(transcript("Hagenberg", zone: .clear), sure))
    #expect(dialogue.state.draft.from?.value.name == "Hagenberg Softwarepark")
    #expect(dialogue.state.draft.from?.provenance.method == .voice)

    let unsure = Match(
      utterance: "Pregarten", decision: .ask,
      candidates: ["Pregarten", "Hagenberg"].map { Candidate(value: "t:\($0)", name: $0, score: 0.4) }, score: 0.4,
      reason: .init(.ambiguous, "Pregarten and Hagenberg sound alike here"))
    dialogue.give(.heard(transcript("Pregarten", "Hagenberg", zone: .doubtful), unsure))
    #expect(dialogue.choices?.prefix(2) == ["Pregarten", "Hagenberg"])
    dialogue.type("none of these")
    dialogue.give(.heard(transcript("Pregarten", "Hagenberg", zone: .doubtful), unsure))
    #expect(dialogue.state.draft.to == nil, "what was said no to is not taken the second time")
    var either = unsure
    either.candidates = unsure.candidates + [Candidate(value: "t:Linz Hauptplatz", name: "Linz Hauptplatz", score: 0.2)]
    dialogue.give(.heard(transcript("Pregarten", "Hagenberg", zone: .doubtful), either))
    #expect(dialogue.confirmed == "Linz Hauptplatz", "one that is left is asked about alone")
  }

  @Test("a doubtful command is not obeyed; an answer that sounds like it is asked back")
  func doubtfulCommand() throws {
    var dialogue = try Rehearsal()
    dialogue.give(.transcript(transcript("cancel", zone: .doubtful)))
    #expect(dialogue.state.ending == nil)
    #expect(dialogue.unclear.count == 1)
    dialogue.give(.transcript(transcript("cancel", "Pregarten", zone: .doubtful)))
    #expect(dialogue.state.ending == nil)
    #expect(dialogue.confirmed == "Pregarten")
  }

  @Test("speech that is no answer is refused")
  func rejected() throws {
    var dialogue = try Rehearsal()
    dialogue.give(.transcript(transcript("Pregarten", zone: .rejected)))
    #expect(dialogue.state.draft.from == nil)
    #expect(dialogue.unclear.count == 1)
  }

  @Test("a doubtful yes sets no alarm")
  func doubtfulYes() throws {
    var dialogue = try Rehearsal()
    dialogue.type("from Linz Hauptbahnhof to Hagenberg two stops before")
    dialogue.give(.transcript(transcript("yes", zone: .doubtful)))
    #expect(dialogue.saved == nil)
    dialogue.give(.transcript(transcript("yes", zone: .clear)))
    #expect(dialogue.saved != nil)
  }
}

@Suite("A no to the whole reminder")
struct WrongRowTests {
  @Test("is never followed by a yes that sets it", arguments: ["no", "that is wrong"])
  func yes(said: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("from linz hbf to hagenberg two stops before", said, "yes")
    #expect(dialogue.saved == nil)
    dialogue.type("yes")
    #expect(dialogue.saved != nil)
  }
}

@Suite("A dialogue that is interrupted")
struct ResumeTests {
  @Test("goes on from any step with nothing lost")
  func anyStep() throws {
    let answers = ["linz hbf", "hagenberg", "by stops", "two stops before"]
    for cut in 0...answers.count {
      var dialogue = try Rehearsal()
      for answer in answers.prefix(cut) { dialogue.type(answer) }
      let stored = try JSONEncoder().encode(dialogue.state)
      let state = try JSONDecoder().decode(WizardState.self, from: stored)
      var other = Rehearsal(resuming: state, like: dialogue)
      for answer in answers.dropFirst(cut) { other.type(answer) }
      other.type("yes")
      #expect(other.saved?.reminder.interval == .stops(2), "cut after \(cut) answers")
      #expect(other.saved?.reminder.id == dialogue.state.draft.id)
    }
  }

  @Test("asks the same answer back again")
  func resumedChoice() throws {
    var dialogue = try Rehearsal()
    dialogue.type("linz")
    #expect(dialogue.state.isAskingBack)
    let other = Rehearsal(resuming: dialogue.state, like: dialogue)
    #expect(other.state.isAskingBack)
    #expect(other.state.open == .from)
  }

  @Test("does not ask again whether to give up", arguments: ["cancel", "start over"])
  func resumedCancel(command: String) throws {
    var dialogue = try Rehearsal()
    dialogue.type("linz hbf", "hagenberg", command)
    #expect(dialogue.state.isAskingBack)
    let other = Rehearsal(resuming: dialogue.state, like: dialogue)
    #expect(!other.state.isAskingBack)
    #expect(other.state.open == .mode)
  }

  @Test("the end of the input keeps the draft and names the open question")
  func endOfFile() throws {
    var dialogue = try Rehearsal(isScripted: true)
    dialogue.type("Linz Hauptbahnhof")
    dialogue.give(.endOfFile)
    #expect(dialogue.state.ending == .unanswered(.to))
  }
}

@Suite("Times of day")
struct ClockTimeTests {
  private let words: ClockWords

  init() throws {
    words = try Prompts.load(from: Rehearsal.root.appending(path: "Prompts/en.yaml")).clock
  }

  @Test(
    "are read as they are said",
    arguments: [
      ("18:10", 18, 10), ("the 18:10", 18, 10), ("ten past six", 6, 10), ("half past seven", 7, 30),
      ("quarter to nine", 8, 45), ("twenty-five to one", 0, 35), ("6 pm", 18, 0), ("6pm", 18, 0), ("noon", 12, 0),
      ("midnight", 0, 0), ("six ten", 6, 10), ("arriving at ten past six", 6, 10), ("8.05", 8, 5),
    ])
  func read(text: String, hour: Int, minute: Int) throws {
    let time = try #require(ClockTime(text, words: words))
    #expect(time.hour == hour)
    #expect(time.minute == minute)
  }

  @Test("and nothing else is", arguments: ["", "hagenberg", "25:00", "12:61", "five minutes before", "yes", "1:2:3"])
  func refused(text: String) {
    #expect(ClockTime(text, words: words) == nil)
  }
}
