import Foundation
import Journey
import Matching
import Testing

@testable import Conversation

/// What riders may say by voice, held against what the same words mean when they are typed.
@Suite("The answers that a language listens for", .serialized)
struct SpokenAnswersTests {
  private static let languages = ["en", "de"]

  private let prompts = Rehearsal.root.appending(path: "Prompts")

  private func speech(_ language: String) throws -> SpokenAnswers {
    try Prompts.speech(from: prompts.appending(path: "\(language).yaml"))
  }

  private func matcher(_ language: String) throws -> Matcher {
    Matcher(lexicon: try Prompts.lexicon(from: prompts.appending(path: "\(language).yaml")))
  }

  @Test("are complete: each question, mode and command can be answered", arguments: languages)
  func complete(_ language: String) throws {
    let speech = try speech(language)
    #expect(speech.language == language)
    #expect(Set(speech.commands.map(\.command)) == Set(try self.speech("en").commands.map(\.command)))
    #expect(speech.commands.count >= 14)
    #expect(speech.numbers.count == 60 && Set(speech.numbers).count == 60)
    for slot in [Slot.from, .to, .mode, .interval] {
      #expect(!speech.carriers[slot].isEmpty && !speech.trailers[slot].isEmpty, "\(slot)")
    }
    for mode in Mode.allCases {
      #expect(speech.names(of: mode).count >= 9, "\(mode)")
    }
  }

  @Test("reach every value that can be said in English, except miles", arguments: languages)
  func values(_ language: String) throws {
    let (speech, english) = (try speech(language), try speech("en"))
    for mode in Mode.allCases {
      let own = Set(speech.intervals(of: mode).map(\.value.canonical))
      let expected = Set(english.intervals(of: mode).filter { !$0.phrase.hasSuffix("mile") }.map(\.value.canonical))
      #expect(expected.subtracting(own) == [], "\(mode)")
    }
  }

  @Test("mean the same when they are typed: intervals", arguments: languages)
  func intervals(_ language: String) throws {
    let (speech, matcher) = (try speech(language), try matcher(language))
    for mode in Mode.allCases {
      for (phrase, value) in speech.intervals(of: mode) {
        let match = matcher.match(phrase, question: .slot(.interval), mode: mode)
        #expect(match.decision == .accept && match.value == value.canonical, "\(phrase): \(match.value ?? "nothing")")
      }
      // With what may stand before and behind, a sample: all of them are tens of thousands.
      let sample = speech.intervals(of: mode).enumerated().filter { $0.offset % 9 == 0 }.map(\.element)
      for (phrase, value) in sample {
        let framed =
          speech.carriers.interval.map { "\($0) \(phrase)" } + speech.trailers.interval.map { "\(phrase) \($0)" }
        for text in framed {
          let match = matcher.match(text, question: .slot(.interval), mode: mode)
          #expect(match.decision == .accept && match.value == value.canonical, "\(text): \(match.value ?? "nothing")")
        }
      }
    }
  }

  @Test("mean the same when they are typed: modes", arguments: languages)
  func modes(_ language: String) throws {
    let (speech, matcher) = (try speech(language), try matcher(language))
    for mode in Mode.allCases {
      for name in speech.names(of: mode) {
        for text in [name] + speech.trailers.mode.map({ "\(name) \($0)" }) {
          let match = matcher.match(text, question: .slot(.mode))
          #expect(match.value == mode.rawValue, "\(text): \(match.reason)")
        }
      }
    }
  }

  @Test("mean the same when they are typed: commands", arguments: languages)
  func commands(_ language: String) throws {
    let (speech, matcher) = (try speech(language), try matcher(language))
    for (command, phrases) in speech.commands.map({ ($0.command, $0.phrases) }) {
      for phrase in phrases {
        let match = matcher.match(phrase, question: .command)
        #expect((match.command ?? match.value) == command, "\(phrase): \(match.reason)")
      }
    }
  }

  @Test("mean the same when they are typed: stops", arguments: languages)
  func stops(_ language: String) throws {
    let (speech, matcher) = (try speech(language), try matcher(language))
    let names = ["Linz Hauptbahnhof", "Hagenberg", "Wels Marktplatz"]
    let index = OptionIndex(names.map { MatchOption(id: $0, name: $0) }, lexicon: matcher.lexicon)
    for slot in [Slot.from, .to] {
      for name in names {
        for text in speech.carriers[slot].map({ "\($0) \(name)" }) + speech.trailers[slot].map({ "\(name) \($0)" }) {
          let match = matcher.match(text, question: .slot(slot), among: index)
          #expect(match.value == name, "\(text): \(match.reason)")
        }
      }
    }
  }

  @Test("are told to be missing where a language listens to none")
  func missing() throws {
    #expect(throws: PromptsError.notListening(language: "fr")) { try speech("fr") }
  }
}
