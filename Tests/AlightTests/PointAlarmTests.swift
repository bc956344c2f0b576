import Foundation
import Journey
import Testing

@Suite("An alarm for a point on the map, without any feed")
struct PointAlarmTests {
  private let program: Program

  init() throws {
    program = try Program()
    let named = try program.run("places", "add", "cabin", "48.40,14.60", "--radius", "300")
    #expect(named.status == 0, "\(named.talk)")
  }

  /// A ride past the cabin from 6 km in the west, at 15 m/s.
  private func track() throws -> String {
    let cabin = Position(latitude: 48.4, longitude: 14.6)
    let start = try Date(Program.now, strategy: .iso8601)
    let points = (0..<430).map { second -> String in
      let place = cabin.moved(north: 3 * sin(Double(second)), east: 15 * Double(second) - 6000)
      let time = (start + 60 + Double(second)).ISO8601Format()
      return "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><time>\(time)</time></trkpt>"
    }
    let file = program.folder.appending(path: "drive.gpx")
    let head = "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
    try Data((head + points.joined() + "</trkseg></trk></gpx>").utf8).write(to: file)
    return file.path
  }

  private func alerts(_ outcome: Program.Outcome) -> [[String: Any]] {
    outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test("set in one sentence it rings three times on the way, says that it was missed, and is over")
  func rings() throws {
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "wake me one kilometre before the cabin", "yes")
    #expect(made.status == 0, "\(made.talk)")
    #expect(try RecordSchema(named: "alight.reminder-2").problems(with: made.output) == [])
    let outcome = try program.run("run", "--gpx", try track(), "--speed", "20000x", "--once", "--json")
    let told = alerts(outcome).filter { $0["event"] as? String == "alert" }
    #expect(told.compactMap { $0["level"] as? Int } == [1, 2, 3], "\(outcome.output)")
    #expect(told.allSatisfy { ($0["text"] as? String)?.contains("cabin") == true })
    #expect(told.first?["text"] as? String == "cabin is coming up: get ready. About 1 km away in a straight line.")
    #expect(alerts(outcome).contains { $0["event"] as? String == "missed" })
    #expect(outcome.talk.contains("Watching for cabin."), "\(outcome.talk)")
  }

