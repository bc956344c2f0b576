import Foundation
import Testing

private let isInstalled = ["groff", "man", "lexgrog"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
}

@Suite("Manual pages", .enabled(if: isInstalled, "groff and man-db are not installed"))
struct ManualTests {
  /// Runs a program that reads a page.
  private func read(_ name: String, _ arguments: [String], _ program: Program) throws -> Program.Outcome {
    let (output, talk) = (program.folder.appending(path: "page.out"), program.folder.appending(path: "page.err"))
    let child = try ChildProgram(
      "/usr/bin/\(name)", arguments,
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "120", "MANPAGER": "cat"],
      output: output, talk: talk)
    let status = child.end()
    return Program.Outcome(
      status: status, output: try String(contentsOf: output, encoding: .utf8),
      talk: try String(contentsOf: talk, encoding: .utf8))
  }

  /// The commands by the names of their pages, each with all that it may be given.
  private func commands(_ program: Program) throws -> [String: [String]] {
    let tool = try #require(try program.run(["--experimental-dump-help"]).object?["command"] as? [String: Any])
    var found: [String: [String]] = [:]
    func visit(_ command: [String: Any], _ above: [String]) {
      guard let name = command["commandName"] as? String, name != "help", command["shouldDisplay"] as? Bool != false
      else {
        return
      }
      let words = above + [name]
      found[words.joined(separator: "-")] = (command["arguments"] as? [[String: Any]] ?? [])
        .filter { $0["shouldDisplay"] as? Bool == true }
        .flatMap { argument -> [String] in
          let names = argument["names"] as? [[String: String]] ?? []
          let value = argument["valueName"] as? String ?? ""
          return names.isEmpty ? [value] : names.map { ($0["kind"] == "long" ? "--" : "-") + ($0["name"] ?? "") }
        }
      for below in command["subcommands"] as? [[String: Any]] ?? [] { visit(below, words) }
    }
    visit(tool, [])
    return found
  }

  @Test("each command has a page with all its options, which groff formats without a warning")
  func pages() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let folder = program.folder.appending(path: "man")
    let made = try program.run(["manual", folder.path])
    try #require(made.status == 0, "\(made.talk)")
    let commands = try commands(program)
    #expect(commands.count > 20)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(commands.keys.map { "\($0).1" }))
    for (name, options) in commands {
      let page = folder.appending(path: "\(name).1").path
      let formatted = try read("groff", ["-man", "-Tutf8", "-P-cbou", "-Kutf8", "-ww", page], program)
      #expect(formatted.status == 0 && formatted.talk.isEmpty, "\(name): \(formatted.talk)")
      // Some devices have signs of their own for what is typed as a hyphen.
      let output = formatted.output.replacing(/[\u{2010}\u{2212}]/, with: "-")
      for option in options { #expect(output.contains(option), "\(name) lacks \(option)") }
      let index = try read("lexgrog", [page], program)
      #expect(index.status == 0 && index.output.contains("\(name) - "), "\(index.output)\(index.talk)")
    }
  }

  @Test("the page of the program tells exit codes, variables and formats, and keeps examples as they are typed")
  func topics() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let folder = program.folder.appending(path: "man")
    #expect(try program.run(["manual", folder.path]).status == 0)
    let page = try read("man", ["-l", folder.appending(path: "alight.1").path], program).output
    for word in ["EXIT CODES", "ENVIRONMENT VARIABLES", "NO_COLOR", "75", "alight.reminder/1", "ACCESSIBILITY"] {
      #expect(page.contains(word), "\(word)")
    }
    let new = try read("man", ["-l", folder.appending(path: "alight-new.1").path], program).output
    #expect(new.contains("alight --from \"linz hbf\" --to hagenberg --mode stations --interval \"two stops\" --yes\n"))
    #expect(new.contains("dialogue") || new.contains("draft"))
  }
}
