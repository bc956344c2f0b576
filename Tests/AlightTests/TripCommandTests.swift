import Foundation
import Journey
import Testing

@Suite("Trips of several stops at the terminal")
struct TripCommandTests {
  private var program: Program

  init() throws {
    program = try Program()
    let folder = program.folder.appending(path: "runtime")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    program.environment["XDG_RUNTIME_DIR"] = folder.path
  }

  private func trip(_ arguments: String..., now: String = Program.now) throws -> Program.Outcome {
    try program.run(["trip"] + arguments + ["--now", now])
  }

  /// Linz, forty minutes at Gallneukirchen, two hours at Hagenberg, and back.
  private func plan() throws {
    #expect(try trip("new", "errands", "linz hbf", "--start", "13:00").status == 0)
    #expect(try trip("add", "errands", "gallneukirchen", "--stay", "40m").status == 0)
    #expect(try trip("add", "errands", "hagenberg", "--stay", "two hours", "--by", "15:00").status == 0)
    #expect(try trip("add", "errands", "linz hbf").status == 0)
  }

  private func leaves(_ outcome: Program.Outcome) throws -> [String] {
    let rows = try #require(outcome.object?["rows"] as? [[String: Any]], "\(outcome.talk)")
    return rows.map { $0["leaves"] as? String ?? "-" }
  }

  @Test("is planned stop by stop, with arrival and departure at each and the total below")
  func planned() throws {
    defer { program.cleanUp() }
    try plan()
    let shown = try trip("show", "ERRANDS", "--alternatives").output
    #expect(shown.contains("2   Gallneukirchen Marktplatz, 13:28 to 14:28, stay 40 minutes"), "\(shown)")
    #expect(shown.contains("line 1, 14:28 from Gallneukirchen Marktplatz, 14:57 at Hagenberg"))
    #expect(shown.contains("the stay begins at 15:00"))
    #expect(shown.contains("later: 17:06–17:57, 17:15–18:12"), "\(shown)")
    #expect(shown.contains("In all 4 hours 41 minutes, from 13:00 to 17:41."))
    #expect(try trip("list").output.contains("errands") && program.run("reminders", "list").output.contains("Trips"))
    let german = try trip("show", "errands", "--lang", "de").output
    #expect(german.contains("Insgesamt 4 Stunden 41 Minuten, von 13:00 bis 17:41."))
  }

  @Test("another connection at one stop moves all that comes later, and what cannot be met says what would fit")
  func chosen() throws {
    defer { program.cleanUp() }
    try plan()
    let late = try trip("choose", "errands", "2", "14:57")
    #expect(late.output.contains("3!  Hagenberg, 15:12 to 17:15"), "\(late.output)\(late.talk)")
    #expect(late.output.contains("You come there after 15:00, which is too late."))
    #expect(late.output.contains("It would fit if you left Gallneukirchen Marktplatz at 14:28"))
    #expect(try trip("set", "errands").status == 75)
    #expect(try trip("choose", "errands", "2", "none").output.contains("14:57 to 17:00"))
    #expect(try trip("choose", "errands", "2", "03:00").status == 66)
  }

  @Test("set, it tells when to leave, what to get on and where to get off; its records are valid")
  func isSet() throws {
    defer { program.cleanUp() }
    try plan()
    let set = try trip("set", "errands")
    #expect(set.status == 0 && set.talk.contains("Reminders set: 9, the first at 12:55"), "\(set.talk)")
    let records = try program.run("reminders", "list", "--json", "--now", Program.now).output
      .split(separator: "\n").map(String.init)
    #expect(records.count == 9)
    for record in records {
      let version = record.contains("\"alight.reminder/2\"") ? "alight.reminder-2" : "alight.reminder-1"
      #expect(try RecordSchema(named: version).problems(with: record) == [])
    }
    let listed = try program.run("reminders", "list", "--now", Program.now).output
    // As far as the vehicle goes, and not as far as the rider does.
    #expect(listed.contains("at 16:59  line 1 to Pregarten Bahnhof goes at 17:00"), "\(listed)")
    #expect(listed.contains("at 12:55  leave for Gallneukirchen Marktplatz, line 1 goes at 13:00"))
    #expect(try trip("unset", "errands").status == 0)
    #expect(try program.run("reminders", "list", "--json", "--now", Program.now).output.isEmpty)
  }

