import Foundation
import Testing

/// What a rider sees at a terminal; read from the screen of one.
@Suite("The dialogue at a terminal", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
struct TerminalDialogueTests {
  private static let start = "alight new --now \(Program.now)"

  private func terminal(
    columns: Int = 100, rows: Int = 30, environment: [String: String] = [:],
    _ body: (Tmux, Program) throws -> Void
  ) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let tmux = try Tmux(program, columns: columns, rows: rows, environment: environment)
    defer { tmux.cleanUp() }
    try body(tmux, program)
  }

  /// The state of the terminal and the exit code, as the shell sees them.
  private func expectRestored(_ tmux: Tmux, status: Int) throws {
    try tmux.command("echo \"status $?\"; stty -a | tr ' ;' '\\n\\n' | grep -cxE 'icanon|echo|isig|iexten|ixon'")
    let screen = try #require(tmux.wait(for: "status \(status)\n5"), "\(tmux.screen)")
    #expect(screen.contains("ready$"))
  }

  @Test("a whole dialogue by filter, arrows, digits and Enter, at 100 and at 40 columns", arguments: [100, 40])
  func wholeDialogue(columns: Int) throws {
    try terminal(columns: columns, rows: 40) { tmux, program in
      try tmux.command(Self.start)
      var screen = try #require(tmux.wait(for: "3  Linz"), "\(tmux.screen)")
      #expect(screen.contains("1 of 4  Where do you get on?\n>\n  1  Linz Hauptbahnhof"))
      try tmux.press("Down")
      #expect(tmux.wait(for: "> 1  Linz Hauptbahnhof") != nil)
      #expect(tmux.cursorLine.hasPrefix("> 1"), "the cursor is on the active row")
      try tmux.press("Enter")
      screen = try #require(tmux.wait(for: "2 of 4"), "\(tmux.screen)")
      #expect(screen.contains("> Linz Hauptbahnhof\nFrom Linz Hauptbahnhof."))
      #expect(!screen.contains("1  Linz Hauptbahnhof"), "the list of the question before is gone")
      try tmux.type("hag")
      screen = try #require(tmux.wait(for: "  Hagenberg Softwarepark"), "\(tmux.screen)")
      #expect(screen.contains("> hag\n  Hagenberg\n"))
      #expect(tmux.cursorLine == "> hag")
      try tmux.press("Tab")
      #expect(tmux.wait(for: "> Hagenberg\n") != nil)
      try tmux.press("Enter")
      #expect(tmux.wait(for: "3  by distance") != nil)
      try tmux.type("2")
      #expect(tmux.wait(for: "> 2\n  2  by stops") != nil, "\(tmux.screen)")
      try tmux.press("Enter")
      #expect(tmux.wait(for: "4 of 4") != nil)
      try tmux.type("two stops")
      try tmux.press("Enter")
      screen = try #require(tmux.wait(for: "Shall I set it?"), "\(tmux.screen)")
      #expect(screen.split(separator: "\n").allSatisfy { $0.count <= columns })
      _ = tmux.wait { _ in tmux.cursorLine == ">" }
      try tmux.type("yes")
      try tmux.press("Enter")
      #expect(tmux.wait { $0.hasSuffix("ready$") } != nil, "\(tmux.screen)")
      try expectRestored(tmux, status: 0)
      #expect(try program.run("reminders", "--now", Program.now).output.contains("Hagenberg"))
    }
  }

  @Test("an answer that was misread is put into the line and edited there")
  func edited() throws {
    try terminal { tmux, _ in
      try tmux.command(Self.start)
      _ = tmux.wait(for: "3  Linz")
      try tmux.type("linz hbf")
      try tmux.press("Enter")
      _ = tmux.wait(for: "2 of 4")
      try tmux.type("hagnberg")
      try tmux.press("Enter")
      #expect(tmux.wait(for: "Understood: Hagenberg; next best Hagenberg Softwarepark") != nil, "\(tmux.screen)")
      #expect(tmux.wait(for: "3  by distance") != nil)
      try tmux.type("e")
      try tmux.press("Enter")
      #expect(tmux.wait { _ in tmux.cursorLine == "> hagnberg" } != nil, "\(tmux.screen)")
      try tmux.type(" softwarepark")
      try tmux.press("Enter")
      #expect(tmux.wait(for: "To Hagenberg Softwarepark.") != nil, "\(tmux.screen)")
      try tmux.press("C-c")
    }
  }

  @Test("without colour nothing is painted, and with colour the active row still bears its mark")
  func colour() throws {
    for (environment, isPainted) in [([:], true), (["NO_COLOR": "1"], false)] {
      try terminal(environment: environment) { tmux, _ in
        try tmux.command(Self.start)
        _ = tmux.wait(for: "3  Linz")
        try tmux.press("Down")
        #expect(tmux.wait(for: "> 1  Linz Hauptbahnhof") != nil)
        #expect(tmux.colouredScreen.contains("\u{1B}[") == isPainted)
        try tmux.press("C-c")
      }
    }
  }

  @Test(
    "for a screen reader, and at a terminal that cannot move its cursor, lines are written once",
    arguments: [["ACCESSIBLE": "1"], ["TERM": "dumb"]])
  func plainLines(environment: [String: String]) throws {
    try terminal { tmux, _ in
      let variables = environment.map { "\($0)=\($1)" }.joined()
      try tmux.command("\(variables) \(Self.start)")
      let screen = try #require(tmux.wait { $0.hasSuffix("\n>") }, "\(tmux.screen)")
      #expect(screen.contains("  1  Linz Hauptbahnhof\n"))
      #expect(screen.contains("Enter a number between 1 and 3") == (environment["ACCESSIBLE"] != nil))
      try tmux.command("1")
      let next = try #require(tmux.wait(for: "2 of 4"), "\(tmux.screen)")
      #expect(next.contains("  1  Linz Hauptbahnhof\n"), "what was written stays")
      #expect(!tmux.colouredScreen.contains("\u{1B}["))
    }
  }

  @Test("Ctrl-C ends at once with 130, the terminal restored and the draft kept")
  func interrupt() throws {
    try terminal { tmux, program in
      try tmux.command(Self.start)
      _ = tmux.wait(for: "3  Linz")
      try tmux.type("linz hbf")
      try tmux.press("Enter")
      _ = tmux.wait(for: "2 of 4")
      try tmux.type("hag")
      _ = tmux.wait(for: "> hag")
      try tmux.press("C-c")
      let screen = try #require(tmux.wait { $0.hasSuffix("ready$") }, "\(tmux.screen)")
      #expect(screen.contains("the draft is kept"))
      #expect(!screen.contains("Softwarepark"), "the list is gone")
      try expectRestored(tmux, status: 130)
      let resumed = try program.run("new", "--resume", "--now", Program.now)
      #expect(resumed.talk.contains("2 of 4"))
    }
  }

  @Test("Ctrl-D on an empty line keeps the draft")
  func endOfInput() throws {
    try terminal { tmux, program in
      try tmux.command(Self.start)
      _ = tmux.wait(for: "3  Linz")
      try tmux.type("linz hbf")
      try tmux.press("Enter")
      _ = tmux.wait(for: "2 of 4")
      _ = tmux.wait { _ in tmux.cursorLine == ">" }
      try tmux.press("C-d")
      #expect(tmux.wait { $0.hasSuffix("ready$") } != nil, "\(tmux.screen)")
      try expectRestored(tmux, status: 0)
      #expect(try program.run("new", "--resume", "--now", Program.now).talk.contains("2 of 4"))
    }
  }

  @Test("Ctrl-Z gives the shell its terminal, and fg goes on where the rider was")
  func suspend() throws {
    try terminal { tmux, _ in
      try tmux.command(Self.start)
      _ = tmux.wait(for: "3  Linz")
      try tmux.type("pre")
      _ = tmux.wait(for: "  Pregarten")
      try tmux.press("C-z")
      #expect(tmux.wait(for: "Stopped") != nil, "\(tmux.screen)")
      try expectRestored(tmux, status: 148)
      try tmux.command("clear; fg")
      let screen = try #require(tmux.wait(for: "> pre\n  Pregarten"), "\(tmux.screen)")
      #expect(screen.contains("Where do you get on?"))
      try tmux.type("g")
      #expect(tmux.wait(for: "> preg\n") != nil)
      try tmux.press("Enter")
      #expect(tmux.wait(for: "From Pregarten.") != nil)
    }
  }

  @Test("a signal gives the terminal back", arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
  func signals(name: String, status: Int) throws {
    try terminal { tmux, program in
      let file = program.folder.appending(path: "identifier")
      try tmux.command("(echo $BASHPID > \(file.path); exec \(Self.start))")
      _ = tmux.wait(for: "3  Linz")
      try tmux.type("pre")
      _ = tmux.wait(for: "> pre\n")
      let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
      let identifier = try #require(pid_t(text))
      kill(identifier, name == "TERM" ? SIGTERM : name == "HUP" ? SIGHUP : SIGINT)
      #expect(tmux.wait { $0.hasSuffix("ready$") } != nil, "\(tmux.screen)")
      try expectRestored(tmux, status: status)
    }
  }

  @Test("a smaller or larger terminal is drawn anew, once")
  func resize() throws {
    try terminal { tmux, _ in
      try tmux.command("clear; \(Self.start)")
      _ = tmux.wait(for: "3  Linz")
      try tmux.type("linz")
      _ = tmux.wait(for: "> linz\n")
      for (columns, rows) in [(40, 20), (25, 12), (100, 30)] {
        try tmux.resize(columns: columns, rows: rows)
        let screen = try #require(
          tmux.wait { $0.components(separatedBy: "> linz\n").count == 2 && $0.contains("Esc") }, "\(tmux.screen)")
        #expect(screen.components(separatedBy: "Hauptplatz").count == 2, "one list and no rest of another: \(screen)")
        #expect(tmux.cursorLine == "> linz")
      }
    }
  }

  @Test("wide characters and a paste of two lines stay one line that is not answered yet")
  func paste() throws {
    try terminal { tmux, _ in
      try tmux.command(Self.start)
      _ = tmux.wait(for: "3  Linz")
      try tmux.type("\u{1B}[200~東京 駅\nLinz\u{1B}[201~!")
      #expect(tmux.wait(for: "> 東京 駅 Linz!") != nil, "\(tmux.screen)")
      try tmux.press("C-w", "Left", "Left", "Left", "BSpace")
      #expect(tmux.wait(for: "> 東 駅") != nil, "\(tmux.screen)")
    }
  }
}
