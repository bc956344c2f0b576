import Foundation
import Testing

@Suite("alight preferences")
struct PreferencesCommandTests {
  @Test("are what the next dialogue starts from")
  func used() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run("preferences", "set", "mode", "by stops").status == 0)
    #expect(try program.run("preferences", "set", "interval.stations", "three stops").status == 0)
    #expect(try program.run("preferences", "set", "alarm", "off").status == 0)
    #expect(try program.run("preferences", "get", "interval.stations").output == "stops:3\n")
    let outcome = try program.run("--json", "--now", Program.now, lines: "linz hbf", "hagenberg", "", "", "yes")
    #expect(outcome.object?["mode"] as? String == "stations", "\(outcome.talk)")
    #expect((outcome.object?["interval"] as? [String: Any])?["value"] as? Double == 3)
    let levels = try #require(outcome.object?["levels"] as? [[String: Any]])
    #expect(levels.last?["channels"] as? [String] == ["notification"])
  }

  @Test("decide the language of the dialogue before the locale does")
  func language() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run("preferences", "set", "language", "de").status == 0)
    let german = try program.run("--now", Program.now, lines: "linz hbf").talk
    #expect(german.contains("Von Linz Hauptbahnhof") || german.contains("Ab Linz Hauptbahnhof"), "\(german)")
    #expect(try program.run("--lang", "en", "--now", Program.now, lines: "linz hbf").talk.contains("From Linz"))
  }

  @Test("decide the language of all that is told of reminders")
  func languageEverywhere() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    #expect(try program.run("preferences", "set", "language", "de").status == 0)
    for command in [
      ["reminders", "list"], ["reminders", "show", id], ["reminders", "export", id, "--format", "ics"],
      ["reminders", "export", id, "--format", "gpx"], ["simulate", id],
    ] {
      let own = try program.run(command)
      let named = try program.run(command + ["--lang", "de"])
      #expect(own.output == named.output, "\(command)")
      #expect(own.output != (try program.run(command + ["--lang", "en"])).output, "\(command)")
    }
  }

  @Test("stand for --accessible in every command, and before the variable")
  func accessible() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    let drawn = try program.run("reminders", "show", id).output
    let sentences = try program.run("reminders", "show", id, "--accessible").output
    #expect(drawn != sentences)
    #expect(try program.run("preferences", "set", "accessible", "on").status == 0)
    #expect(try program.run("reminders", "show", id).output == sentences)
    #expect(
      try program.run("reminders", "show", id, "--database", program.database.path).output == sentences)
    let hint = try program.run("--now", Program.now, lines: "linz hbf").talk
    #expect(hint.contains("Enter a number between 1 and"))
    #expect(try program.run("preferences", "set", "accessible", "off").status == 0)
    program.environment["ACCESSIBLE"] = "1"
    #expect(try program.run("reminders", "show", id).output == drawn)
    #expect(try program.run("reminders", "show", id, "--accessible").output == sentences)
    #expect(try program.run("preferences", "unset", "accessible").status == 0)
    #expect(try program.run("reminders", "show", id).output == sentences)
  }

  @Test("are listed, and taken back one by one")
  func listed() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run("preferences", "set", "position-source", "gpsd").status == 0)
    #expect(try program.run("preferences", "set", "accessible", "on").status == 0)
    let list = try program.run("preferences", "--json")
    #expect(list.object?["schema"] as? String == "alight.preferences/1")
    let values = list.object?["values"] as? [String: String]
    #expect(values == ["position-source": "gpsd", "accessible": "on", "vibration": "on", "alarm": "on"])
    #expect(try program.run("preferences", "unset", "position-source").status == 0)
    #expect(try program.run("preferences", "get", "position-source").output == "\n")
    #expect(try program.run("preferences").output.contains("accessible"))
  }

  @Test(
    "refuse what cannot be",
    arguments: [
      ["interval.time", "3 hours"], ["interval.time", "two stops"], ["interval.stations", "0 stops"],
      ["alarm", "loud"], ["position-source", "the stars"], ["language", "tlh"], ["language", "../en"],
      ["colour", "red"],
    ])
  func refused(words: [String]) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["preferences", "set"] + words)
    #expect(outcome.status == 64, "\(words): \(outcome.talk)")
    #expect(
      try program.run("preferences", "--json").object?["values"] as? [String: String] == [
        "vibration": "on", "alarm": "on",
      ])
  }
}

@Suite("alight places and alight forget")
struct PlacesCommandTests {
  @Test("a place is set, listed and removed")
  func life() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let set = try program.run("places", "set", "Home", "linz hbf", "--json")
    #expect((set.object?["stop"] as? [String: Any])?["name"] as? String == "Linz Hauptbahnhof", "\(set.talk)")
    #expect(try program.run("places").output == "Home  Linz Hauptbahnhof\n")
    #expect(try program.run("places", "set", "home", "hagenberg").status == 0)
    #expect(try program.run("places", "list").output == "home  Hagenberg\n")
    #expect(try program.run("places", "remove", "HOME").status == 0)
    #expect(try program.run("places", "remove", "home").status == 66)
  }

  @Test("a name that the dialogue needs, and a stop that is not clear, are refused")
  func refused() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run("places", "set", "back", "linz hbf").status == 64)
    #expect(try program.run("places", "set", "", "linz hbf").status == 64)
    #expect(try program.run("places", "set", "2", "linz hbf").status == 64)
    let unclear = try program.run("places", "set", "work", "linz")
    #expect(unclear.status == 75)
    #expect(unclear.talk.contains("Linz Hauptbahnhof"))
    #expect(try program.run("places").output.isEmpty)
  }

  @Test("forgetting needs a yes, and takes the last values with it")
  func forget() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.setReminder()
    #expect(try program.run("forget").status == 75)
    #expect(try program.run("preferences", "get", "mode").output == "stations\n")
    let forgotten = try program.run("forget", "--yes", "--json")
    #expect(forgotten.object?["defaults"] as? Bool == true)
    #expect(try program.run("preferences", "get", "mode").output == "\n")
    #expect(try program.run("forget", "--name", "nothing").status == 66)
  }
}
