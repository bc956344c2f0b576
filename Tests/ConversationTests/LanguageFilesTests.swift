import Foundation
import Journey
import Testing
import Yams

@testable import Conversation

private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Prompts")

/// A language file as it stands, section by section.
private func section(_ path: String, _ language: String) throws -> Node {
  let file = folder.appending(path: "\(language).yaml")
  let root = try #require(try Yams.compose(yaml: String(contentsOf: file, encoding: .utf8)))
  return try path.split(separator: ".").reduce(root) { node, key in
    try #require(node.mapping?[Node(String(key))], "\(language).yaml has no \(path)")
  }
}

/// English and German say and understand the same things.
@Suite("Language files")
struct LanguageFilesTests {
  /// Words that one language has and the other has no use for.
  private static let ownWords: Set<String> = [
    // "Half six" is 6:30, "halb sechs" is 5:30; German dates end with a full stop.
    "clock.sinceHour", "clock.untilHour", "clock.ordinalEndings",
    "lexicon.numbers.homophones", "lexicon.numbers.bound", "lexicon.numbers.unitsFirst", "lexicon.numbers.decimal",
    "lexicon.cues.fromEndings", "lexicon.cues.onward", "lexicon.cues.apart",
    // The building blocks of templates are each language's own.
    "lexicon.rules",
  ]

