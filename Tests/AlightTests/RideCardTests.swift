import Foundation
import Testing

@Suite("A ride card")
struct RideCardTests {
  @Test("has line, stops, times and the way, and nothing of whose ride it is")
  func shared() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg, two stops before", "call it granny", "yes")
    let id = try #require(made.object?["id"] as? String, "\(made.talk)")
    let text = try program.run("reminders", "card", id)
    #expect(text.status == 0)
    let lines = text.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(
      lines[1].hasPrefix("08:00") || lines[1].wholeMatch(of: /\d\d:\d\d  Linz Hauptbahnhof  \[1.*\]/) != nil, "\(lines)"
    )
    #expect(lines[2].contains("13 stops") && lines[3].hasSuffix("Hagenberg"), "\(lines)")
    let picture = program.folder.appending(path: "card.svg")
    #expect(try program.run("reminders", "card", id, "--svg", "--output", picture.path).status == 0)
    let svg = try String(contentsOf: picture, encoding: .utf8)
    #expect(svg.contains("Linz Hauptbahnhof") && svg.contains("class=\"way\""))
    for shown in [text.output, svg] {
      #expect(!shown.lowercased().contains("granny") && !shown.contains(id.prefix(8)))
    }
    #expect(try program.run("places", "add", "home", "linz hbf").status == 0)
    let hidden = try program.run("reminders", "card", id).output
    #expect(!hidden.contains("Linz Hauptbahnhof") && hidden.contains("…") && hidden.contains("Hagenberg"))
    #expect(try !program.run("reminders", "card", id, "--svg").output.contains("Linz Hauptbahnhof"))
    #expect(try program.run("reminders", "card", id, "--with-places").output == text.output)
    #expect(try program.run("reminders", "card", id, "--svg", "--text").status == 64)
    #expect(try program.run("reminders", "card", id, "--output", "/no/such/folder/card").status == 74)
  }
}
