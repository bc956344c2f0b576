import Foundation
import Testing

@Suite("Values of options that are out of all range")
struct OptionRangeTests {
  private static let numbers = ["0", "-1", "nan", "1e19", "1e-320", "9223372036854775807"]
  private static let instants = [
    "292277026596-12-04T15:30:08Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1e19",
  ]
  private static let days = ["292277026596-12-04", "0001-01-01", "9999-12-31", "2026-02-30"]

  /// What is asked, the option, values that it may not have, and what the answer names.
  private static let refused: [(words: [String], option: String, values: [String], range: String)] = [
    (["run", "--once", "--position", "none"], "--speed", numbers + ["1e19x", "1e-320x"], "0.01x to 1000000x"),
    (["simulate", "x"], "--speed", numbers, "0.01x to 1000000x"),
    (["simulate", "x"], "--delay", ["0s", "-1m", "nans", "infh", "1e19s", "1e-320h"], "1s to 3h"),
    (["simulate", "x"], "--noise", ["-1m", "nanm", "1e19m"], "0m to 500m"),
    (["simulate", "x"], "--lose", ["-1%", "nan%", "1e19%"], "0% to 100%"),
    (["simulate", "x"], "--seed", ["-1", "nan", "1e19", "18446744073709551616"], "--seed"),
    (["stops", "search", "linz"], "--limit", numbers, "--limit"),
    (["stops", "near", "48.29,14.29"], "--limit", numbers, "--limit"),
    (["stops", "near", "48.29,14.29"], "--within", ["0", "-1", "nan", "inf", "1e19"], "1 to 100000 metres"),
    (["stops", "departures", "linz hbf"], "--limit", numbers, "--limit"),
    (["stops", "departures", "linz hbf"], "--at", instants, "1970 to 2199"),
    (["stops", "departures", "linz hbf"], "--date", days, "1970 to 2199"),
    (["rides", "linz hbf", "hagenberg"], "--limit", numbers, "--limit"),
    (["rides", "linz hbf", "hagenberg"], "--depart", instants, "1970 to 2199"),
    (["rides", "linz hbf", "hagenberg"], "--arrive", instants, "1970 to 2199"),
    (["rides", "linz hbf", "hagenberg"], "--now", instants, "1970 to 2199"),
    (["rides", "linz hbf", "hagenberg", "--depart", "8:00"], "--date", days, "1970 to 2199"),
    (["new"], "--now", instants, "1970 to 2199"), (["new"], "--volume", numbers, "1% to 100%"),
    (["new"], "--near", ["nan,nan", "91,0", "0,181", "inf,0", "1e19,1e19"], "-90 to 90"),
    (["new", "--voice"], "--timeout", ["0", "-1", "nan", "inf", "1e19"], "1 to 600"),
    (["sessions", "list"], "--limit", numbers, "--limit"),
    (["sessions", "forget"], "--before", instants + days, "1970 to 2199"),
    (["transcribe", "x.wav", "--question", "mode"], "--jobs", numbers, "--jobs"),
    (["transcribe", "x.wav", "--question", "mode"], "--nbest", numbers, "--nbest"),
    (["test", "x"], "--jobs", numbers, "--jobs"), (["test", "x"], "--fuzz", numbers, "--fuzz"),
    (["test", "x"], "--min-accuracy", ["-1", "nan", "inf", "1e19", "101%"], "0% to 100%"),
    (
      ["voice", "grammar", "--question", "mode"], "--sample", ["-1", "nan", "1e19", "9223372036854775807"], "--sample"
    ),
    (["voice", "record", "--list"], "--prompts", numbers, "--prompts"),
    (["alert", "log"], "--day", ["292277026596-12-04", "-1"], "YYYY-MM-DD"),
  ]

  @Test("are refused with the range, and none ends the program by a trap")
  func refusals() throws {
    let program = try Program()
    defer { program.cleanUp() }
    for question in Self.refused {
      for value in question.values {
        let outcome = try program.run(question.words + ["\(question.option)=\(value)"])
        let words = Comment(rawValue: "\(question.words) \(question.option)=\(value): \(outcome.talk)")
        #expect(outcome.status == 64, words)
        #expect(outcome.talk.contains(question.range), words)
      }
    }
  }

  @Test("at both ends of a range nothing breaks")
  func ends() throws {
    let program = try Program()
    defer { program.cleanUp() }
    for words in [
      ["rides", "linz hbf", "hagenberg", "--depart", "2199-12-31T23:59:59Z"],
      ["rides", "linz hbf", "hagenberg", "--arrive", "1970-01-01T00:00:00Z"],
      ["stops", "departures", "linz hbf", "--at", "2199-12-31T23:59:59Z"],
      ["stops", "search", "linz", "--limit", "10000"], ["stops", "near", "90,180", "--within", "100000"],
      ["reminders", "list", "--now", "2199-12-31T23:59:59Z"],
      ["run", "--once", "--position", "none", "--speed", "1e6"],
    ] {
      let outcome = try program.run(words)
      #expect([0, 66].contains(outcome.status), "\(words): \(outcome.talk)")
    }
  }

  @Test("of a reminder are refused, and it stays as it was")
  func reminder() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    let id = try #require(made.object?["id"] as? String, "\(made.talk)")
    let before = try program.run("reminders", "show", id, "--json").output
    let questions: [(option: String, values: [String])] = [
      ("--volume", Self.numbers), ("--until", Self.days), ("--depart", Self.instants), ("--arrive", Self.instants),
      ("--only-within", ["nan,nan,5m", "48,14,infm", "48,14,1e19m", "48,14,1e-320km", "91,0,50m", "48,14,9m"]),
      ("--interval", ["0 minutes", "1e19 minutes", "9223372036854775807 minutes"]),
    ]
    for question in questions {
      for value in question.values {
        let outcome = try program.run(["reminders", "edit", id, "--now", Program.now, "\(question.option)=\(value)"])
        #expect(
          [64, 65, 75].contains(outcome.status), "\(question.option)=\(value): \(outcome.status) \(outcome.talk)")
      }
    }
    for value in Self.days + Self.instants {
      let outcome = try program.run(["reminders", "pause", id, "--now", Program.now, "--until=\(value)"])
      #expect(outcome.status == 64, "--until=\(value): \(outcome.talk)")
    }
    #expect(try program.run("reminders", "show", id, "--json").output == before)
  }
}
