import Conversation
import Foundation
import Testing

@testable import Matching

@Suite("Training the model of commands")
struct CommandTrainingTests {
  private static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Prompts/models")

  /// A language of three commands, small enough to train in a moment.
  private func train() throws -> CommandModel {
    var lexicon = Lexicon()
    lexicon.commands = [
      CommandPhrases(name: "repeat", phrases: ["[please] (say|tell me) (that|it) again"]),
      CommandPhrases(name: "yes", phrases: ["(yes|yeah) [of course|please]"]),
    ]
    let phrases = try JSONDecoder().decode(
      TrainingPhrases.self,
      from: Data(
        """
        {"language": "xx", "licences": ["MIT"], "sources": [
          {"prefix": "ours/", "name": "Ours", "licence": "MIT"}, {"prefix": "theirs/", "name": "Theirs", "licence": "CC BY-SA 4.0"}],
         "sentences": 40, "rules": {}, "syllables": ["ka", "lo", "mi"], "inventedNames": 20,
         "commands": [{"name": "none", "phrases": ["(where|who|when) (is|was) (he|she|the (dog|cat|king))"]}]}
        """.utf8))
    var corpus = CommandCorpus(lexicon, phrases, seed: 7)
    let isTaken = ["repeat", "no such command"].map { corpus.add(labelled: "come again", meaning: $0) }
    #expect(isTaken == [true, false])
    #expect(phrases.source(of: "ours/12")?.mayEnter == true)
    #expect(phrases.source(of: "theirs/12")?.mayEnter == false)
    #expect(phrases.source(of: "elsewhere/1") == nil)
    var trainer = CommandTrainer(lexicon)
    trainer.buckets = 512
    trainer.rounds = 4
    return try trainer.train(corpus, language: "xx", sources: [])
  }

  @Test("training twice gives the same bytes, which read back as the same model")
  func deterministic() throws {
    let first = try train()
    let bytes = try first.encoded()
    #expect(try train().encoded() == bytes)
    let again = try CommandModel(data: bytes)
    #expect(try again.encoded() == bytes)
    #expect(again.logits(["say", "that", "again"]) == first.logits(["say", "that", "again"]))
  }

  @Test("what was trained is told from what was not")
  func learns() throws {
    let model = try train()
    let likeliest = { (words: [String]) -> String? in
      let logits = model.logits(words)
      return zip(model.header.classes, logits).max { $0.1 < $1.1 }?.0
    }
    #expect(likeliest(["please", "tell", "me", "it", "again"]) == "repeat")
    #expect(likeliest(["where", "was", "the", "king"]) == "none")
  }

  @Test("a file that is cut short, damaged or no model at all is refused with the next step")
  func badFiles() throws {
    let bytes = try train().encoded()
    #expect(throws: CommandModelError.self) { try CommandModel(data: bytes.dropLast(10)) }
    #expect(throws: CommandModelError.self) { try CommandModel(data: Data()) }
    #expect(throws: CommandModelError.self) { try CommandModel(data: Data("{}\n".utf8)) }
    #expect(throws: CommandModelError.self) { try CommandModel(data: Data([0xFF, 0x00, 0x0A, 0x01])) }
    var damaged = bytes
    damaged[damaged.count - 5] ^= 0x40
    #expect(throws: CommandModelError.damaged) { try CommandModel(data: damaged) }
    #expect("\(CommandModelError.damaged)".contains("make train"))
  }

  @Test("a language file beside damaged weights tells which file it is")
  func damagedBesideLanguage() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "weights-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "models"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("language: xx\n".utf8).write(to: folder.appending(path: "xx.yaml"))
    try Data("nothing".utf8).write(to: folder.appending(path: "models/commands-xx.weights"))
    do {
      _ = try Prompts.lexicon(from: folder.appending(path: "xx.yaml"))
      Issue.record("damaged weights were read")
    } catch {
      #expect("\(error)".contains("commands-xx.weights"))
    }
  }

  @Test("the weights that are shipped are small, and name what they were trained on under which licence")
  func shipped() throws {
    let file = Self.models.appending(path: "commands-en.weights")
    let model = try CommandModel(contentsOf: file)
    #expect(try Data(contentsOf: file).count < 300_000)
    #expect(model.header.language == "en")
    #expect(!model.header.trainedOn.isEmpty)
    #expect(model.header.trainedOn.allSatisfy { !$0.licence.isEmpty && !$0.licence.contains("SA") })
    #expect(model.header.classes.contains(CommandModel.none))
  }

  @Test("a rule draws the same sentences for the same seed")
  func sampling() {
    var first = TemplateSampler(rules: ["who": "(you|me)"], seed: 3)
    var second = TemplateSampler(rules: ["who": "(you|me)"], seed: 3)
    let drawn = first.sentences("[please] (tell|ask) <who> (again|now)", count: 50)
    let drawnAgain = second.sentences("[please] (tell|ask) <who> (again|now)", count: 50)
    #expect(drawn == drawnAgain)
    #expect(Set(drawn).count == drawn.count)
    #expect(drawn.contains(["tell", "you", "now"]))
  }
}
