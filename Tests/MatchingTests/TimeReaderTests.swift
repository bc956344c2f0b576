import Foundation
import Journey
import Testing

@testable import Matching

@Suite("Times of travel in a sentence")
struct TimeReaderTests {
  private let stops = EnglishWords.index([
    "Linz Hauptbahnhof", "Hagenberg", "Pregarten", "Five Ways", "Noon Street", "Monday Market Square", "9 Mile Road",
  ])

  private func interpret(_ text: String, open: Slot = .from) -> Interpretation {
    EnglishWords.matcher.interpret(text, open: open, from: stops, to: stops)
  }

  private func german(_ text: String) -> Interpretation {
    let index = OptionIndex(Array(stops.options), lexicon: EnglishWords.german)
    return EnglishWords.germanMatcher.interpret(text, open: .from, from: index, to: index)
  }

  @Test(
    "are read with what they are for",
    arguments: [
      ("leaving at five", TravelTime.Event.departure, "05:00|17:00"), ("at 17:10", .departure, "17:10"),
      ("the 8:45", .departure, "08:45|20:45"), ("arriving before noon", .arrival, "12:00"),
      ("around half past six tomorrow morning", .departure, "+1d 06:30"), ("in twenty minutes", .departure, "+1200s"),
      ("by quarter to nine in the evening", .arrival, "20:45"), ("departing after 9.15 pm", .departure, "21:15"),
      ("to be there by ten past six", .arrival, "06:10|18:10"),
      ("on Friday at seven o'clock", .departure, "weekday:5 07:00|19:00"),
      ("leaving on the 14th of March", .departure, "date:03-14"), ("March 3rd at noon", .departure, "date:03-03 12:00"),
      ("at half four", .departure, "04:30|16:30"), ("tonight around six thirty", .departure, "+0d 18:30"),
    ])
  func read(text: String, event: TravelTime.Event, value: String) throws {
    for sentence in ["from Pregarten to Hagenberg \(text)", "\(text) from Pregarten to Hagenberg"] {
      let meaning = interpret(sentence)
      let time = try #require(meaning.times.first, "\(sentence)")
      #expect(time.canonical == value, "\(sentence)")
      #expect(time.event == event, "\(sentence)")
      #expect(meaning.times.count == 1)
      #expect(meaning.slots[.from]?.value == "Pregarten", "\(sentence)")
      #expect(meaning.slots[.to]?.value == "Hagenberg", "\(sentence)")
      #expect(meaning.unexplained.isEmpty, "\(sentence): \(meaning.unexplained)")
    }
  }

  @Test(
    "are read in German",
    arguments: [
      ("um halb sechs", TravelTime.Event.departure, "05:30|17:30"), ("gegen 18 Uhr", .departure, "18:00"),
      ("vor Mittag", .arrival, "12:00"), ("um viertel nach sieben", .departure, "07:15|19:15"),
      ("morgen um acht", .departure, "+1d 08:00|20:00"), ("um dreiviertel neun", .departure, "08:45|20:45"),
    ])
  func readGerman(text: String, event: TravelTime.Event, value: String) throws {
    let meaning = german("von Pregarten nach Hagenberg \(text)")
    let time = try #require(meaning.times.first)
    #expect(time.canonical == value)
    #expect(time.event == event)
    #expect(meaning.slots[.from]?.value == "Pregarten")
    #expect(meaning.slots[.to]?.value == "Hagenberg")
  }

  @Test(
    "amounts and names are none",
    arguments: [
      "five minutes before Hagenberg", "two stops before Hagenberg", "at five ways", "to Noon Street",
      "from monday market square", "at 9 mile road", "to Hagenberg for five people",
    ])
  func others(text: String) {
    #expect(interpret(text).times.isEmpty)
  }

  @Test("an amount and a time stand side by side")
  func beside() {
    let meaning = interpret("arriving in Hagenberg at 18:10 5 minutes before")
    #expect(meaning.times.first?.canonical == "18:10")
    #expect(meaning.times.first?.event == .arrival)
    #expect(meaning.slots[.interval]?.value == "duration:300s")
    #expect(meaning.slots[.to]?.value == "Hagenberg")
  }

  @Test("around five is an amount where one is asked for, and 17:10 is none")
  func atInterval() {
    let amount = EnglishWords.matcher.interpret("around five", open: .interval, mode: .time)
    #expect(amount.times.isEmpty)
    #expect(amount.slots[.interval]?.value == "duration:300s")
    let time = EnglishWords.matcher.interpret("leaving at 17:10, ten minutes before", open: .interval, mode: .time)
    #expect(time.times.first?.canonical == "17:10")
    #expect(time.slots[.interval]?.value == "duration:600s")
    let hours = EnglishWords.matcher.interpret("two hours", open: .interval, mode: .time)
    #expect(hours.times.isEmpty)
    #expect(hours.slots[.interval]?.value == "duration:7200s")
    #expect(EnglishWords.matcher.interpret("two hours", open: .mode).times.isEmpty)
    #expect(EnglishWords.matcher.interpret("five o'clock", open: .interval, mode: .time).times.count == 1)
  }

  @Test("a time is never read as a stop that looks like one")
  func lookalike() {
    let index = EnglishWords.index(["Hagenberg", "17:15", "Stop 21"])
    let match = EnglishWords.matcher.match("to Hagenberg arriving by 17:15", question: .slot(.to), among: index)
    #expect(match.value == "Hagenberg")
    #expect(EnglishWords.matcher.match("17:15", question: .slot(.to), among: index).value == "17:15")
  }

  @Test("are kept with the interpretation, and sessions without them are read")
  func encoding() throws {
    let meaning = interpret("to Hagenberg tomorrow at 9")
    let data = try JSONEncoder().encode(meaning)
    #expect(try JSONDecoder().decode(Interpretation.self, from: data) == meaning)
    let old = #"{"utterance":"x","slots":{},"hadCues":false,"unexplained":""}"#
    #expect(try JSONDecoder().decode(Interpretation.self, from: Data(old.utf8)).times.isEmpty)
  }
}
