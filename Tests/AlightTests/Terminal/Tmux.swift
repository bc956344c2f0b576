import Foundation
import TestServers

/// A terminal with a shell in it, of some size, whose screen can be read: a tmux server of its own.
final class Tmux {
  private let socket: URL
  private let program: Program
  private let environment: [String: String]

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux") }

  /// Starts a shell in which `alight` is the program under test.
  /// - Parameter environment: variables beside the program's own; an empty name is not there.
  /// - Parameter shell: the command line of the shell, whose prompt must be `ready$ `.
  init(
    _ program: Program, columns: Int = 100, rows: Int = 30, environment: [String: String] = [:],
    shell: String = "env PS1='ready$ ' bash --norc --noprofile"
  ) throws {
    self.program = program
    socket = URL(filePath: "/tmp/alight-tmux-\(UUID().uuidString.prefix(8))")
    var all = program.process([]).environment ?? [:]
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "ACCESSIBLE", "TMUX"] { all[name] = nil }
    all["LC_ALL"] = "C.UTF-8"
    all["HISTFILE"] = "/dev/null"
    all["PATH"] = Program.executable.deletingLastPathComponent().path + ":" + (all["PATH"] ?? "/usr/bin:/bin")
    self.environment = all.merging(environment) { $1 }
    try run([
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", shell,
    ])
    _ = wait(for: "ready$")
  }

  func cleanUp() {
    _ = try? run(["kill-server"])
    try? FileManager.default.removeItem(at: socket)
  }

  /// Types text as it is.
  func type(_ text: String) throws { try run(["send-keys", "-l", "--", text]) }

  /// Presses keys by tmux's names: Enter, Down, C-c.
  func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Types a command line at the shell.
  func command(_ line: String) throws {
    try type(line)
    try press("Enter")
  }

  func resize(columns: Int, rows: Int) throws {
    try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What is on the screen, without the empty lines at its end.
  var screen: String { (try? run(["capture-pane", "-p"])).map { $0.trimmingCharacters(in: .newlines) } ?? "" }

  /// The same with the sequences that make colours.
  var colouredScreen: String { (try? run(["capture-pane", "-p", "-e"])) ?? "" }

  /// The line on which the cursor is.
  var cursorLine: String {
    let row = (try? run(["display-message", "-p", "#{cursor_y}"])).flatMap { Int($0.trimmingCharacters(in: .newlines)) }
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    return row.flatMap { $0 < lines.count ? String(lines[$0]) : nil } ?? ""
  }

  /// Waits until the screen holds a text.
  /// - Returns: the screen; nil where it never does.
  func wait(for text: String) -> String? { wait { $0.contains(text) } }

  func wait(until holds: (String) -> Bool) -> String? {
    var shown = ""
    let isThere = Patience.wait {
      shown = screen
      return holds(shown)
    }
    return isThere ? shown : nil
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let file = program.folder.appending(path: "\(UUID().uuidString).tmux")
    let child = try ChildProgram(
      "/usr/bin/tmux", ["-S", socket.path, "-f", "/dev/null"] + arguments, environment: environment, output: file)
    child.end()
    defer { try? FileManager.default.removeItem(at: file) }
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }
}
