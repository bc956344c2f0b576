import Foundation
import Testing

/// In which language Alight talks, and what a language file must have.
@Suite("Languages")
struct LanguageTests {
  private func program(_ environment: [String: String] = [:]) throws -> Program {
    var program = try Program()
    program.environment = environment
    return program
  }

  /// A home of its own whose language files may be changed.
  private func home(in program: Program) throws -> URL {
    let home = program.folder.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Program.root.appending(path: "Prompts"), to: home.appending(path: "Prompts"))
    return home
  }

  @Test("a whole reminder is set in German, and listed, shown and simulated in German")
  func german() throws {
    let program = try program()
    defer { program.cleanUp() }
    let input = Data("von linz hbf nach hagenberg\nnach Haltestellen\nzwei Haltestellen vorher\nja\n".utf8)
    let set = try program.run(["new", "--lang", "de", "--now", Program.now], input: input)
    #expect(set.status == 0, "\(set.talk)")
    #expect(set.talk.contains("Wo steigst du ein?"))
    #expect(set.talk.contains("Eingestellt: Hagenberg"))
    #expect(!set.talk.contains("Where"))
    let id = set.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let list = try program.run(["reminders", "--lang", "de", "--now", Program.now])
    #expect(list.output.contains("2 Haltestellen"))
    let sheet = try program.run(["reminders", "show", id, "--lang", "de"])
    #expect(sheet.output.contains("Erste Warnung: 2 Haltestellen"))
    let ride = try program.run(["simulate", id, "--lang", "de"])
    #expect(ride.output.contains("Nächster Halt: Pregarten Bahnhof. Deiner, Hagenberg, ist der vierte von jetzt an."))
  }

  @Test(
    "without --lang the locale decides, LC_ALL before LC_MESSAGES before LANG",
    arguments: [
      (["LANG": "de_AT.UTF-8"], "Wo steigst du ein?"), (["LANG": "de"], "Wo steigst du ein?"),
      (["LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], "Wo steigst du ein?"),
      (["LC_ALL": "C.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], "Where do you get on?"),
      (["LC_ALL": "", "LANG": "de_CH@euro"], "Wo steigst du ein?"),
      // There are French words and no French texts.
      (["LANG": "fr_FR.UTF-8"], "Where do you get on?"), (["LANG": "tlh"], "Where do you get on?"),
      (["LANG": "../../etc/passwd"], "Where do you get on?"),
    ])
  func locale(environment: [String: String], question: String) throws {
    let program = try program(environment)
    defer { program.cleanUp() }
    let outcome = try program.run(["new", "--now", Program.now])
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains(question), "\(outcome.talk)")
  }

  @Test("what ends a dialogue, and what a list says, is in its language")
  func ends() throws {
    let program = try program()
    defer { program.cleanUp() }
    let missing = try program.run(["new", "--lang", "de", "--now", Program.now])
    #expect(missing.talk.contains("keine Antwort auf „from“: gib --from an"), "\(missing.talk)")
    let input = Data("linz hbf\nblub blub\nblub\n".utf8)
    let unclear = try program.run(["new", "--lang", "de", "--now", Program.now], input: input)
    #expect(unclear.talk.contains("blieb unklar (blub): gib --to an"), "\(unclear.talk)")
    #expect(unclear.talk.contains("der Entwurf bleibt"))
    #expect(try program.run(["reminders", "--lang", "de"]).talk.contains("Es ist keine Erinnerung eingestellt"))
  }

  @Test("--lang goes before the locale, and takes a country along")
  func option() throws {
    let program = try program(["LC_ALL": "de_AT.UTF-8"])
    defer { program.cleanUp() }
    #expect(try program.run(["new", "--lang", "en", "--now", Program.now]).talk.contains("Where do you get on?"))
    #expect(try program.run(["new", "--lang", "DE-at", "--now", Program.now]).talk.contains("Wo steigst du ein?"))
  }

  @Test(
    "a language without texts is refused, and those that there are are named",
    arguments: ["fr", "xx", "", "../en"], [["new"], ["reminders"], ["run", "--once"]])
  func unknown(tag: String, command: [String]) throws {
    let program = try program()
    defer { program.cleanUp() }
    let outcome = try program.run(command + ["--lang", tag])
    #expect(outcome.status == 64)
    #expect(outcome.talk.contains("de, en"), "\(outcome.talk)")
  }

  @Test("scripts say their flags and answers in English whatever the locale is")
  func englishAnswers() throws {
    let program = try program(["LANG": "de_AT.UTF-8"])
    defer { program.cleanUp() }
    let outcome = try program.run([
      "new", "--from", "linz hbf", "--to", "hagenberg", "--mode", "stations", "--interval", "two stops", "--yes",
      "--json",
      "--now", Program.now,
    ])
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.object?["mode"] as? String == "stations")
  }

  @Test("a language is a file: texts put beside the others are talked at once")
  func newLanguage() throws {
    var program = try program()
    defer { program.cleanUp() }
    let home = try home(in: program)
    let german = try String(contentsOf: home.appending(path: "Prompts/de.yaml"), encoding: .utf8)
    let own = german.replacing("language: de\n", with: "language: bar\n").replacing(
      "Wo steigst du ein?", with: "Wo steigst ei?")
    try Data(own.utf8).write(to: home.appending(path: "Prompts/bar.yaml"))
    program.environment = ["ALIGHT_HOME": home.path]
    let outcome = try program.run(["new", "--lang", "bar", "--now", Program.now])
    #expect(outcome.talk.contains("Wo steigst ei?"), "\(outcome.talk)")
    #expect(try program.run(["new", "--lang", "xx"]).talk.contains("bar, de, en"))
  }

  @Test(
    "a file that lacks something is refused with its name, a line and the key",
    arguments: [
      (#"    to: "Wo willst du aussteigen?"\#n"#, "ask.to"),
      ("  missed: ", "missed"),
      ("  denials: [", "denials"),
      ("  stations: { predefined:", "stations"),
    ])
  func lacking(line: String, key: String) throws {
    var program = try program()
    defer { program.cleanUp() }
    let home = try home(in: program)
    let file = home.appending(path: "Prompts/de.yaml")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = line.trimmingCharacters(in: .newlines)
    let place = try #require(lines.firstIndex { $0.hasPrefix(wanted) })
    var rest = Array(lines)
    rest.remove(at: place)
    try Data(rest.joined(separator: "\n").utf8).write(to: file)
    program.environment = ["ALIGHT_HOME": home.path]
    let outcome = try program.run(["new", "--lang", "de", "--now", Program.now])
    #expect(outcome.status == 65)
    #expect(outcome.talk.contains("de.yaml, line "), "\(outcome.talk)")
    #expect(outcome.talk.contains("\"\(key)\""), "\(outcome.talk)")
    // The others are not harmed by it.
    #expect(try program.run(["new", "--lang", "en", "--now", Program.now]).status == 75)
    #expect(try program.run(["doctor"]).output.contains("de.yaml, line "))
  }
}
