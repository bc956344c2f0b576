import Foundation
import Testing

@Suite("A place on the map as an answer")
struct MapAnswerTests {
  @Test(
    "offers the stops near it, the nearest first",
    arguments: [
      "48.2903,14.2915", "48°17'25\"N 14°17'29\"E", "geo:48.2903,14.2915",
      "https://www.openstreetmap.org/#map=19/48.2903/14.2915",
    ])
  func near(text: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run("--json", "--now", Program.now, lines: text, "1", "hagenberg", "by stops", "2", "yes")
    #expect(made.status == 0, "\(made.talk)")
    #expect((made.object?["origin"] as? [String: Any])?["name"] as? String == "Linz Hauptbahnhof", "\(made.talk)")
    #expect(made.talk.contains("Which one do you mean?"))
  }

  @Test("is refused where no stop is near, and where it is no place on earth")
  func far() throws {
    let program = try Program()
    defer { program.cleanUp() }
    for text in ["0,0", "148.3,14.3"] {
      let told = try program.run("--now", Program.now, lines: text)
      #expect(told.status == 75)
      #expect(told.talk.contains("\"\(text)\""), "\(told.talk)")
    }
  }
}
