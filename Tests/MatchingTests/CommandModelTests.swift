import Conversation
import Foundation
import Journey
import Testing

@testable import Matching

@Suite("Commands by phrases and by a model")
struct CommandModelTests {
  private let matcher = EnglishWords.matcher

  private func said(_ text: String) -> Match { matcher.match(text, question: .command) }

  @Test(
    "what is said in other words than the phrases is understood",
    arguments: [
      ("would you mind saying it once again", "repeat"), ("do you happen to have any other trains", "alternatives"),
      ("alright then, that works nicely for me", "yes"), ("I am afraid that is not what I had asked for", "no"),
      ("thanks ever so much for all your help", "thanks"), ("I couldn't tell you to be honest", "maybe"),
      ("kindly abort whatever you are doing now", "cancel"), ("tell me what sort of things you can do", "help"),
    ])
  func otherWords(text: String, command: String) {
    #expect(said(text).candidates.first?.value == command)
  }

  @Test(
    "commands that came late to the language are as well known as the others",
    arguments: [
      ("how on earth did you arrive at that", "why"),
      ("could you please undo the thing I did a moment ago", "undo"),
      ("which alarms have I got at the moment", "reminders"),
      ("would you happen to know what time it is", "time"),
    ])
  func lateCommands(text: String, command: String) {
    #expect(said(text).candidates.first?.value == command)
  }

  @Test(
    "of several acts in one breath the first in the order of precedence counts",
    arguments: [
      ("cool, thanks", "thanks"), ("great thanks", "thanks"), ("no, thanks", "no"), ("yes, thank you", "yes"),
      ("thanks, bye", "bye"), ("yes, that's all, thank you", "yes"), ("no, forget it", "cancel"),
      ("ok, could you say that again", "repeat"),
    ])
  func severalActs(text: String, command: String) {
    #expect(said(text).candidates.first?.value == command)
  }

  @Test(
    "what is no command is not obeyed",
    arguments: [
      "my sister plays the violin", "how high is the tower of pisa", "order two tickets for the opera",
      "Wolfsberg Gymnasium", "is it going to snow on sunday",
    ])
  func noCommand(text: String) {
    #expect(said(text).decision != .accept)
    #expect(said(text).value == nil || said(text).decision == .confirm)
  }

  @Test("a no is never taken for a yes", arguments: ["no", "that is not right", "it isn't correct", "don't do that"])
  func noIsNoYes(text: String) {
    #expect(said(text).value != "yes")
    #expect(said(text).decision == .accept)
  }

  @Test("scores are probabilities: they add up to no more than one")
  func probabilities() {
    for text in ["yes", "perhaps yes perhaps no", "stop and help me", "Linz"] {
      let sum = said(text).candidates.reduce(0) { $0 + $1.score }
      #expect(sum <= 1.01)
    }
  }

  @Test("a phrase added to the language file counts at once, before any training")
  func newPhrase() throws {
    var lexicon = EnglishWords.lexicon
    let help = try #require(lexicon.commands.firstIndex { $0.name == "help" })
    lexicon.commands[help].phrases.append("(zorgle|zorglify) [me]")
    #expect(Matcher(lexicon: lexicon).match("zorgle me", question: .command).value == "help")
    #expect(said("zorgle me").value == nil)
  }

  @Test("a language without a model has its phrases")
  func noModel() {
    var lexicon = EnglishWords.lexicon
    lexicon.commandModel = nil
    let matcher = Matcher(lexicon: lexicon)
    #expect(matcher.match("say that again please", question: .command).value == "repeat")
    #expect(matcher.match("pizza", question: .command).decision == .reject)
  }

  @Test("a sign without words is a yes or a no")
  func signs() {
    #expect(said("👍🏽").value == "yes")
    #expect(said("👎").value == "no")
    #expect(said("?!").decision == .reject)
  }

  @Test("what decided is told: the phrase or the n-grams, the probability, the threshold and the runner-up")
  func explanation() {
    let lines = said("could you repeat that").explanation.joined(separator: "\n")
    #expect(lines.contains("template of repeat"))
    #expect(lines.contains("for repeat speak"))
    #expect(lines.contains("taken from"))
    #expect(lines.contains("runner-up"))
  }

  @Test("unusual words for a command count where they answer nothing, and never against a stop")
  func atSlot() {
    let stops = EnglishWords.stops
    let text = "I did not quite catch that, would you say it again"
    #expect(matcher.match(text, question: .slot(.to), among: stops).command == "repeat")
    #expect(matcher.interpret(text, open: .to, from: stops, to: stops).command?.command == "repeat")
    let named = EnglishWords.index(["Say It Again", "Linz"])
    #expect(matcher.match("say it again", question: .slot(.to), among: named).value == "Say It Again")
  }

  @Test("one slip in a longer word of a command or a mode is forgiven")
  func slips() {
    #expect(said("repaet").value == "repeat")
    #expect(matcher.match("by distnace", question: .slot(.mode)).value == "distance")
    #expect(matcher.match("statoins", question: .slot(.mode)).value == "stations")
  }

  @Test("an amount in a sentence about something else names no mode")
  func strayAmount() {
    #expect(matcher.match("my rent is due in two weeks", question: .slot(.mode)).decision == .reject)
    #expect(matcher.match("ten minutes before", question: .slot(.mode)).value == "time")
  }
}
