import Foundation
import Journey
import Testing

@Suite("Text from outside")
struct PlainTextTests {
  @Test(
    "loses what steers a terminal or turns letters round, and nothing else",
    arguments: [
      ("Linz\u{1B}[31m Hbf\u{7}", "Linz Hbf"), ("a\u{1B}]0;title\u{7}b", "ab"), ("a\u{1B}]8;;x\u{1B}\\b", "ab"),
      ("\u{9B}2Jx", "x"), ("a\u{1B}cb", "acb"), ("a\u{1B}", "a"), ("a\u{1B}[31", "a"), ("a\u{1B}]open", "aopen"),
      ("two\nlines\r\n\tand\u{2028}more", "two lines and more"), ("a\u{0}\u{8}\u{7F}\u{85}b", "a b"),
      ("\u{202E}egrob\u{202C} \u{2066}x\u{2069}", "egrob x"), ("Zürich, Bürkliplatz", "Zürich, Bürkliplatz"),
      ("東京 – “駅” €", "東京 – “駅” €"), ("חיפה \u{200F}מרכז", "חיפה \u{200F}מרכז"), ("🚋 ⁠x", "🚋 ⁠x"), ("", ""),
    ])
  func plain(text: String, expected: String) {
    #expect(PlainText.of(text) == expected)
    #expect(PlainText.isPlain(text) == (text == expected))
    #expect(PlainText.isPlain(PlainText.of(text)))
  }

  @Test("keeps our own colours where they are among it, and what draws a picture where one is drawn")
  func codes() {
    let text = "\u{1B}[1;38;2;1;2;3mLine\u{1B}[0m\n\u{1B}[2J\u{1B}[?2004h\u{1B}[>1u\r\u{7}\u{1B}]52;c;aGk=\u{7}end"
    #expect(PlainText.of(text, keeping: .lines) == "Line\n\nend")
    #expect(PlainText.of(text, keeping: .styles) == "\u{1B}[1;38;2;1;2;3mLine\u{1B}[0m\n\nend")
    #expect(
      PlainText.of(text, keeping: .drawing)
        == "\u{1B}[1;38;2;1;2;3mLine\u{1B}[0m\n\u{1B}[2J\u{1B}[?2004h\rend")
  }

  @Test("of a stop or a line is plain however it came")
  func stops() throws {
    let name = "Haupt\u{1B}[31mplatz\u{202E}"
    #expect(Stop(name: name, position: Position(latitude: 48, longitude: 14)).name == "Hauptplatz")
    let record = try JSONSerialization.data(withJSONObject: ["name": name, "lat": 48, "lon": 14] as [String: Any])
    #expect(try JSONDecoder().decode(Stop.self, from: record).name == "Hauptplatz")
    let ride = Ride(tripID: nil, line: "1\u{7}", headsign: "A\nB", serviceDay: "2026-12-01", zone: "UTC", stops: [])
    #expect(ride.line == "1" && ride.headsign == "A B")
  }
}