  private static func placeholders(_ texts: [String]) -> Set<String> {
    Set(texts.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } })
  }

  @Test("both have the same texts with the same placeholders and as many variants, each in other words")
  func texts() throws {
    let english = try Prompts.load(from: folder.appending(path: "en.yaml"))
    let german = try Prompts.load(from: folder.appending(path: "de.yaml"))
    for id in PromptID.allCases {
      for (own, other) in [
        (english.texts.all(id), german.texts.all(id)), (english.spokenTexts.all(id), german.spokenTexts.all(id)),
      ] {
        #expect(Self.placeholders(own) == Self.placeholders(other), "\(id.rawValue)")
        #expect(own.count == other.count, "\(id.rawValue)")
        #expect(Set(other).count == other.count, "\(id.rawValue) repeats itself")
      }
    }
  }

  @Test("no German text is left in English")
  func translated() throws {
    let english = try Prompts.load(from: folder.appending(path: "en.yaml"))
    let german = try Prompts.load(from: folder.appending(path: "de.yaml"))
    // Where there is a word besides the values, which happens to be the same in both languages only here.
    let same: Set<String> = ["Vibration", "Alarm", "{n} km", "1 km"]
    for id in PromptID.allCases {
      for text in german.texts.all(id) where !same.contains(text) {
        let words = text.replacing(/\{\w+\}/, with: "").filter(\.isLetter)
        #expect(words.count < 2 || !english.texts.all(id).contains(text), "\(id.rawValue): \(text)")
      }
    }
  }

  @Test(
    "both have the same keys, and nothing under them is empty",
    arguments: [
      "", "alerts", "alerts.place", "alerts.left", "alerts.positionLost", "alerts.positionDoubted", "alerts.estimated",
      "alerts.runner", "alerts.simulation", "alerts.simulation.legend", "intervals", "corrections",
      "corrections.slots", "speech", "speech.carriers",
      "speech.trailers", "speech.modes", "speech.intervals", "clock", "lexicon", "lexicon.numbers", "lexicon.cues",
      "options",
    ])
  func keys(path: String) throws {
    let english = try #require(try section(path, "en").mapping)
    let german = try #require(try section(path, "de").mapping)
    let names = Set(english.keys.compactMap(\.string)).union(german.keys.compactMap(\.string))
    for name in names.sorted() where !Self.ownWords.contains("\(path).\(name)") {
      for (language, keys) in [("en", english), ("de", german)] {
        guard let node = keys[Node(name)] else {
          Issue.record("\(language).yaml lacks \(path).\(name)")
          continue
        }
        let count = node.sequence?.count ?? node.mapping?.count ?? node.string?.count ?? 0
        #expect(count > 0, "\(language).yaml: \(path).\(name) is empty")
      }
    }
  }

  @Test("the alerts of both are filled with the same values")
  func alerts() throws {
    for name in ["levels", "unknown", "place.ahead"] {
      let texts = try ["en", "de"].map { try section("alerts.\(name)", $0).array().map { $0.string ?? "" } }
      // A language may have words for more places than another, but the first ones are needed.
      #expect(zip(texts[0], texts[1]).allSatisfy { Self.placeholders([$0]) == Self.placeholders([$1]) })
      #expect(texts.allSatisfy { $0.count >= 3 })
    }
    let groups = [
      "place", "left", "positionLost", "positionDoubted", "estimated", "runner", "status", "status.wait",
      "status.estimated", "status.noPosition", "simulation", "simulation.legend",
    ]
    for path in ["alerts"] + groups.map({ "alerts.\($0)" }) {
      let english = try #require(try section(path, "en").mapping)
      for (key, value) in english {
        guard let text = value.string, let name = key.string else { continue }
        let other = try section("\(path).\(name)", "de").string ?? ""
        #expect(Self.placeholders([text]) == Self.placeholders([other]), "\(path).\(name)")
      }
    }
  }

  @Test("both offer the same modes and intervals, and understand their own names for them")
  func options() throws {
    let languages = try ["en", "de"].map { try Prompts.load(from: folder.appending(path: "\($0).yaml")) }
    #expect(languages[0].lexicon.options.mode.map(\.value) == languages[1].lexicon.options.mode.map(\.value))
    #expect(languages[0].lexicon.options.interval.map(\.value) == languages[1].lexicon.options.interval.map(\.value))
    for mode in Mode.allCases {
      #expect(languages[0].choices[mode].predefined == languages[1].choices[mode].predefined)
      #expect(languages[0].choices[mode].standard == languages[1].choices[mode].standard)
    }
    for prompts in languages {
      let wizard = Wizard(prompts: prompts)
      for option in prompts.lexicon.options.mode {
        for words in [option.name] + (option.examples ?? []) {
          let match = wizard.matcher.match(words, question: .slot(.mode))
          #expect(match.value == option.value.rawValue, "\(prompts.language): \(words)")
        }
      }
      for option in prompts.lexicon.options.interval {
        for words in [option.name] + (option.examples ?? []) {
          #expect(
            wizard.matcher.match(words, question: .slot(.interval)).value == option.value,
            "\(prompts.language): \(words)")
        }
      }
    }
  }

  @Test("both know the same commands, and take each one's examples for it")
  func commands() throws {
    let languages = try ["en", "de"].map { try Prompts.load(from: folder.appending(path: "\($0).yaml")) }
    let names = languages.map { Set($0.lexicon.commands.map(\.name)) }
    #expect(names[0] == names[1])
    for prompts in languages {
      let wizard = Wizard(prompts: prompts)
      for command in prompts.lexicon.commands {
        #expect(!command.examples.isEmpty, "\(prompts.language): \(command.name)")
        for example in command.examples {
          #expect(
            wizard.matcher.match(example, question: .command).command == command.name,
            "\(prompts.language): \(example)")
        }
      }
    }
  }

  @Test(
    "every level of a re-prompt has three variants, in print and for the ear, all in other words",
    arguments: ["en", "de"])
  func taper(language: String) throws {
    let prompts = try Prompts.load(from: folder.appending(path: "\(language).yaml"))
    for texts in [prompts.texts, prompts.spokenTexts] {
      for id in [PromptID.noMatchFrom, .noMatchTo, .noMatchMode, .noMatchInterval, .noInput] {
        #expect(texts.levels(id).map(\.count) == [3, 3, 3], "\(language): \(id.rawValue)")
        #expect(Set(texts.all(id)).count == 9, "\(language): \(id.rawValue)")
      }
      for id in [
        PromptID.noMatchReply, .daysUnclear, .noMatchArrival, .noMatchPart, .nothingHeard, .needsAnswer, .stuck,
        .generic,
      ] {
        #expect(Set(texts.all(id)).count == 3, "\(language): \(id.rawValue)")
      }
    }
  }

  @Test("numbers are written, and said, as the language does it")
  func numbers() throws {
    let english = try Prompts.load(from: folder.appending(path: "en.yaml"))
    let german = try Prompts.load(from: folder.appending(path: "de.yaml"))
    let values: [Interval] = [.distance(metres: 1500), .distance(metres: 1000), .duration(seconds: 1260), .stops(1)]
    func words(_ texts: PromptTexts) -> [String] {
      values.map { texts.say(Wording(zone: "Europe/Vienna").value($0)) }
    }
    #expect(words(english.texts) == ["1.5 km", "1 km", "21 minutes", "1 stop"])
    #expect(words(german.texts) == ["1,5 km", "1 km", "21 Minuten", "1 Haltestelle"])
    #expect(
      words(german.spokenTexts) == [
        "eins Komma fünf Kilometer", "ein Kilometer", "einundzwanzig Minuten", "eine Haltestelle",
      ])
  }
}
