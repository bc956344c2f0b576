import Conversation
import Journey
import Listening
import Speech
import Testing

@Suite("What is decided on a recording")
struct SpokenDecisionTests {
  private let policy = RecognitionPolicy()
  private let stops = [
    SpokenQuestion.Option(value: "t:1", name: "Pregarten"), .init(value: "t:2", name: "Hagenberg"),
    .init(value: "t:3", name: "Markt"), .init(value: "t:4", name: "Markt"),
  ]
  private let question: SpokenQuestion

  init() throws {
    question = SpokenQuestion(place: .to, among: stops, speech: try EnglishPrompts.load().speech)
      .inDialogue(
        correcting: stops, offered: 0, isChoosing: false, speech: try EnglishPrompts.load().speech)
  }

  /// Hypotheses, each so far behind the one before.
  private func heard(_ texts: String..., zone: Transcript.Zone, apart: Double = 1) -> Transcript {
    Transcript(
      source: "to.wav",
      hypotheses: texts.enumerated().map { Hypothesis(text: $1, score: -apart * Double($0)) },
      zone: zone, confidence: zone == .clear ? 0.99 : 0.6, audioSeconds: 1)
  }

  @Test("the option is the one that the phrase stood for, whatever was said round it")
  func option() {
    for text in ["Hagenberg", "to Hagenberg", "to Hagenberg please"] where question.grammar.answer(in: text) != nil {
      let match = question.decide(heard(text, "Pregarten", zone: .clear, apart: 9), policy: policy)
      #expect(match.decision == .accept && match.value == "t:2", "\(text)")
      #expect(match.candidates.map(\.value) == ["t:2", "t:1"])
    }
  }

  @Test("a doubtful one is asked back, alone where it leads and with its rival where not")
  func doubtful() {
    let alone = question.decide(heard("Hagenberg", "Pregarten", zone: .doubtful, apart: policy.margin), policy: policy)
    #expect(alone.decision == .confirm && alone.value == "t:2")
    let both = question.decide(
      heard("Hagenberg", "Pregarten", zone: .doubtful, apart: policy.margin / 2), policy: policy)
    #expect(both.decision == .ask && both.value == nil)
    #expect(both.candidates.map(\.value) == ["t:2", "t:1"])
  }

  @Test("what answers a choice or a yes and no is listened for as names are, and means what it did")
  func expected() throws {
    let speech = try EnglishPrompts.load().speech
    let choosing = SpokenQuestion(modeOf: speech).inDialogue(
      correcting: [], offered: 3, isChoosing: true, speech: speech)
    let numbers = speech.choices.prefix(3).joined() + speech.none
    #expect(Set(numbers).isSubset(of: choosing.grammar.names.map(\.text)))
    #expect(Set(numbers).isDisjoint(with: choosing.grammar.phrases))
    #expect(speech.choices[1].allSatisfy { choosing.meaning(of: $0) == .command("choice 2") })
    #expect(choosing.grammar.phrases.contains("more"))
    let confirming = SpokenQuestion(modeOf: speech).inDialogue(
      correcting: [], offered: 0, isChoosing: false, isConfirming: true, speech: speech)
    #expect(Set(["yes", "no"]).isSubset(of: confirming.grammar.names.map(\.text)))
    #expect(confirming.meaning(of: "yes") == .command("yes"))
    #expect(confirming.decide(heard("yes", "help", zone: .clear), policy: policy).command == "yes")
  }

  @Test("of two stops of one name the most served stands for both, as where the name is typed")
  func namesakes() {
    let clear = question.decide(heard("Markt", "Pregarten", zone: .clear, apart: 9), policy: policy)
    #expect(clear.decision == .accept && clear.value == "t:3")
    #expect(clear.candidates.map(\.name) == ["Markt", "Pregarten"])
    let doubtful = question.decide(heard("Markt", zone: .doubtful), policy: policy)
    #expect(doubtful.decision == .confirm && doubtful.value == "t:3")
  }

  @Test("a command is a command only where it is clear")
  func command() throws {
    let phrase = try #require(question.grammar.phrases.first { question.meaning(of: $0).values == ["cancel"] })
    let clear = question.decide(heard(phrase, "Pregarten", zone: .clear), policy: policy)
    #expect(clear.command == "cancel" && clear.decision == .reject)
    let doubtful = question.decide(heard(phrase, "Pregarten", zone: .doubtful), policy: policy)
    #expect(doubtful.command == nil && doubtful.decision == .ask)
    #expect(doubtful.candidates.map(\.value) == ["t:1"])
    #expect(question.decide(heard(phrase, zone: .doubtful), policy: policy).decision == .reject)
  }

  @Test("a correction is left to the dialogue, and what is no answer is refused")
  func rest() throws {
    let carrier = try #require(question.grammar.corrections.first)
    let correction = question.decide(heard("\(carrier) Hagenberg", zone: .clear), policy: policy)
    #expect(correction.decision == .reject && correction.reason.code == .correction)
    #expect(question.decide(heard("Hagenberg", zone: .rejected), policy: policy).decision == .reject)
    let silent = Transcript(source: "to.wav", refusal: "the recording is silent", isSilent: true)
    #expect(question.decide(silent, policy: policy).reason.description == "not-heard: the recording is silent")
  }
}

@Suite("An answer that is said twice")
struct RepeatedAnswerTests {
  private let policy = RecognitionPolicy()
  private let question: SpokenQuestion

