import Foundation
import Journey
import Testing

@Suite("Importing reminders")
struct ReminderImportTests {
  /// A record that the program itself made.
  private func made(_ program: Program, _ answer: String = "from linz hbf to hagenberg two stops before") throws
    -> String
  {
    let made = try program.run("--json", "--now", Program.now, lines: answer, "yes")
    #expect(made.status == 0, "\(made.talk)")
    return made.output
  }

  private func changed(_ record: String, _ change: (inout [String: Any]) -> Void) throws -> Data {
    var object = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
    change(&object)
    return try JSONSerialization.data(withJSONObject: object)
  }

  private func outcomes(_ text: String) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (object?["records"] as? [[String: Any]] ?? []).compactMap { $0["outcome"] as? String }
  }

  @Test("brings to another machine what was exported, by JSON and by calendar alike", arguments: ["json", "ics"])
  func otherMachine(format: String) throws {
    let (one, other) = (try Program(), try Program())
    defer {
      one.cleanUp()
      other.cleanUp()
    }
    _ = try made(one)
    _ = try made(one, "from linz hbf to pregarten five minutes before")
    let exported = try one.run("reminders", "export", "--all", "--format", format)
    let file = other.folder.appending(path: "theirs")
    try Data(exported.output.utf8).write(to: file)
    #expect(try outcomes(other.run("reminders", "import", file.path, "--json").output) == ["added", "added"])
    #expect(try outcomes(other.run("reminders", "import", file.path, "--json").output) == ["unchanged", "unchanged"])
    #expect(
      try other.run("reminders", "export", "--all").output == one.run("reminders", "export", "--all").output)
  }

  @Test("takes a newer revision, and never an older one or another of the same number")
  func revisions() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let first = try made(program)
    let third = try changed(first) { record in
      record["revision"] = 3
      record["status"] = "off"
    }
    let import_ = ["reminders", "import", "-", "--json"]
    #expect(try outcomes(program.run(import_, input: third).output) == ["updated"])
    let older = try program.run(import_, input: Data(first.utf8))
    #expect(try older.status == 0 && outcomes(older.output) == ["older"])
    let other = try changed(first) { record in
      record["revision"] = 3
      record["status"] = "done"
    }
    #expect(try outcomes(program.run(import_, input: other).output) == ["different"])
    let now = try program.run("reminders", "--all", "--json")
    #expect(now.object?["revision"] as? Int == 3 && now.object?["status"] as? String == "off")
  }

  @Test("does not bring back what was deleted since")
  func deleted() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let record = try made(program)
    let id = try Reminder(record: Data(record.utf8)).id.uuidString
    _ = try program.run("reminders", "delete", id, "--yes")
    let outcome = try program.run(["reminders", "import", "-"], input: Data(record.utf8))
    #expect(outcome.status == 0 && outcome.output.contains("deleted here after"))
    #expect(try program.run("reminders", "--all", "--json").output.isEmpty)
  }

  @Test("keeps fields that Alight does not know, also when the reminder is switched off later")
  func unknownFields() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let record = try Program.withNothingSet { try made($0) }
    let theirs = #"{"theirs":{"n":12345678901234567890.50,"list":[1,null]},"#
    #expect(try program.run(["reminders", "import", "-"], input: Data((theirs + record.dropFirst()).utf8)).status == 0)
    let id = try Reminder(record: Data(record.utf8)).id.uuidString
    _ = try program.run("reminders", "off", id)
    let exported = try program.run("reminders", "export", id)
    #expect(exported.output.contains(String(theirs.dropFirst())))
    #expect(exported.output.contains("\"status\":\"off\""))
  }

  @Test("rehearses without storing anything")
  func dryRun() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let record = try Program.withNothingSet { try made($0) }
    // The second revision of the same file would replace the first.
    let newer = try changed(record) { $0["revision"] = 2 }
    let outcome = try program.run(
      ["reminders", "import", "-", "--dry-run", "--json"], input: Data(record.utf8) + newer)
    #expect(try outcomes(outcome.output) == ["added", "updated"])
    #expect(try program.run("reminders", "--all", "--json").output.isEmpty)
  }

  @Test("takes all of a file or nothing")
  func allOrNothing() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let record = try Program.withNothingSet { try made($0) }
    let broken = try changed(record) { record in
      record["id"] = UUID().uuidString
      record["mode"] = "smell"
    }
    let outcome = try program.run(["reminders", "import", "-"], input: Data(record.utf8) + broken)
    #expect(outcome.status == 65)
    #expect(outcome.talk.contains("record 2") && outcome.talk.contains("mode"))
    #expect(try program.run("reminders", "--all", "--json").output.isEmpty)
  }

  @Test(
    "refuses what it cannot use with a sentence",
    arguments: [
      ("", "is empty"), (" \n\t", "is empty"), ("{", "in the middle"), ("[]", "no record"), ("{}", "is missing"),
      ("[{}] {}", "at line 1"), ("hello", "neither JSON nor a calendar"), ("null", "neither"),
      ("<?xml version=\"1.0\"?><gpx/>", "GPX"), ("{\"id\":1e999}", "cannot be used"),
      ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "in the middle"), ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "no event"),
      ("BEGIN:VCALENDAR\r\nEND:VEVENT\r\n", "line 2"), ("BEGIN:VCALENDAR\r\nwhat\r\nEND:VCALENDAR\r\n", "line 2"),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Dinner\nEND:VEVENT\nEND:VCALENDAR\n", "\"Dinner\""),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nX-ALIGHT-RECORD:e30=\nEND:VEVENT\nEND:VCALENDAR\n", "is missing"),
    ])
  func refused(text: String, word: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["reminders", "import", "-"], input: Data(text.utf8))
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.talk.contains(word), "\(outcome.talk)")
  }

  @Test("refuses other encodings, and files that are not there or cannot be read")
  func unreadable() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let utf16 = try #require("{\"schema\": 1}".data(using: .utf16))
    let encoded = try program.run(["reminders", "import", "-"], input: utf16)
    #expect(encoded.status == 65 && encoded.talk.contains("UTF-8"))
    #expect(try program.run("reminders", "import", program.folder.path + "/none").status == 66)
    #expect(try program.run("reminders", "import", program.folder.path).status == 66)
    let zeroes = try program.run("reminders", "import", "/dev/zero", "--json")
    #expect(zeroes.status == 65 && zeroes.talk.contains("larger than 64 MB"))
    #expect(zeroes.object?["status"] as? Int == 65)
  }

  @Test("tells that the database cannot be used, and changes nothing")
  func noDatabase() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let record = try Program.withNothingSet { try made($0) }
    let file = program.folder.appending(path: "no.sqlite")
    try Data("this is none".utf8).write(to: file)
    let outcome = try program.run(["reminders", "import", "-", "--database", file.path], input: Data(record.utf8))
    #expect(outcome.status == 74)
    #expect(try String(contentsOf: file, encoding: .utf8) == "this is none")
  }

  @Test("reads a calendar as a mail program or an editor may have rewritten it")
  func rewritten() throws {
    let (one, other) = (try Program(), try Program())
    defer {
      one.cleanUp()
      other.cleanUp()
    }
    let id = try Reminder(record: Data(try made(one).utf8)).id
    let calendar = try one.run("reminders", "export", id.uuidString, "--format", "ics").output
    // Without carriage returns, folded elsewhere by a tab, with a byte-order mark and another event before it.
    let unfolded = calendar.replacingOccurrences(of: "\r\n ", with: "").replacingOccurrences(of: "\r\n", with: "\n")
    let theirs = "BEGIN:VEVENT\nSUMMARY;X-A=\"b:c\":Dinner\nEND:VEVENT\n"
    let rewritten =
      "\u{FEFF}"
      + unfolded.replacingOccurrences(of: "BEGIN:VEVENT\nUID", with: theirs + "begin:vevent\nUID")
      .replacingOccurrences(of: "X-ALIGHT-RECORD;ENCODING", with: "x-alight-record;ENC\n\tODING")
    let outcome = try other.run(["reminders", "import", "-", "--json"], input: Data(rewritten.utf8))
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(try outcomes(outcome.output) == ["added"])
    #expect(outcome.talk.contains("1 events that Alight did not make"))
  }
}
