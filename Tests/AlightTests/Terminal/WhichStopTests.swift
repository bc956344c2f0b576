import Foundation
import Testing

@Suite("A stop that several are called", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
struct WhichStopTests {
  @Test("is asked about at a terminal, until one is named")
  func asked() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let terminal = try Tmux(program)
    defer { terminal.cleanUp() }
    try terminal.command("alight rides linz hagenberg --limit 1 --now 2026-12-01T08:00:00+01:00")
    #expect(terminal.wait(for: "Which stop is \"linz\"?") != nil, "\(terminal.screen)")
    #expect(terminal.wait(for: "\n>") != nil, "\(terminal.screen)")
    try terminal.command("nowhere")
    #expect(terminal.wait(for: "\"nowhere\" is none of them") != nil, "\(terminal.screen)")
    try terminal.command("hauptplatz")
    #expect(terminal.wait(for: "08:04  Linz Hauptplatz") != nil, "\(terminal.screen)")
  }

  @Test("fails with the list where nobody can be asked")
  func unasked() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["rides", "linz", "hagenberg"])
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("Linz Hauptbahnhof") && outcome.talk.contains("Linz Hauptplatz"))
  }
}
