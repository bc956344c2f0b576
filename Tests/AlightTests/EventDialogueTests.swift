import Foundation
import Testing

@Suite("alight new --ndjson, for other front ends")
struct EventDialogueTests {
  private func events(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try outcome.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test("puts one event for each answer, with all that was said before it, and ends with the record")
  func conversation() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "new", "--ndjson", "--now", Program.now,
      lines: #"{"text": "linz hbf"}"#, #"{"text": "goethekreuzung hagenberg"}"#, #"{"text": "yes"}"#,
      #"{"text": "by stops"}"#,
      #"{"text": "two stops"}"#, #"{"text": "cancel"}"#, #"{"text": "no"}"#, #"{"text": "yes"}"#)
    #expect(outcome.status == 0, "\(outcome.talk)")
    let events = try events(outcome)
    #expect(
      events.map { $0["event"] as? String } == [
        "ask", "ask", "confirm", "ask", "ask", "readback", "confirm", "readback", "saved",
      ])
    #expect(
      events.map { $0["slot"] as? String } == ["from", "to", "ends", "mode", "interval", nil, "cancel", nil, nil])
    let options = try #require(events[0]["options"] as? [[String: Any]])
    #expect(options.map { $0["number"] as? Int } == [1, 2, 3])
    #expect(options[0]["label"] as? String == "Linz Hauptbahnhof")
    let said = try #require(events[1]["said"] as? [[String: String]])
    #expect(said.contains { $0["text"]?.contains("Linz Hauptbahnhof") == true })
    let draft = try #require(events[5]["draft"] as? [String: Any])
    #expect((draft["to"] as? [String: String])?["name"] == "Hagenberg")
    #expect(draft["interval"] as? String == "stops:2")
    let record = try #require(events[8]["record"] as? [String: Any])
    #expect((record["origin"] as? [String: Any])?["name"] as? String == "Linz Goethekreuzung")
    let data = try JSONSerialization.data(withJSONObject: record)
    #expect(try RecordSchema().problems(with: String(decoding: data, as: UTF8.self)).isEmpty)
  }

  @Test("every event is as its schema describes it, and takes an option by its value")
  func schema() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let first = try events(try program.run("new", "--ndjson", "--now", Program.now, lines: #"{"text": "keep"}"#))
    let stop = try #require((first[0]["options"] as? [[String: Any]])?.first?["value"] as? String)
    let hagenberg = try #require(
      try program.run("stops", "search", "Hagenberg Softwarepark", "--json").objects.first?["id"] as? String)
    let outcome = try program.run(
      "new", "--ndjson", "--now", Program.now, lines: #"{"option": "\#(stop)"}"#, #"{"text": "linz"}"#,
      #"{"option": ""}"#, #"{"option": "\#(hagenberg)"}"#, #"{"option": "stations"}"#, #"{"option": "stops:99"}"#,
      #"{"option": "stops:2"}"#, #"{"text": "cancel"}"#, #"{"text": "no"}"#, #"{"text": "yes"}"#)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(try events(outcome).last?["event"] as? String == "saved", "\(outcome.output)")
    let schema = try RecordSchema(named: "alight.dialogue-1")
    for line in lines { #expect(try schema.problems(with: line) == [], "\(line)") }
    let record = try #require(try events(outcome).last?["record"] as? [String: Any])
    #expect((record["destination"] as? [String: Any])?["name"] as? String == "Hagenberg Softwarepark")
  }

  @Test("a stop is named by its id behind --from and --to too")
  func flags() throws {
    let program = try Program()
    defer { program.cleanUp() }
    func id(_ name: String) throws -> String {
      try #require(try program.run("stops", "search", name, "--json").objects.first?["id"] as? String)
    }
    let (from, to) = (try id("Linz Hauptbahnhof"), try id("Pregarten"))
    let set = try program.run(
      ["new", "--from", from, "--to", to, "--interval", "2 stops", "--yes", "--json", "--now", Program.now])
    #expect(set.status == 0, "\(set.talk)")
    #expect((set.object?["destination"] as? [String: Any])?["name"] as? String == "Pregarten")
    let none = try program.run(["new", "--from", "demo:nowhere", "--to", to, "--yes", "--now", Program.now])
    #expect(none.status == 75 && none.talk.contains("demo:nowhere"))
  }

  @Test("gives the line that is to be edited")
  func edited() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "new", "--ndjson", "--now", Program.now, lines: #"{"text": "linz hbf"}"#, #"{"text": "hagnberg"}"#,
      #"{"text": "e"}"#, #"{"text": "hagenberg softwarepark"}"#)
    let events = try events(outcome)
    #expect(events.map { $0["slot"] as? String } == ["from", "to", "mode", "to", "mode", nil])
    #expect(events[3]["line"] as? String == "hagnberg")
    #expect(events[2]["line"] == nil)
  }

  @Test("says what is wrong with a line that is no answer, and asks again")
  func notAnAnswer() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "new", "--ndjson", "--now", Program.now, lines: "linz hbf", #"{"audio": "/no/such.wav"}"#,
      #"{"text": "linz hbf"}"#)
    let events = try events(outcome)
    #expect(events.map { $0["event"] as? String } == ["ask", "ask", "ask", "ask", "ended"])
    #expect("\(events[1]["said"] ?? "")".contains("is no answer"))
    #expect("\(events[2]["said"] ?? "")".contains("/no/such.wav"))
    #expect(events[3]["slot"] as? String == "to")
    #expect(events[4]["reason"] as? String == "kept")
  }

  @Test("speaks no other format at the same time")
  func exclusive() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run("new", "--ndjson", "--json").status == 64)
  }
}
