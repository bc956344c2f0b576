import Foundation
import Journey
import Matching
import Testing

@Suite("Amounts, modes and commands")
struct AnswerTests {
  private let matcher = EnglishWords.matcher

  @Test(
    "an amount has its canonical value",
    arguments: [
      ("five minutes", "duration:300s"), ("a minute and a half", "duration:90s"), ("1 hour thirty", "duration:5400s"),
      ("three quarters of an hour", "duration:2700s"), ("two hundred and fifty metres", "distance:250m"),
      ("half a kilometre", "distance:500m"), ("2 km and 1 meter", "distance:2001m"), ("¾ km", "distance:750m"),
      ("1½ hours", "duration:5400s"), ("two stops", "stops:2"), ("too stops", "stops:2"),
      ("a couple of stops", "stops:2"),
      ("five minuts", "duration:300s"),
    ])
  func amount(text: String, value: String) {
    #expect(matcher.match(text, question: .slot(.interval)).value == value)
  }

  @Test("a bare number takes the unit of the mode, or all of them are asked")
  func bareNumber() {
    #expect(matcher.match("5", question: .slot(.interval), mode: .time).value == "duration:300s")
    #expect(matcher.match("5", question: .slot(.interval), mode: .stations).value == "stops:5")
    #expect(matcher.match("5", question: .slot(.interval)).decision == .ask)
  }

  @Test("two amounts are asked back, the earlier warning first")
  func alternatives() {
    let match = matcher.match("two or three stops", question: .slot(.interval))
    #expect(match.decision == .ask)
    #expect(match.candidates.map(\.value) == ["stops:3", "stops:2"])
  }

  @Test(
    "other dimensions and codes are refused",
    arguments: ["ten gallons", "5 %", "$5", "100 square meters", "5 km2", "scp-173 m", "24703m212", "half", "to"])
  func refused(text: String) {
    #expect(matcher.match(text, question: .slot(.interval)).decision == .reject)
  }

  @Test(
    "an amount is read whole, however its number is said",
    arguments: [
      ("seven fifty metres", "distance:750m"), ("about nine twenty five metres", "distance:925m"),
      ("two and a half thousand metres", "distance:2500m"), ("point five of a kilometre", "distance:500m"),
      ("mile and a half", "distance:2414.016m"), ("two fifty", "distance:250m"),
    ])
  func wholeAmounts(text: String, value: String) {
    let match = matcher.match(text, question: .slot(.interval), mode: .distance)
    #expect(match.decision == .accept && match.value == value, "\(match.value ?? "-")")
  }

  @Test(
    "of two numbers before a unit none is dropped in silence", arguments: ["five fifteen minutes", "seven 20 stops"])
  func twoNumbers(text: String) {
    let match = matcher.match(text, question: .slot(.interval))
    #expect(match.decision == .ask && match.candidates.count == 2, "\(match.decision) \(match.candidates)")
  }

  @Test("a unit names its mode")
  func inferredMode() {
    #expect(matcher.match("500 metres", question: .slot(.mode)).value == "distance")
    #expect(matcher.match("by stops", question: .slot(.mode)).value == "stations")
    #expect(matcher.match("time or distance", question: .slot(.mode)).decision == .ask)
  }

  @Test("stop is a command except where it is half an answer")
  func stop() {
    #expect(matcher.match("stop", question: .slot(.to), among: EnglishWords.stops).command == "cancel")
    #expect(matcher.match("stop", question: .slot(.interval)).command == nil)
    #expect(matcher.match("stop", question: .slot(.mode)).command == nil)
  }

  @Test("every example of a command is understood as that command")
  func examples() {
    for command in EnglishWords.lexicon.commands {
      for example in command.examples {
        #expect(matcher.match(example, question: .command).command == command.name, "\(example)")
      }
    }
  }

  @Test(
    "a way of warning among words that say nothing is taken, among others asked about",
    arguments: [
      ("um, time I guess", "time", Decision.accept), ("I would like to have it by the clock please", "time", .accept),
      ("kilometres suit grandmother better", "distance", .confirm),
    ])
  func modeAmongWords(text: String, mode: String, decision: Decision) {
    let match = matcher.match(text, question: .slot(.mode))
    #expect(match.value ?? "" == mode && match.decision == decision, "\(match.decision) \(match.value ?? "-")")
  }

  @Test(
    "what is not wanted is not taken for what is",
    arguments: ["not by time", "don't use the distance", "anything without stops", "I never wanted the clock"])
  func deniedMode(text: String) {
    #expect(matcher.match(text, question: .slot(.mode)).decision == .reject)
  }

  @Test("every example of a mode and of an interval is understood")
  func optionExamples() {
    for option in EnglishWords.lexicon.options.mode {
      for example in option.examples ?? [] {
        #expect(matcher.match(example, question: .slot(.mode)).value == option.value.rawValue, "\(example)")
      }
    }
    for option in EnglishWords.lexicon.options.interval {
      for example in (option.examples ?? []) + [option.name] {
        #expect(matcher.match(example, question: .slot(.interval)).value == option.value, "\(example)")
      }
    }
  }
}

@Suite("Interpreting a whole answer")
struct InterpretationTests {
  private let matcher = EnglishWords.matcher
  private let stops = EnglishWords.stops

  private func interpret(_ text: String, open: Slot = .from) -> Interpretation {
    matcher.interpret(text, open: open, from: stops, to: stops)
  }

  @Test("one sentence fills several slots")
  func overAnswer() {
    let meaning = interpret("from Linz Hauptbahnhof to Hagenberg 500 metres before")
    #expect(meaning.slots[.from]?.value == "Linz Hauptbahnhof")
    #expect(meaning.slots[.to]?.value == "Hagenberg")
    #expect(meaning.slots[.interval]?.value == "distance:500m")
    #expect(meaning.hadCues)
    #expect(meaning.unexplained.isEmpty)
  }

  @Test("two places without cues are from and to")
  func twoPlaces() {
    let meaning = interpret("pregarten hagenberg")
    #expect(meaning.slots[.from]?.value == "Pregarten")
    #expect(meaning.slots[.to]?.value == "Hagenberg")
    #expect(!meaning.hadCues)
  }

  @Test("a town with several stops asks which one")
  func asks() {
    #expect(interpret("from Linz").slots[.from]?.decision == .ask)
  }

  @Test("a no may bring the right answer along")
  func noWithAnswer() {
    let meaning = interpret("no, hagenberg", open: .to)
    #expect(meaning.affirmation == Affirmation(isYes: false, rest: "hagenberg"))
    #expect(interpret("yes please").affirmation == Affirmation(isYes: true))
    #expect(interpret("hagenberg").affirmation == nil)
  }

  @Test("a command counts as a whole and, where it may, as the last words")
  func commands() {
    #expect(interpret("go back").command?.command == "back")
    #expect(interpret("to linz, no, never mind", open: .to).command?.command == "cancel")
    #expect(interpret("hagenberg", open: .to).command == nil)
  }

  @Test("it is written as JSON with the slots by name")
  func encoding() throws {
    let data = try JSONEncoder().encode(interpret("from pregarten to hagenberg"))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"slots\":{"))
    #expect(try JSONDecoder().decode(Interpretation.self, from: data).slots[.to]?.value == "Hagenberg")
  }
}
