import Journey
import Matching
import Testing

@Suite("What was understood, part by part")
struct InterpretationPartTests {
  private let matcher = EnglishWords.matcher
  private let stops = EnglishWords.stops

  private func interpret(_ text: String, open: Slot = .from) -> Interpretation {
    matcher.interpret(text, open: open, from: stops, to: stops)
  }

  private func kinds(_ text: String, open: Slot = .from) -> [String] {
    interpret(text, open: open).parts.filter { $0.kind != .filler }.map { "\($0.kind.rawValue): \($0.text)" }
  }

  @Test("lists each part with its words, in order")
  func order() {
    #expect(
      kinds("to Hagenberg, leaving Linz Hauptplatz at five, wake me 500 metres before") == [
        "to: to Hagenberg", "from: leaving Linz Hauptplatz", "departure: at five", "interval: 500 metres",
      ])
    #expect(
      kinds("Pregarten to Hagenberg by distance") == ["from: Pregarten", "to: to Hagenberg", "mode: by distance"])
  }

  @Test("every word belongs to one part, and its range is that of its words")
  func complete() {
    for text in ["please from Linz Süd to xyzzy qwert leaving at fünf, 500 metres before", "go back", "no, Hagenberg"] {
      let parts = interpret(text).parts
      let bytes = Array(text.utf8)
      for part in parts { #expect(String(decoding: bytes[part.range], as: UTF8.self) == part.text) }
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
      let spoken = Normalizer.tokens(text).count
      #expect(parts.map { Normalizer.tokens($0.text).count }.reduce(0, +) == spoken)
    }
  }

  @Test("an ending written behind a name without a space is a part of its own place in the text")
  func endings() {
    let text = "新宿まで ﾊﾞｽで クヌヘ"
    let stops = EnglishWords.index(["新宿", "渋谷"])
    let parts = LanguageWords.japanese.interpret(text, open: .to, from: stops, to: stops).parts
    #expect(parts.contains { $0.kind == .to && $0.text == "新宿まで" })
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    let bytes = Array(text.utf8)
    for part in parts { #expect(String(decoding: bytes[part.range], as: UTF8.self) == part.text) }
  }

  @Test("names the words that were not understood, and keeps the rest")
  func notUnderstood() {
    let meaning = interpret("from Pregarten to xyzzyqwert two stops before")
    #expect(meaning.slots[.from]?.value == "Pregarten")
    #expect(meaning.slots[.interval]?.value == "stops:2")
    #expect(meaning.parts.filter { $0.kind == .notUnderstood }.map(\.text) == ["xyzzyqwert"])
  }

  @Test("a command and a yes are parts")
  func commands() {
    #expect(kinds("go back") == ["command: go back"])
    #expect(kinds("no, Hagenberg", open: .to) == ["affirmation: no", "to: Hagenberg"])
  }
}

@Suite("Which words belong to which end")
struct RoleTests {
  private func ends(_ text: String, open: Slot) -> (from: String?, to: String?) {
    let stops = EnglishWords.stops
    let meaning = EnglishWords.matcher.interpret(text, open: open, from: stops, to: stops)
    return (meaning.slots[.from]?.value, meaning.slots[.to]?.value)
  }

  @Test(
    "both ends are taken, in any order and whichever was asked for",
    arguments: [
      "two stops before Hagenberg from Pregarten", "to Hagenberg, leaving Pregarten at five",
      "Hagenberg, coming from Pregarten",
      "I'm at Pregarten and want to get off at Hagenberg", "between Pregarten and Hagenberg",
      "leaving Pregarten for Hagenberg",
      "leaving tomorrow morning for Hagenberg from Pregarten",
      "Hagenberg is my destination and I am leaving from Pregarten",
      "from Pregarten, not Linz Süd, to Hagenberg",
    ])
  func bothEnds(text: String) {
    // Without a cue the place belongs to the end that was asked for, unless the sentence names that end.
    for open in [Slot.from, .to] where open == .to || !text.hasPrefix("two stops") {
      let (from, to) = ends(text, open: open)
      #expect(from == "Pregarten", "\(text)")
      #expect(to == "Hagenberg", "\(text)")
    }
  }

  @Test("a sentence that is not finished gives what it has")
  func unfinished() {
    #expect(ends("from Pregarten to", open: .from) == ("Pregarten", nil))
    #expect(ends("from", open: .from) == (nil, nil))
    #expect(ends("to", open: .to) == (nil, nil))
  }

  @Test("two places for one end are asked back")
  func contradiction() {
    let match = EnglishWords.matcher.match(
      "from Pregarten from Hagenberg", question: .slot(.from), among: EnglishWords.stops)
    #expect(match.decision == .ask)
    #expect(Set(match.candidates.prefix(2).map(\.value)) == ["Pregarten", "Hagenberg"])
  }

  @Test("a correction stands instead of what was said before it")
  func correction() {
    for text in ["to Pregarten, no, to Hagenberg", "to Pregarten, sorry, Hagenberg", "to pregarten no to hagenberg"] {
      #expect(ends(text, open: .to).to == "Hagenberg", "\(text)")
    }
    let (from, to) = ends("from Zone 15 to Pregarten, I mean Hagenberg", open: .from)
    #expect(from == "Zone 15")
    #expect(to == "Hagenberg")
  }

  @Test("what is denied is not taken")
  func denial() {
    #expect(ends("not Hagenberg, Pregarten", open: .to).to == "Pregarten")
    #expect(ends("not to Hagenberg but to Pregarten", open: .to).to == "Pregarten")
  }

  @Test("a name may hold a cue word inside a sentence")
  func cueInName() {
    let (from, to) = ends("from Stop to Go to Hagenberg", open: .from)
    #expect(from == "Stop to Go")
    #expect(to == "Hagenberg")
  }

  @Test("a clear cue counts before a verb")
  func weakCue() {
    let text = "from Hagenberg to Pregarten, I must leave Zone 15 by nine"
    #expect(ends(text, open: .from).from == "Hagenberg")
  }

  @Test("a sentence of ten thousand words is answered")
  func long() {
    let words = ["from", "to", "at", "five", "leaving", "linz", "not", "between", "and", "in", "noon", "the", "3rd"]
    let text = (0..<10_000).map { words[$0 * 7 % words.count] }.joined(separator: " ")
    #expect(ends(text, open: .from).from != "Pregarten")
  }
}
