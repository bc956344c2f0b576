import ArgumentParser
import Foundation
import Testing

@testable import alight

/// Real shells, with the Tab key pressed in them.
@Suite("Completion in shells", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
struct CompletionTests {
  enum Shell: String, CaseIterable, CustomTestStringConvertible {
    case bash, zsh, fish

    var testDescription: String { rawValue }
    var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(rawValue)") }

    var start: String {
      switch self {
      case .bash: "env PS1='ready$ ' bash --norc --noprofile"
      case .zsh: "env PS1='ready$ ' zsh -f"
      case .fish: "fish --no-config -C 'function fish_prompt; echo -n \"ready\\$ \"; end; set -g fish_greeting'"
      }
    }

    /// Loads the script that the program makes.
    func load(in folder: URL) -> String {
      switch self {
      case .bash: "source <(alight --generate-completion-script bash)"
      case .zsh:
        "alight --generate-completion-script zsh > \(folder.path)/_alight; fpath=(\(folder.path) $fpath); "
          + "autoload -U compinit; compinit -u -D; setopt no_beep"
      case .fish: "alight --generate-completion-script fish | source"
      }
    }
  }

  private func shell(_ shell: Shell, _ body: (Tmux, Program) throws -> Void) throws {
    guard shell.isInstalled else { return print("\(shell) is not installed: not tested") }
    var program = try Program()
    program.environment = ["HOME": program.folder.path]
    defer { program.cleanUp() }
    let tmux = try Tmux(program, shell: shell.start)
    defer { tmux.cleanUp() }
    try tmux.command(shell.load(in: program.folder) + "; clear; echo load'ed'")
    try #require(tmux.wait(for: "loaded") != nil, "\(tmux.screen)")
    try body(tmux, program)
  }

  /// What the shell makes of the line that is there: its words, each in brackets.
  private func expectWords(_ words: [String], _ tmux: Tmux) throws {
    let wanted = words.map { "[\($0)]" }.joined()
    try tmux.press("C-a")
    try tmux.type("printf '[%s]' ")
    try tmux.press("Enter")
    #expect(tmux.wait(for: wanted) != nil, "\(tmux.screen)")
  }

  @Test("commands and options are completed", arguments: Shell.allCases)
  func commands(_ kind: Shell) throws {
    try shell(kind) { tmux, _ in
      try tmux.type("alight remi\t")
      #expect(tmux.wait(for: "alight reminders") != nil, "\(tmux.screen)")
      try tmux.type("sh\t")
      #expect(tmux.wait(for: "alight reminders show") != nil, "\(tmux.screen)")
      try tmux.press("C-c")
      // What is typed before the next prompt may be thrown away.
      #expect(tmux.wait { $0.hasSuffix("ready$") } != nil, "\(tmux.screen)")
      try tmux.type("alight new --inter\t")
      #expect(tmux.wait(for: "alight new --interval") != nil, "\(tmux.screen)")
    }
  }

  @Test("a stop is completed with its space, whatever its letters' case", arguments: Shell.allCases)
  func stops(_ kind: Shell) throws {
    try shell(kind) { tmux, _ in
      try tmux.type("alight new --from linz\\ goe\t")
      #expect(tmux.wait { $0.lowercased().contains("goethekreuzung") } != nil, "\(tmux.screen)")
      try tmux.type("--to Hagenberg\\ S\t")
      #expect(tmux.wait(for: "Softwarepark") != nil, "\(tmux.screen)")
      // Letters that were typed stay as they were in two of the shells.
      let first = kind == .fish ? "Linz Goethekreuzung" : "linz goethekreuzung"
      try expectWords(["alight", "new", "--from", first, "--to", "Hagenberg Softwarepark"], tmux)
    }
  }

  @Test("a reminder's id is completed", arguments: Shell.allCases)
  func reminders(_ kind: Shell) throws {
    try shell(kind) { tmux, program in
      let made = try program.run(
        "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
      let id = try #require(made.object?["id"] as? String).lowercased()
      try tmux.type("alight reminders show \(id.prefix(3))\t")
      #expect(tmux.wait(for: "show \(id.prefix(8))") != nil, "\(tmux.screen)")
    }
  }

  @Test("the name of a stop is one word, and is never run, whatever is in it", arguments: Shell.allCases)
  func hostileNames(_ kind: Shell) throws {
    try shell(kind) { tmux, program in
      let odd = "Hagenberg (Nord) & O'Neill; \"B\"!"
      let hostile = "Zoo $(touch run1) `touch run2` \\ B; touch run3"
      try importFeed(stops: [odd, hostile], program)
      try tmux.command("cd \(program.folder.path); clear; echo mov'ed'")
      _ = tmux.wait(for: "moved")
      try tmux.type("alight new --from Hag\t")
      #expect(tmux.wait(for: "Neill") != nil, "\(tmux.screen)")
      try expectWords(["alight", "new", "--from", odd], tmux)
      try tmux.command("clear")
      try tmux.type("alight new --from Zo\t")
      // One shell is not offered what it cannot quote.
      if kind == .bash { usleep(3_000_000) } else { #expect(tmux.wait(for: "run3") != nil, "\(tmux.screen)") }
      try expectWords(["alight", "new", "--from", kind == .bash ? "Zo" : hostile], tmux)
      let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
      #expect(!files.contains { $0.hasPrefix("run") })
    }
  }

  /// A timetable with one line of two stops.
  private func importFeed(stops names: [String], _ program: Program) throws {
    let folder = program.folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tables = [
      "agency": "agency_id,agency_name,agency_url,agency_timezone\na,A,https://example.org,Europe/Vienna\n",
      "stops": "stop_id,stop_name,stop_lat,stop_lon\n"
        + names.enumerated().map { "\($0 + 1),\"\($1.replacing("\"", with: "\"\""))\",48.\($0),14.3\n" }.joined(),
      "routes": "route_id,agency_id,route_short_name,route_long_name,route_type\nr,a,1,One,3\n",
      "trips": "route_id,service_id,trip_id\nr,s,t\n",
      "stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,08:00:00,08:00:00,1,1\n"
        + "t,08:30:00,08:30:00,2,2\n",
      "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        + "s,1,1,1,1,1,1,1,20260101,20271231\n",
    ]
    for (name, text) in tables { try Data(text.utf8).write(to: folder.appending(path: "\(name).txt")) }
    let outcome = try program.run(["feed", "import", folder.path])
    try #require(outcome.status == 0, "\(outcome.talk)")
  }
}

@Suite("What shells are offered")
struct ShellWordTests {
  @Test("a word is read without its quoting")
  func reading() {
    #expect(ShellWord("Linz\\ H", shell: .bash).text == "Linz H")
    #expect(ShellWord("\"Linz H", shell: .bash).text == "Linz H")
    #expect(ShellWord("'Linz \\H", shell: .bash).text == "Linz \\H")
  }

  @Test("names that do not begin with the word, or cannot stand on a line, are not offered")
  func refused() {
    #expect(ShellWord("Linz", shell: .fish).completion("Lienz") == nil)
    #expect(ShellWord("Linz", shell: .fish).completion("Linz\nHbf") == nil)
    #expect(ShellWord("linz", shell: .fish).completion("Linz Hbf", meaning: "x") == "Linz Hbf\tx")
    #expect(ShellWord("a", shell: .zsh).completion("a:b", meaning: "Hagenberg") == "a\\:b:Hagenberg")
  }
}
