import Foundation
import Journey
import Testing

@testable import Conversation

@Suite("Phrases")
struct PhraseTests {
  private let all: [Phrase] = [
    .nothing, "Hagenberg", .number(1.5), .time(Rehearsal.now, zone: "Europe/Vienna"),
    .day(Rehearsal.now, zone: "America/New_York"),
    .text(.noInput, level: 2, variant: 1),
    .capitalized(.text(.understood, ["value": .list([.text(.oneStop), "{value}"], separator: "; ")])),
  ]

  @Test("are stored and read back as they were, and bare words are a name")
  func coding() throws {
    for phrase in all {
      let stored = try DialogueCoding.encode(phrase)
      #expect(try DialogueCoding.decode(Phrase.self, from: stored) == phrase)
    }
    #expect(try DialogueCoding.decode([Phrase].self, from: Data("[\"From: Linz.\"]".utf8)) == ["From: Linz."])
    for broken in ["{}", "{\"id\":\"ask.nobody\"}", "{\"time\":\"soon\",\"zone\":\"UTC\"}", "7"] {
      #expect(throws: DecodingError.self, "\(broken)") {
        try DialogueCoding.decode(Phrase.self, from: Data(broken.utf8))
      }
    }
  }

  @Test("what fills a text is not filled again, whatever it is called")
  func braces() throws {
    let texts = try Prompts.load(from: Rehearsal.root.appending(path: "Prompts/en.yaml")).texts
    let phrase = Phrase.text(.understoodNext, ["value": "{next}", "next": "Linz"])
    #expect(texts.say(phrase).contains("{next}"))
    #expect(phrase.ids == [.understoodNext])
  }

  @Test("one conversation is the same phrases in every language, and has words in each, for the eye and the ear")
  func languages() throws {
    let prompts = try ["en", "de"].map { try Prompts.load(from: Rehearsal.root.appending(path: "Prompts/\($0).yaml")) }
    var dialogue = try Rehearsal()
    var said: [Phrase] = []
    for answer in ["", "linz", "1", "help", "Hagenberg", "7 minutes", "why", "undo", "redo", "maybe", "no", "alarm"] {
      dialogue.type(answer)
      said += dialogue.outputs.compactMap {
        switch $0 {
        case .told(let phrase), .understood(let phrase), .unclear(_, let phrase): phrase
        case .ask(let prompt): prompt.text
        case .readBack(let readBack): readBack.sentence
        case .confirm(let question): question.text
        case .choose(let choice): choice.text
        default: nil
        }
      }
    }
    #expect(Set(said.flatMap(\.ids)).count > 15)
    for phrase in said {
      for prompts in prompts {
        for words in [prompts.texts.say(phrase), prompts.spokenTexts.say(phrase)] {
          #expect(!words.contains("{"), "\(prompts.language): \(words)")
        }
      }
      #expect(prompts[0].texts.say(phrase) != prompts[1].texts.say(phrase), "\(phrase)")
    }
  }
}