  @Test("by flags, with a distance for each level, by degrees in any writing")
  func flags() throws {
    defer { program.cleanUp() }
    for place in [
      "48.40,14.60", "geo:48.40,14.60;u=35", "48°24'N 14°36'E", "https://www.openstreetmap.org/?mlat=48.40&mlon=14.60",
    ] {
      let made = try program.run(
        "--to", place, "--from", "anywhere", "--levels", "2 km, 800 m, 200 m", "--yes", "--json", "--now", Program.now)
      #expect(made.status == 0, "\(made.talk)")
      let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(made.output.utf8))
      #expect(reminder.destination.position.metres(to: Position(latitude: 48.4, longitude: 14.6)) < 1)
      #expect(reminder.levels.map(\.trigger) == [2000, 800, 200].map { .within(metres: $0, measured: .around) })
      _ = try program.run("reminders", "delete", reminder.id.uuidString, "--yes")
    }
  }

  @Test(
    "is spoken as well, in recordings",
    .enabled(if: SpokenText.canBeHeard, "pocketsphinx-en-us or espeak-ng is not installed"))
  func spoken() throws {
    defer { program.cleanUp() }
    var arguments: [String] = []
    for (name, text) in [
      ("from", "anywhere"), ("to", "to cabin"), ("mode", "by distance"), ("interval", "one kilometer before"),
    ] {
      let file = try SpokenText(text).write(to: program.folder, as: name)
      arguments += ["--audio", "\(name)=\(file.path)"]
    }
    let made = try program.run(arguments + ["--yes", "--json", "--now", Program.now])
    #expect(made.status == 0, "\(made.talk)")
    let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(made.output.utf8))
    #expect(reminder.origin == nil && reminder.destination.name == "cabin")
    #expect(reminder.interval == .distance(metres: 1000))
  }

  @Test("is shown, changed, set again and simulated like any other")
  func changed() throws {
    defer { program.cleanUp() }
    let made = try program.run("--json", "--now", Program.now, lines: "to the cabin, 1 km before", "yes")
    let id = try #require(made.object?["id"] as? String)
    let sheet = try program.run("reminders", "show", id)
    #expect(sheet.output.contains("From: anywhere") && sheet.output.contains("Ride: any way there"), "\(sheet.output)")
    let edited = try program.run(
      "reminders", "edit", id, "--levels", "3 km, 1 km, 300 m", "--json", "--now", Program.now)
    #expect((edited.object?["ladder"] as? [Any])?.count == 3, "\(edited.talk)")
    let stations = try program.run("reminders", "edit", id, "--mode", "stations", "--now", Program.now)
    #expect(stations.status == 65 && stations.talk.contains("take --mode time or distance"), "\(stations.talk)")
    let timed = try program.run(
      "reminders", "edit", id, "--mode", "time", "--interval", "5 minutes", "--json", "--now", Program.now)
    #expect(timed.status == 0 && timed.object?["ladder"] == nil, "\(timed.talk)")
    let moved = try program.run("reminders", "edit", id, "--to", "hagenberg", "--json", "--now", Program.now)
    #expect((moved.object?["destination"] as? [String: Any])?["name"] as? String == "Hagenberg", "\(moved.talk)")
    #expect(moved.object?["schema"] as? String == "alight.reminder/2")
    let simulated = try program.run("simulate", id, "--json", "--speed", "20000x")
    #expect(alerts(simulated).compactMap { $0["level"] as? Int } == [1, 2, 3], "\(simulated.talk)")
    let again = try program.run("new", "--again", id, "--yes", "--json", "--now", "2026-12-02T08:00:00+01:00")
    #expect(again.object?["origin"] == nil && again.status == 0, "\(again.talk)")
  }

  @Test("goes out as a calendar with alarms by place, as waypoints, as a map and as its record, and comes back")
  func exported() throws {
    defer { program.cleanUp() }
    let made = try program.run("--json", "--now", Program.now, lines: "to the cabin, 1 km before", "yes")
    let id = try #require(made.object?["id"] as? String)
    func export(_ format: String) throws -> String {
      try program.run("reminders", "export", id, "--format", format, "--now", Program.now).output
    }
    let map = try IndependentReader.read("geojson", try export("geojson"), program)
    let features = try #require(map["features"] as? [[String: Any]])
    #expect(
      features.filter { $0["kind"] as? String == "alert" }.compactMap { $0["metres"] as? Double } == [1000, 500, 250])
    #expect(features.contains { $0["kind"] as? String == "destination" && $0["name"] as? String == "cabin" })
    let gpx = try IndependentReader.read("gpx", try export("gpx"), program)
    #expect((gpx["waypoints"] as? [[String: Any]])?.first?["proximity"] as? Double == 1000)
    let ics = try export("ics")
    #expect(ics.components(separatedBy: "PROXIMITY:ARRIVE\r\nX-ALIGHT-RADIUS").count == 4, "\(ics)")
    let calendar = program.folder.appending(path: "out.ics")
    try Data(ics.utf8).write(to: calendar)
    let other = try Program()
    defer { other.cleanUp() }
    let back = try other.run("reminders", "import", calendar.path)
    #expect(back.status == 0, "\(back.talk)")
    #expect(try other.run("reminders", "show", id).output.contains("To: cabin"))
  }

  @Test("degrees off the map, a radius round a stop and levels that do not fall are refused with the way out")
  func refused() throws {
    defer { program.cleanUp() }
    let swapped = try program.run("places", "add", "hut", "148.40,14.60")
    #expect(swapped.status == 64 && swapped.talk.contains("14.6,148.4"), "\(swapped.talk)")
    let stop = try program.run("places", "add", "hut", "linz hbf", "--radius", "300")
    #expect(stop.status == 64 && stop.talk.contains("is a stop"), "\(stop.talk)")
    let wide = try program.run("places", "add", "hut", "48.4,14.6", "--radius", "5")
    #expect(wide.status == 64 && wide.talk.contains("30 to 20000"), "\(wide.talk)")
    let rising = try program.run(
      "--to", "cabin", "--levels", "200 m, 800 m, 2 km", "--yes", "--now", Program.now)
    #expect(rising.status == 75, "\(rising.talk)")
    // The same alarm a second time is none.
    for expected in ["Set: cabin", "already set"] {
      let made = try program.run("--now", Program.now, lines: "to the cabin, 1 km before", "yes")
      #expect(made.talk.contains(expected), "\(made.talk)")
    }
  }
}
