import Foundation
import Journey
import Testing

/// Reminders of places and trips, in recordings as a front hands them over.
@Suite(
  "Places and trips said aloud", .enabled(if: SpokenText.canBeHeard, "pocketsphinx-en-us or espeak-ng is not installed")
)
struct SpokenPlacesTests {
  private let program: Program

  init() throws {
    program = try Program()
    for (name, place) in [
      ("home", "linz hbf"), ("office", "hagenberg"), ("market", "gallneukirchen"), ("cabin", "katsdorf"),
    ] {
      _ = try program.run("places", "add", name, place)
    }
    let file = program.folder.appending(path: "parks.csv")
    let rows = (1...19).map { "car park \($0),\(48.30 + Double($0) / 500),14.29,100" }
    try Data((["name,lat,lon,radius"] + rows).joined(separator: "\n").utf8).write(to: file)
    _ = try program.run("places", "import", file.path, "--list", "parking")
  }

  /// Holds the dialogue by recordings, one answer each.
  private func say(_ answers: String...) throws -> Reminder? {
    var lines: [String] = []
    for (number, text) in answers.enumerated() {
      lines.append("{\"audio\": \"\(try SpokenText(text).write(to: program.folder, as: "answer\(number)").path)\"}")
    }
    let held = try program.run(
      ["new", "--ndjson", "--now", Program.now], input: Data(lines.map { $0 + "\n" }.joined().utf8))
    let stored = try program.run("reminders", "list", "--json", "--now", Program.now)
    guard let record = stored.objects.first else {
      Issue.record("\(held.output.suffix(2000))")
      return nil
    }
    return try RecordCoding.decoder().decode(Reminder.self, from: JSONSerialization.data(withJSONObject: record))
  }

  @Test("a reminder on arrival at any of a list of places")
  func arriving() throws {
    defer { program.cleanUp() }
    let reminder = try #require(try say("anywhere", "parking", "on arrival", "yes"))
    #expect(reminder.visit?.event == .arriving && reminder.visit?.places.count == 19)
  }

  @Test("an alarm by the clock that comes only while the rider is there")
  func guarded() throws {
    defer { program.cleanUp() }
    let reminder = try #require(try say("anywhere", "to the cabin", "at seven thirty if i am there", "yes"))
    #expect(reminder.visit?.event == .clockThere && reminder.visit?.places.map(\.name) == ["Katsdorf"])
  }

  @Test("a trip of four stops with stays between them")
  func trip() throws {
    defer { program.cleanUp() }
    _ = try say(
      "from home", "to the market", "after forty minutes to office", "after two hours to cabin", "by time",
      "five minutes", "yes")
    let listed = try program.run("trip", "list", "--json")
    let rows = try #require(listed.object?["rows"] as? [[String: Any]], "\(listed.output)\(listed.talk)")
    let names = rows.compactMap { ($0["place"] as? [String: Any])?["name"] as? String }
    #expect(names == ["Linz Hauptbahnhof", "Gallneukirchen Marktplatz", "Hagenberg", "Katsdorf"], "\(names)")
    #expect(rows.map { $0["seconds"] as? Double ?? 0 } == [0, 2400, 7200, 0])
  }
}