  init() throws {
    let stops = [
      SpokenQuestion.Option(value: "t:1", name: "Pregarten"), .init(value: "t:2", name: "Hagenberg"),
      .init(value: "t:3", name: "Katsdorf"),
    ]
    question = SpokenQuestion(place: .to, among: stops, speech: try EnglishPrompts.load().speech)
  }

  private func heard(
    _ texts: String..., confidence: Double, zone: Transcript.Zone = .doubtful, apart: Double = 3
  ) -> Transcript {
    Transcript(
      source: "to.wav", hypotheses: texts.enumerated().map { .init(text: $1, score: -apart * Double($0)) },
      zone: zone, confidence: confidence)
  }

  @Test("is surer where both recordings sound like it, and less so where they do not")
  func agreement() throws {
    let first = heard("Hagenberg", "Pregarten", confidence: 0.9)
    let same = question.joined(heard("Hagenberg", "Katsdorf", confidence: 0.9), after: first, excluding: [])
    #expect(same.zone == .clear && question.decide(same, policy: policy).value == "t:2")
    let other = question.joined(heard("Katsdorf", "Pregarten", confidence: 0.9), after: first, excluding: [])
    #expect(try #require(other.confidence) < 0.9 && other.zone != .clear)
  }

  @Test("is what both sound nearly like, and not what only one does")
  func common() {
    let first = heard("Pregarten", "Hagenberg", confidence: 0.5, apart: 0.2)
    let second = heard("Katsdorf", "Hagenberg", confidence: 0.5, apart: 0.2)
    #expect(question.joined(second, after: first, excluding: []).hypotheses.first?.text == "Hagenberg")
  }

  @Test("is not what the rider has said no to, and is what came next to it")
  func denied() throws {
    let first = heard("Pregarten", "Hagenberg", confidence: 0.6)
    let again = question.joined(
      heard("Pregarten", "Hagenberg", confidence: 0.6), after: first, excluding: ["t:1"])
    #expect(again.hypotheses.map(\.text) == ["Hagenberg"])
    #expect(question.decide(again, policy: policy).value == "t:2")
  }

  @Test("stays what it is where it is clear, or a command, or nothing else was heard before")
  func alone() throws {
    let first = heard("Pregarten", "Hagenberg", confidence: 0.6)
    let clear = heard("Hagenberg", confidence: 0.99, zone: .clear)
    #expect(question.joined(clear, after: first, excluding: []).zone == .clear)
    let phrase = try #require(question.grammar.phrases.first { question.meaning(of: $0).values == ["cancel"] })
    let command = heard(phrase, "Pregarten", confidence: 0.6)
    #expect(question.joined(command, after: first, excluding: []) == command)
    #expect(question.joined(first, after: nil, excluding: []) == first)
  }
}

@Suite("Answers in words that are not listed")
struct SpokenWordingTests {
  private let policy = RecognitionPolicy()

  private func question(_ asked: AskedQuestion, mode: Mode? = nil) throws -> SpokenQuestion {
    let prompts = try EnglishPrompts.load()
    let plain: SpokenQuestion =
      switch asked {
      case .mode: SpokenQuestion(modeOf: prompts.speech)
      case .interval: SpokenQuestion(intervalOf: mode, speech: prompts.speech)
      case .from, .to, .command: SpokenQuestion(commandOf: prompts.speech)
      }
    return plain.withWordings(SpokenWordings(prompts), of: asked, mode: mode)
  }

  private func heard(_ text: String, _ zone: Transcript.Zone) -> Transcript {
    Transcript(source: "a.wav", hypotheses: [.init(text: text, score: 0)], zone: zone, confidence: 0.99)
  }

  @Test("mean what they would mean typed")
  func meanings() throws {
    let interval = try question(.interval, mode: .time)
    let clear = interval.decide(heard("could you make that a quarter of an hour", .clear), policy: policy)
    #expect(clear.decision == .accept && clear.value == "duration:900s")
    let doubtful = interval.decide(heard("could you make that a quarter of an hour", .doubtful), policy: policy)
    #expect(doubtful.decision == .confirm && doubtful.value == "duration:900s")
    let command = try question(.command).decide(heard("would you say that once more", .clear), policy: policy)
    #expect(command.decision == .accept && command.value == "repeat")
    let between = try question(.mode).decide(heard("would you say that once more", .clear), policy: policy)
    #expect(between.command == "repeat")
  }

  @Test("are asked about where the words leave a doubt, however clear the sound")
  func doubt() throws {
    let mode = try question(.mode)
    let match = mode.decide(heard("until that time mister guess", .clear), policy: policy)
    #expect(match.decision == .confirm && match.value == "time")
  }

  @Test("are none where two answers stand in them, or none does")
  func none() throws {
    let mode = try question(.mode)
    for text in ["the time or the stops", "grey feathers on a saddle"] {
      #expect(mode.decide(heard(text, .clear), policy: policy).decision == .reject, "\(text)")
    }
  }

  @Test("are not listened for where a place is asked, whose names no list of words has")
  func places() throws {
    let prompts = try EnglishPrompts.load()
    let place = SpokenQuestion(place: .to, among: [], speech: prompts.speech)
      .withWordings(SpokenWordings(prompts), of: .to)
    #expect(place.grammar.wording == nil)
    #expect(try question(.mode).grammar.wording != nil)
  }
}