  @Test("the runner says when it is time to leave and what to get on, wherever the rider is")
  func told() throws {
    defer { program.cleanUp() }
    try plan()
    #expect(try trip("set", "errands").status == 0)
    let followed = try program.run(
      "run", "--now", "2026-12-01T12:54:30+01:00", "--speed", "500x", "--once", "--json")
    let texts = followed.objects.compactMap { $0["text"] as? String }
    #expect(
      texts.prefix(2) == [
        "It is 12:55: leave for Gallneukirchen Marktplatz, line 1 goes at 13:00 from Linz Hauptbahnhof.",
        "It is 12:59: line 1 to Gallneukirchen Marktplatz goes at 13:00 from platform A.",
      ], "\(followed.output)\(followed.talk)")
  }

  @Test("a missed connection offers the next one, and one yes moves trip and reminders")
  func missed() throws {
    defer { program.cleanUp() }
    try plan()
    let later = "2026-12-01T14:40:00+01:00"
    #expect(try trip("next", "errands").status == 65, "nothing has left yet")
    #expect(try trip("set", "errands").status == 0)
    let asked = try trip("next", "errands", now: later)
    #expect(asked.status == 75 && asked.talk.contains("Hagenberg, 15:12 to 17:15"), "\(asked.talk)")
    #expect(try leaves(try trip("show", "errands", "--json", now: later))[1] == "2026-12-01T13:28:00Z")
    #expect(try trip("next", "errands", "--yes", now: later).status == 0)
    let listed = try program.run("reminders", "list", "--now", later).output
    #expect(listed.contains("at 14:52  leave for Hagenberg, line 4 goes at 14:57"), "\(listed)")
    #expect(!listed.contains("14:23"))
  }

  @Test("one skipped and one added on the way are reached from where the rider is, and not by what has left")
  func onTheWay() throws {
    defer { program.cleanUp() }
    try plan()
    let there = "2026-12-01T14:20:00+01:00"
    #expect(try trip("set", "errands").status == 0)
    // The stay is over at 14:08, and what goes to Linz before twenty past has left.
    let skipped = try trip("skip", "errands", "3", "--json", now: there)
    let way = try leaves(skipped)[1]
    #expect(way >= "2026-12-01T13:20:00Z", "\(way)")
    let added = try trip("add", "errands", "hagenberg", "--stay", "30m", "--at", "3", now: there)
    #expect(added.talk.contains("errands was set, and its reminders have moved with it"), "\(added.talk)")
    // Between two stops nobody can turn the bus round.
    let riding = "2026-12-01T14:45:00+01:00"
    let refused = try trip("skip", "errands", "3", now: riding)
    #expect(refused.status == 64 && refused.talk.contains("you are on the way to stop 3, Hagenberg"), "\(refused.talk)")
  }

  @Test("is put in order, and what no order reaches is said")
  func ordered() throws {
    defer { program.cleanUp() }
    #expect(try trip("new", "round", "linz hbf", "--start", "09:00").status == 0)
    for place in ["hagenberg", "gallneukirchen", "pregarten"] {
      #expect(try trip("add", "round", place, "--stay", "30m").status == 0)
    }
    let before = try #require(try trip("show", "round", "--json").object?["seconds"] as? Double)
    let after = try #require(try trip("order", "round", "--json").object?["seconds"] as? Double)
    #expect(after < before, "\(before) to \(after)")
    #expect(try trip("add", "round", "48.9,14.1").output.contains("not reached"))
    let none = try trip("order", "round")
    #expect(none.status == 65 && none.talk.contains("no order of the stops"), "\(none.talk)")
    let refused = try trip("set", "round")
    #expect(refused.status == 65 && refused.talk.contains("stop 5, 48.90000, 14.10000, is not reached"))
  }

  @Test("what cannot be is refused with what can, and nothing is lost")
  func refused() throws {
    defer { program.cleanUp() }
    try plan()
    let before = try trip("show", "errands", "--json").output
    #expect(try RecordSchema(named: "alight.itinerary-1").problems(with: before) == [])
    let refusals: [(arguments: [String], status: Int32, words: String)] = [
      (["stay", "errands", "9", "1h"], 64, "the trip has stops 1 to 4"),
      (["stay", "errands", "2", "30h"], 64, "stay for a day at most"),
      (["stay", "errands", "2", "whenever"], 64, "say it like 40m"),
      (["stay", "errands", "2", "--hours", "lunch"], 64, "write them like"),
      (["add", "errands", "linz hbf"], 64, "is where the trip is already"),
      (["add", "errands", "qqqq"], 75, "nothing like it is known"),
      (["add", "errands", "95.0,14.0"], 64, "95.0,14.0"),
      (["new", "errands", "hagenberg"], 64, "a trip is called errands already"),
      (["show", "shopping"], 66, "no trip is called shopping"),
      (["start", "errands", "--interval", "900 minutes"], 64, "give 1 minute to"),
    ]
    for (arguments, status, words) in refusals {
      let outcome = try program.run(["trip"] + arguments + ["--now", Program.now])
      #expect(outcome.status == status && outcome.talk.contains(words), "\(outcome.status) \(outcome.talk)")
      #expect(try trip("show", "errands", "--json").output == before)
    }
  }

  @Test("what was changed of one of its reminders stays so when its ride moves, until the whole trip is to warn anew")
  func edited() throws {
    defer { program.cleanUp() }
    try plan()
    #expect(try trip("set", "errands").status == 0)
    func ride() throws -> Reminder {
      let records = try program.run("reminders", "list", "--json", "--now", Program.now).output.split(separator: "\n")
      let reminders = try records.map { try RecordCoding.decoder().decode(Reminder.self, from: Data($0.utf8)) }
      return try #require(reminders.first { $0.origin != nil && $0.destination.name == "Hagenberg" })
    }
    let first = try ride()
    let edit = try program.run(
      "reminders", "edit", first.id.uuidString, "--interval", "2 stops", "--mode", "stations", "--no-alarm", "--now",
      Program.now)
    #expect(edit.status == 0, "\(edit.talk)")
    #expect(try trip("choose", "errands", "2", "14:57").status == 0)
    let moved = try ride()
    #expect(moved.anchor.departure != first.anchor.departure && moved.interval == .stops(2) && moved.mode == .stations)
    #expect(!moved.alerts(by: .alarm) && moved.alerts(by: .vibration))
    #expect(try trip("start", "errands", "--speech", "--volume", "60%").status == 0)
    let spoken = try ride()
    #expect(spoken.mode == .time && spoken.alerts(by: .speech) && spoken.volume == 0.6 && spoken.alerts(by: .alarm))
  }

  @Test("what was switched off of one of two like rides stays off, and the other one on")
  func twins() throws {
    defer { program.cleanUp() }
    #expect(try trip("new", "round", "linz hbf", "--start", "13:00").status == 0)
    for place in ["hagenberg", "linz hbf", "hagenberg"] {
      #expect(try trip("add", "round", place, "--stay", "30m").status == 0)
    }
    #expect(try trip("set", "round").status == 0)
    func rides() throws -> [Reminder] {
      let records = try program.run("reminders", "list", "--all", "--json", "--now", Program.now).output
      return try records.split(separator: "\n").map {
        try RecordCoding.decoder().decode(Reminder.self, from: Data($0.utf8))
      }.filter { $0.origin != nil && $0.destination.name == "Hagenberg" }
        .sorted { ($0.anchor.departure ?? .distantPast) < ($1.anchor.departure ?? .distantPast) }
    }
    let first = try #require(try rides().first)
    #expect(try program.run("reminders", "off", first.id.uuidString).status == 0)
    #expect(try trip("stay", "round", "3", "90m").status == 0)
    #expect(try rides().map(\.status) == [.off, .on])
    #expect(try trip("start", "round", "13:30").status == 0)
    #expect(try rides().map(\.status) == [.off, .on])
  }

  @Test("fifty stops are the most, and the card of a trip keeps home to itself")
  func cardAndLimit() throws {
    defer { program.cleanUp() }
    #expect(try program.run("places", "add", "home", "linz hbf").status == 0)
    #expect(try trip("new", "day", "home", "--start", "13:00").status == 0)
    #expect(try trip("add", "day", "hagenberg", "--stay", "1h").status == 0)
    #expect(try trip("add", "day", "home").status == 0)
    let card = try trip("card", "day").output
    #expect(card.contains("Hagenberg") && !card.contains("Linz"), "\(card)")
    #expect(try trip("card", "day", "--with-places").output.contains("Linz Hauptbahnhof"))
    let picture = try trip("card", "day", "--svg").output
    #expect(picture.contains("<svg") && !picture.contains("Linz"))
    #expect(try trip("delete", "day").status == 75)
    #expect(try trip("delete", "day", "--yes").status == 0)
  }
}
