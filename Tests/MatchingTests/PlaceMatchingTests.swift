import Journey
import Matching
import Testing

@Suite("Matching a place")
struct PlaceMatchingTests {
  private let matcher = EnglishWords.matcher

  private func to(_ utterance: String) -> Match {
    matcher.match(utterance, question: .slot(.to), among: EnglishWords.stops)
  }

  @Test("every full name is accepted, though another one begins with it")
  func exactNames() {
    for option in EnglishWords.stops.options {
      #expect(to(option.name).decision == .accept, "\(option.name)")
      #expect(to(option.name).value == option.id)
    }
  }

  @Test("an abbreviation stands for its word")
  func abbreviation() {
    #expect(to("linz hbf").value == "Linz Hauptbahnhof")
    #expect(to("linz main station").value == "Linz Hauptbahnhof")
  }

  @Test("a name of the feed may hold more than people say")
  func parts() {
    #expect(to("pankow").candidates.first?.value == "S+U Pankow (Berlin)")
  }

  @Test("numbers are never near")
  func numbers() {
    #expect(to("zone 15").value == "Zone 15")
    #expect(to("zone 12").decision != .accept)
  }

  @Test("what several stops hold is asked back with all of them")
  func ambiguous() {
    let match = to("linz")
    #expect(match.decision == .ask)
    #expect(match.value == nil)
    #expect(Set(match.candidates.prefix(3).map(\.value)) == ["Linz Hauptbahnhof", "Linz Hauptplatz", "Linz Süd"])
  }

  @Test("each end has its own words")
  func roles() {
    let text = "from linz hauptplatz to pregarten please"
    #expect(to(text).value == "Pregarten")
    #expect(matcher.match(text, question: .slot(.from), among: EnglishWords.stops).value == "Linz Hauptplatz")
  }

  @Test("a name may hold a cue word")
  func cueInName() {
    #expect(to("stop to go").value == "Stop to Go")
  }

  @Test("the other end alone is not taken, but asked back")
  func otherEnd() {
    let match = to("from pregarten")
    #expect(match.decision == .confirm)
    #expect(match.reason.description.hasPrefix("other-end"))
  }

  @Test("nonsense is refused", arguments: ["pizza", "what is the weather", "", "?!", "12345", "x"])
  func nonsense(text: String) {
    #expect(to(text).decision == .reject)
    #expect(to(text).value == nil)
  }

  @Test("a command is no place, unless a stop has exactly that name")
  func command() {
    let named = EnglishWords.index(["Help", "Linz"])
    #expect(matcher.match("help", question: .slot(.to), among: named).value == "Help")
    let unnamed = EnglishWords.index(["Helpstone", "Linz"])
    let plain = matcher.match("help", question: .slot(.to), among: unnamed)
    #expect(plain.decision == .reject)
    #expect(plain.command == "help")
  }

  @Test("stops of one name are one option, and the best served one stands for them")
  func sameName() {
    let options = [
      MatchOption(id: "a", name: "Kirchenplatz", served: 0.1), MatchOption(id: "b", name: "Kirchenplatz", served: 0.9),
    ]
    let index = OptionIndex(options, lexicon: EnglishWords.lexicon)
    let match = matcher.match("kirchenplats", question: .slot(.to), among: index)
    #expect(match.decision == .accept)
    #expect(match.value == "b")
    #expect(match.candidates.count == 1)
  }

  @Test("a megabyte is answered as well")
  func huge() {
    #expect(to(String(repeating: "linz hagenberg ", count: 70_000)).decision != .accept)
  }

  @Test("an empty list of stops refuses")
  func noOptions() {
    #expect(matcher.match("linz", question: .slot(.to), among: EnglishWords.index([])).decision == .reject)
    #expect(matcher.match("linz", question: .slot(.to)).decision == .reject)
  }
}

@Suite("A reply to a short list")
struct ChoiceTests {
  private let matcher = EnglishWords.matcher
  private let options = ["Linz Hauptbahnhof", "Linz Süd", "Linz Urfahr"].map { MatchOption(id: $0, name: $0) }

  @Test(
    "the part that tells them apart is enough",
    arguments: [
      ("the main station", "Linz Hauptbahnhof"), ("sud", "Linz Süd"), ("urfahr please", "Linz Urfahr"),
      ("Linz Süd", "Linz Süd"), ("haupt", "Linz Hauptbahnhof"), ("urfar", "Linz Urfahr"),
    ])
  func distinguishing(text: String, value: String) {
    #expect(matcher.choose(text, among: options).value == value)
  }

  @Test("what they share does not choose")
  func shared() {
    #expect(matcher.choose("linz", among: options).decision != .accept)
    #expect(matcher.choose("vienna", among: options).decision == .reject)
  }

  @Test(
    "a place in the list",
    arguments: [
      ("2", 2), ("two", 2), ("the second", 2), ("second one", 2), ("#3", 3), ("option three", 3), ("the last one", 3),
      ("2nd", 2), ("number one please", 1), ("none of these", 0), ("neither", 0),
    ])
  func ordinal(text: String, place: Int) {
    #expect(matcher.ordinal(text, count: 3) == place)
  }

  @Test("anything else is no place in the list", arguments: ["4", "linz", "", "0", "two three", "the weather"])
  func noOrdinal(text: String) {
    #expect(matcher.ordinal(text, count: 3) == nil)
  }
}
