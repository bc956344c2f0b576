import Journey
import Matching
import Testing

@Suite("Amounts in other languages and forms")
struct AmountTests {
  @Test("each language has its own numbers and units")
  func languages() {
    #expect(LanguageWords.french.interval("quatre-vingt-dix-sept mètres") == "distance:97m")
    #expect(LanguageWords.french.interval("soixante et onze minutes") == "duration:4260s")
    #expect(LanguageWords.french.interval("trois quarts d'heure") == "duration:2700s")
    #expect(LanguageWords.french.interval("2 500 mètres") == "distance:2500m")
    #expect(LanguageWords.spanish.interval("treinta y dos minutos") == "duration:1920s")
    #expect(LanguageWords.spanish.interval("dos horas y media") == "duration:9000s")
    #expect(LanguageWords.italian.interval("quarantotto minuti") == "duration:2880s")
    #expect(LanguageWords.italian.interval("mezz'ora prima") == "duration:1800s")
    #expect(LanguageWords.dutch.interval("zevenendertig minuten") == "duration:2220s")
    #expect(LanguageWords.dutch.decision("drie of vier haltes") == .ask)
  }

  @Test(
    "digits, words, fractions and clock forms come to the same",
    arguments: [
      ("1h45", "duration:6300s"), ("1h 45m", "duration:6300s"), ("1:45 h", "duration:6300s"),
      ("1 3/4 hours", "duration:6300s"),
      ("1¾ hours", "duration:6300s"), ("an hour and three quarters", "duration:6300s"), (".4 km", "distance:400m"),
      ("half a dozen stops", "stops:6"), ("a few hundred metres", "distance:300m"),
      ("fortyfive minutes", "duration:2700s"),
      ("one five zero metres", "distance:150m"), ("three km 200", "distance:3200m"),
    ])
  func forms(text: String, value: String) {
    #expect(EnglishWords.matcher.interval(text) == value)
  }

  @Test("a slip in a unit is forgiven, and one in a number where only one number is near")
  func slips() {
    #expect(EnglishWords.matcher.interval("six statoins") == "stops:6")
    #expect(EnglishWords.matcher.interval("six minutse") == "duration:360s")
    #expect(EnglishWords.matcher.interval("sxi minutes") == "duration:360s")
    #expect(EnglishWords.matcher.interval("sixt minutes") == nil)
    #expect(LanguageWords.german.interval("sechs Minten") == "duration:360s")
  }

  @Test("a word that sounds like a number is one only right before a unit of many")
  func homophones() {
    #expect(EnglishWords.matcher.interval("for minutes before") == "duration:240s")
    #expect(EnglishWords.matcher.decision("i want you to stop") == .reject)
    #expect(EnglishWords.matcher.interval("for a full hour") == "duration:3600s")
  }

  @Test(
    "times of day, codes, impossible and strange amounts are refused",
    arguments: [
      "6:30", "have a good day", "-3 minutes", "1.5 stops", "999999 km", "four bananas", "my 401k",
      "no minutes", "1.2 stops",
    ])
  func refused(text: String) {
    #expect(EnglishWords.matcher.decision(text) == .reject)
  }

  @Test("an amount names its words and what was left out")
  func explanation() {
    let match = EnglishWords.matcher.match("wake me two statoins before lunch", question: .slot(.interval))
    #expect(match.explanation.first == "number \"two\" (2), unit \"statoins\", read as stations")
    #expect(match.explanation.contains("not explained: lunch"))
  }

  @Test(
    "no text however long is more than an amount or none; how long it takes is measured by the workshop",
    arguments: [
      "one hundred and ", "zero ", "1", "9.", "1,000 ", "two or ", "half of a ", "5 minutes and ", "eineinhalb",
      "einundzwanzig",
      "三分の", "百千", "ごふん", "e\u{301}", "\u{301}", "1/", "1:", "½", "²", "\u{FF9E}",
    ])
  func hostile(part: String) {
    let texts = [20, 200, 20000].map { String(repeating: part, count: $0) + " minutes" }
    for matcher in [EnglishWords.matcher, LanguageWords.german, LanguageWords.japanese] {
      for text in texts {
        let match = matcher.match(text, question: .slot(.interval))
        #expect(match.candidates.allSatisfy { Interval(canonical: $0.value) != nil }, "\(part)")
        if match.decision == .accept { #expect(match.candidates.contains { $0.value == match.value }, "\(part)") }
      }
    }
  }
}
