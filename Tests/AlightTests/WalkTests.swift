import Foundation
import Testing

@Suite("A ride that begins at another stop than the rider, through the program")
struct WalkTests {
  @Test("the way there is told with its length, how long it takes and when to set out")
  func dialogue() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let told = try program.run(
      "new", "--from", "taubenmarkt", "--to", "hagenberg", "--interval", "2 stops", "--yes", "--now", Program.now)
    #expect(told.status == 0, "\(told.talk)")
    #expect(told.talk.contains("First walk to Linz Hauptplatz, "), "\(told.talk)")
    #expect(told.talk.contains("leaves Linz Hauptplatz at"))
  }

  @Test("a table of rides has it among them, and JSON as well; a direct ride has none")
  func rides() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let table = try program.run("rides", "taubenmarkt", "hagenberg", "--limit", "1", "--now", Program.now)
    #expect(table.output.contains(" m to Linz Hauptplatz, "), "\(table.output)")
    let line = try program.run("rides", "taubenmarkt", "hagenberg", "--limit", "1", "--json", "--now", Program.now)
    let walks = try #require(line.object?["walks"] as? [[String: Any]])
    #expect(walks.count == 1 && walks[0]["before"] as? Int == 0)
    #expect((walks[0]["seconds"] as? Double ?? 0) > 60)
    let direct = try program.run("rides", "linz hbf", "hagenberg", "--limit", "1", "--json", "--now", Program.now)
    #expect((direct.object?["walks"] as? [Any])?.isEmpty == true)
  }
}
