import Foundation
import Testing

@Suite("Bad input to the program")
struct BadInputTests {
  @Test("no input at all is answered with what is missing")
  func empty() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["--json", "--now", Program.now])
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("--from"))
    #expect(outcome.object?["status"] as? Int == 75)
  }

  @Test("a wish at the last question that is not understood is not lost in the yes that follows")
  func unclearWish() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "new", "--json", "--now", Program.now, "--from", "linz hbf", "--to", "hagenberg", "--interval", "two stops",
      lines: "every other monday", "yes")
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("every other monday"))
    #expect(try program.run("reminders", "list", "--json").output.contains("Hagenberg") == false)
  }

  @Test("bytes that are no UTF-8 are named by their line")
  func invalidText() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["--json", "--now", Program.now], input: Data([0x6C, 0xFF, 0xFE, 0x0A]))
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("line 1") && outcome.talk.contains("UTF-8"))
    #expect(outcome.object != nil)
  }

  @Test("a megabyte on one line is refused in a sentence, and the next line still answers")
  func megabyte() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let input = Data(String(repeating: "a", count: 1_048_576).utf8) + Data("\nlinz hbf\n".utf8)
    let outcome = try program.run(["--json", "--now", Program.now], input: input)
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("1048576 bytes"))
    #expect(outcome.talk.contains("From Linz Hauptbahnhof."))
    #expect(outcome.talk.utf8.count < 10_000)
  }

  @Test("a database from a newer version is left alone")
  func newerDatabase() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("reminders")
    let bytes = try Data(contentsOf: program.database)
    // The user version stands at byte 60 of the header of an SQLite file, big-endian.
    var newer = bytes
    newer.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try newer.write(to: program.database)
    let outcome = try program.run("--json", "--now", Program.now, lines: "linz hbf")
    #expect(outcome.status == 74)
    #expect(outcome.talk.contains("newer"))
    #expect(outcome.object != nil)
    #expect(try Data(contentsOf: program.database) == newer)
  }

  @Test("a mistake in the prompts is told with its line")
  func brokenPrompts() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let home = program.folder.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Program.root.appending(path: "Prompts"), to: home.appending(path: "Prompts"))
    let file = home.appending(path: "Prompts/en.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("\"Where do you get on?\"", with: "[1, 2").write(to: file, atomically: true, encoding: .utf8)
    program.environment["ALIGHT_HOME"] = home.path
    let outcome = try program.run("--json", "--now", Program.now, lines: "linz hbf")
    #expect(outcome.status == 65)
    #expect(outcome.talk.contains("en.yaml, line "))
  }

  @Test("a home without prompts is named")
  func noHome() throws {
    var program = try Program()
    defer { program.cleanUp() }
    program.environment["ALIGHT_HOME"] = program.folder.path
    let outcome = try program.run("--now", Program.now)
    #expect(outcome.status == 69)
    #expect(outcome.talk.contains(program.folder.path))
  }

  @Test("a recording that cannot be used is named, and the draft kept", arguments: ["empty", "text", "missing"])
  func badRecording(kind: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "\(kind).wav")
    if kind == "empty" { try Data().write(to: file) }
    if kind == "text" { try Data("this is no recording".utf8).write(to: file) }
    let outcome = try program.run("--audio", "from=\(file.path)", "--json", "--now", Program.now)
    #expect(outcome.status == (kind == "missing" ? 66 : 65))
    #expect(outcome.talk.contains(file.path))
    #expect(outcome.object != nil)
  }

  @Test("a full disk ends with 74 and keeps what was stored", .enabled(if: getuid() == 0, "mounting needs root"))
  func fullDisk() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let disk = program.folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.path) else {
      print("skipped: no tmpfs can be mounted here")
      return
    }
    defer { unmount(disk.path) }
    let database = disk.appending(path: "alight.sqlite").path
    let line = "from linz hbf to hagenberg two stops before"
    let first = try program.run("--json", "--database", database, "--now", Program.now, lines: line, "yes")
    #expect(first.status == 0, "\(first.talk)")
    let ballast = disk.appending(path: "ballast")
    #expect(FileManager.default.createFile(atPath: ballast.path, contents: nil))
    let handle = try FileHandle(forWritingTo: ballast)
    while (try? handle.write(contentsOf: Data(repeating: 1, count: 1024))) != nil {}
    let second = try program.run("--json", "--database", database, "--now", Program.now, lines: line, "yes")
    #expect(second.status == 74, "\(second.talk)")
    #expect(second.object != nil)
    try handle.close()
    try FileManager.default.removeItem(at: ballast)
    let list = try program.run("reminders", "--json", "--database", database, "--now", Program.now)
    #expect(list.output.split(separator: "\n").count == 1)
  }

  private func mount(_ arguments: String...) -> Bool { Self.run("/bin/mount", arguments) }
  private func unmount(_ path: String) { _ = Self.run("/bin/umount", ["-l", path]) }

  private static func run(_ program: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
