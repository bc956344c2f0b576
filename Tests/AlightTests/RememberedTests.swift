import Foundation
import Journey
import Testing

@Suite("Places as answers")
struct PlaceAnswerTests {
  private func named() throws -> Program {
    let program = try Program()
    #expect(try program.run("places", "add", "home", "linz hauptplatz").status == 0)
    #expect(try program.run("places", "add", "work", "hagenberg").status == 0)
    return program
  }

  @Test("fill both ends from one line, from flags, and in German")
  func answers() throws {
    let program = try named()
    defer { program.cleanUp() }
    let line = try program.run("--json", "--now", Program.now, lines: "from home to work two stops before", "yes")
    #expect((line.object?["origin"] as? [String: Any])?["name"] as? String == "Linz Hauptplatz", "\(line.talk)")
    #expect(line.talk.contains("From home (Linz Hauptplatz)."))
    let flags = try program.run(
      "--from", "work", "--to", "home", "--interval", "3 stops", "--yes", "--json", "--now", Program.now)
    #expect((flags.object?["destination"] as? [String: Any])?["name"] as? String == "Linz Hauptplatz", "\(flags.talk)")
    let german = try program.run(
      "new", "--lang", "de", "--json", "--now", Program.now, lines: "von der arbeit", "nach hause",
      "zwei Stationen vorher",
      "ja")
    #expect(
      (german.object?["destination"] as? [String: Any])?["name"] as? String == "Linz Hauptplatz", "\(german.talk)")
  }

  @Test("are taken back with the name, and never guessed")
  func removed() throws {
    let program = try named()
    defer { program.cleanUp() }
    #expect(try program.run("--now", Program.now, lines: "homes").status == 75)
    #expect(try program.run("places", "remove", "home").status == 0)
    let outcome = try program.run("--now", Program.now, lines: "home")
    #expect(outcome.status == 75)
    #expect(!outcome.talk.contains("Linz Hauptplatz)"))
  }

  @Test(
    "are heard by voice",
    .enabled(if: Program.hasSpeechModel && FileManager.default.fileExists(atPath: "/usr/bin/flite")))
  func voice() throws {
    let program = try named()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "home.wav")
    let speak = Process()
    speak.executableURL = URL(filePath: "/usr/bin/flite")
    speak.arguments = ["-voice", "slt", "-t", "from home", "-o", file.path]
    try speak.run()
    speak.waitUntilExit()
    let outcome = try program.run(
      "--audio", "from=\(file.path)", "--to", "hagenberg", "--interval", "2 stops", "--yes", "--json", "--now",
      Program.now)
    #expect((outcome.object?["origin"] as? [String: Any])?["name"] as? String == "Linz Hauptplatz", "\(outcome.talk)")
  }
}

@Suite("Learned names")
struct LearnedNameCommandTests {
  private func origin(_ outcome: Program.Outcome) -> String? {
    (outcome.object?["origin"] as? [String: Any])?["name"] as? String
  }

  /// Picks a stop for "linz" from what is offered, and sets a reminder from there.
  private func pick(_ stop: String, _ program: Program, _ options: String...) throws -> Program.Outcome {
    let asked = try program.run("new", "--ndjson", "--now", Program.now, lines: #"{"text": "linz"}"#)
    let event = try #require(
      asked.output.split(separator: "\n").compactMap { line in
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
      }.first { $0["event"] as? String == "choose" }, "\(asked.output)")
    let offered = try #require(event["options"] as? [[String: Any]])
    let number = try #require(offered.first { $0["label"] as? String == stop }?["number"] as? Int)
    return try program.run(
      ["new", "--json", "--now", Program.now] + options,
      input: Data("linz\n\(number)\nhagenberg\n2 stops before\nyes\n".utf8))
  }

  @Test("are used at once the next time, listed and forgotten")
  func life() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let first = try pick("Linz Hauptplatz", program)
    #expect(origin(first) == "Linz Hauptplatz", "\(first.talk)")
    #expect(try program.run("names").output == "linz  Linz Hauptplatz\n")
    let json = try program.run("names", "--json")
    #expect(json.object?["stopName"] as? String == "Linz Hauptplatz")
    let next = try program.run(
      "--from", "Linz", "--to", "pregarten", "--interval", "2 stops", "--yes", "--json", "--now", Program.now)
    #expect(origin(next) == "Linz Hauptplatz", "\(next.talk)")
    #expect(try program.run("names", "remove", "LINZ").status == 0)
    #expect(try program.run("names", "remove", "linz").status == 66)
    #expect(try program.run("names").output.isEmpty)
    #expect(try program.run("--from", "Linz", "--no-input", "--now", Program.now).status == 75)
  }

  @Test("are not learned with --no-remember")
  func notRemembered() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(origin(try pick("Linz Hauptplatz", program, "--no-remember")) == "Linz Hauptplatz")
    #expect(try program.run("names", "--json").output.isEmpty)
  }
}

@Suite("Stops that are offered")
struct OfferedStopTests {
  private func options(_ program: Program, _ arguments: String..., answers: String = "") throws -> [[String]] {
    let outcome = try program.run(["new", "--ndjson", "--now", Program.now] + arguments, input: Data(answers.utf8))
    return outcome.output.split(separator: "\n").compactMap { line in
      let event = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
      guard event?["event"] as? String == "ask" else { return nil }
      return (event?["options"] as? [[String: Any]])?.compactMap { $0["label"] as? String }
    }
  }

  @Test("are those of the rider's past first, at the end of the ride those of trips from its beginning")
  func history() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.setReminder("from pregarten to hagenberg softwarepark 300 metres before")
    _ = try program.setReminder("from linz hauptplatz to gallneukirchen marktplatz 300 metres before")
    let asked = try options(program, answers: "{\"text\": \"pregarten\"}\n")
    #expect(Set(asked[0].prefix(2)) == ["Pregarten", "Linz Hauptplatz"])
    #expect(asked[1].first == "Hagenberg Softwarepark")
    let reachable = try options(Program(), answers: "{\"text\": \"pregarten\"}\n")
    #expect(Set(asked[1]).isSubset(of: Set(reachable[1] + asked[1])))
  }

  @Test("begin with the nearest one where the position is told")
  func nearest() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.setReminder("from linz hauptplatz to hagenberg 300 metres before")
    let stop = try program.run("places", "set", "there", "pregarten", "--json").object?["stop"] as? [String: Any]
    let here = "\(try #require(stop?["lat"] as? Double)),\(try #require(stop?["lon"] as? Double))"
    let asked = try options(program, "--near", here)
    #expect(asked[0].prefix(2) == ["there (Pregarten)", "Linz Hauptplatz"])
    #expect(try program.run("new", "--near", "north").status == 64)
  }
}
