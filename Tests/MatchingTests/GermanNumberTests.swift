import Matching
import Testing

@Suite("German amounts")
struct GermanNumberTests {
  private let matcher = LanguageWords.german

  @Test(
    "number words written together are one number",
    arguments: [
      ("einundvierzig Minuten", "duration:2460s"), ("hundertzwanzig Meter", "distance:120m"),
      ("dreihundertfünfundsiebzig meter vorher", "distance:375m"), ("tausendfünfhundert Meter", "distance:1500m"),
      ("sechzehnhundert Meter", "distance:1600m"), ("fuenfunddreissig Minuten", "duration:2100s"),
      ("neun und neunzig Sekunden", "duration:99s"),
    ])
  func compounds(text: String, value: String) {
    #expect(matcher.interval(text) == value)
  }

  @Test(
    "halves and quarters stand inside the word, before the unit or in it",
    arguments: [
      ("viereinhalb Minuten", "duration:270s"), ("anderthalb Stunden", "duration:5400s"),
      ("dreieinhalbtausend Meter", "distance:3500m"), ("eine Dreiviertelstunde vorher", "duration:2700s"),
      ("ne Viertelstunde", "duration:900s"), ("ein halber Kilometer", "distance:500m"),
      ("drei viertel Stunde", "duration:2700s"), ("eine Stunde vierzig", "duration:6000s"),
    ])
  func fractions(text: String, value: String) {
    #expect(matcher.interval(text) == value)
  }

  @Test(
    "the comma stands before decimals and the point between thousands",
    arguments: [
      ("2,5 km", "distance:2500m"), ("1.200 m", "distance:1200m"), ("2.5 km", "distance:2500m"),
      ("drei Komma fünf Kilometer", "distance:3500m"), ("12.345,5 m", "distance:12345.5m"),
    ])
  func marks(text: String, value: String) {
    #expect(matcher.interval(text) == value)
  }

  @Test("words of the dialects are numbers and units as well")
  func dialect() {
    #expect(matcher.interval("i zäh Minute") == "duration:600s")
    #expect(matcher.interval("e haubi Stund") == "duration:1800s")
  }

  @Test(
    "two amounts are asked back",
    arguments: [
      "zwei oder drei Haltestellen", "drei, vier Stationen", "zwischen fünf und zehn Minuten", "5-10 Minuten",
    ])
  func alternatives(text: String) {
    #expect(matcher.decision(text) == .ask)
  }

  @Test(
    "what is no amount of time, way or stops is refused",
    arguments: ["drei Liter", "minus drei Minuten", "anderthalb Haltestellen", "halb", "zweiten", "Sekunde"])
  func refused(text: String) {
    #expect(matcher.decision(text) == .reject)
  }
}
