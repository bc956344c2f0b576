import Foundation
import Testing

@Suite("alight alert status --watch at a terminal", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
struct RideBoardTests {
  @Test("stands in its place while the ride goes on, and Ctrl-C leaves the last picture", arguments: [100, 40])
  func inPlace(columns: Int) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run("--json", "--now", Program.now, lines: "from linz hbf to hagenberg four stops", "yes")
    #expect(made.status == 0)
    let live = try LiveProgram(program, ["run", "--position", "none", "--now", Program.now, "--speed", "30x"])
    live.wait { live.talk.contains("exists only in the demo network") }
    let tmux = try Tmux(program, columns: columns, rows: 30, environment: [:])
    defer { tmux.cleanUp() }
    try tmux.command("alight alert status --watch")
    #expect(tmux.wait(for: "Line 1 to Hagenberg") != nil, "\(tmux.screen)")
    // Minutes of the ride go by: it was drawn anew several times.
    let first = tmux.screen
    let later = tmux.wait { $0 != first && $0.contains("left.") }
    #expect(later != nil)
    #expect(tmux.screen.components(separatedBy: "Line 1 to Hagenberg").count == 2, "\(tmux.screen)")
    try tmux.press("C-c")
    let screen = try #require(tmux.wait { $0.hasSuffix("ready$") }, "\(tmux.screen)")
    #expect(screen.contains("Line 1 to Hagenberg") && screen.contains("3  until"), "\(screen)")
    #expect(screen.split(separator: "\n").allSatisfy { $0.count <= columns })
    try tmux.command("echo \"status $?\"")
    #expect(tmux.wait(for: "status 130") != nil, "\(tmux.screen)")
    live.interrupt()
    _ = live.end()
  }
}
