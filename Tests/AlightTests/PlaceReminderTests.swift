import Foundation
import Journey
import TestServers
import Testing

@Suite("A reminder of a place, at the terminal and followed")
struct PlaceReminderTests {
  private var program: Program

  init() throws {
    program = try Program()
    let folder = program.folder.appending(path: "runtime")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    program.environment["XDG_RUNTIME_DIR"] = folder.path
    program.environment["TZ"] = "Europe/Vienna"
  }

  private static let first = Position(latitude: 48.30, longitude: 14.30)

  /// Nineteen car parks, four hundred metres apart, as a table.
  private func importLots() throws {
    let rows = (0..<19).map { "Lot \($0 + 1),\(Self.first.latitude + Double($0) * 0.0036),14.30" }
    let file = program.folder.appending(path: "parking.csv")
    try Data((["name,lat,lon"] + rows).joined(separator: "\n").utf8).write(to: file)
    let made = try program.run("places", "import", file.path, "--radius", "80")
    #expect(made.output == "parking: 19 places\n", "\(made.talk)")
  }

  /// A drive from the west to a place, and a stay there of so many seconds.
  private func track(to place: Position, staying seconds: Int, name: String = "drive") throws -> String {
    let start = try Date(Program.now, strategy: .iso8601)
    func point(_ second: Int, _ metres: Double) -> String {
      let at = place.moved(north: 0.5 * sin(Double(second)), east: -metres)
      let time = (start + 60 + Double(second)).ISO8601Format()
      return "<trkpt lat=\"\(at.latitude)\" lon=\"\(at.longitude)\"><time>\(time)</time></trkpt>"
    }
    let drive = (0..<100).map { point($0, max(10, 1500 - Double($0) * 15)) }
    let stay = stride(from: 100, to: 100 + seconds, by: 5).map { point($0, 10) }
    let file = program.folder.appending(path: "\(name).gpx")
    let head = "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
    try Data((head + (drive + stay).joined() + "</trkseg></trk></gpx>").utf8).write(to: file)
    return file.path
  }

  private func alerts(_ outcome: Program.Outcome) -> [[String: Any]] {
    outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test("over nineteen car parks it says where and what, and asks half an hour and an hour later")
  func parking() throws {
    defer { program.cleanUp() }
    try importLots()
    let made = try program.run("--at", "parking", "--say", "pay", "--yes", "--json", "--now", Program.now)
    #expect(made.status == 0, "\(made.talk)")
    #expect(try RecordSchema(named: "alight.reminder-2").problems(with: made.output) == [])
    let seventh = Position(latitude: Self.first.latitude + 6 * 0.0036, longitude: 14.30)
    let followed = try program.run(
      "run", "--gpx", try track(to: seventh, staying: 4000), "--speed", "50000x", "--once", "--json")
    let told = alerts(followed)
    #expect(told.compactMap { $0["event"] as? String } == ["alert", "follow-up", "follow-up"], "\(followed.output)")
    #expect(told.first?["text"] as? String == "You are at Lot 7: pay.")
    #expect(told.last?["text"] as? String == "Is it done: pay? You were reminded at Lot 7.")
  }

  @Test("rings with a runner of somebody else, which knows the outbox and the schema alone; so does a point on the map")
  func foreign() throws {
    defer { program.cleanUp() }
    try importLots()
    let seventh = Position(latitude: Self.first.latitude + 6 * 0.0036, longitude: 14.30)
    let point = "\(seventh.latitude),\(seventh.longitude)"
    _ = try program.run("places", "add", "home", point)
    func id(_ made: Program.Outcome) throws -> String {
      try #require(made.object?["id"] as? String, "\(made.talk)")
    }
    func said(_ text: String) throws -> String {
      try id(try program.run("--json", "--now", Program.now, lines: text, "yes"))
    }
    let lots = try id(
      try program.run("--at", "parking", "--say", "pay", "--yes", "--json", "--now", Program.now))
    let there = try said("wake me at 8:30 if I am at home")
    let elsewhere = try said("remind me at 8:30 unless I am at home to pay")
    let alarm = try said("to \(point), 1 km before")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Handoff/foreign_ride.py")
    let ride = try track(to: seventh, staying: 4000)
    let followed = try program.run(
      program.process([script.path, program.database.path, ride], executable: IndependentReader.python), input: Data())
    #expect(followed.status == 0, "\(followed.talk)")
    let rings = followed.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    func levels(_ id: String) -> [String] { rings.filter { $0[0] == id }.map { $0[1] } }
    #expect(levels(lots) == ["2"] && levels(there) == ["3"] && levels(elsewhere) == [], "\(followed.output)")
    #expect(levels(alarm) == ["1", "2", "3"])
    let metres = rings.filter { $0[0] == alarm }.compactMap { Double($0[3]) }
    // A fix a second, each fifteen metres on.
    #expect(zip(metres, [1000.0, 500, 250]).allSatisfy { $0 <= $1 && $0 > $1 - 31 }, "\(followed.output)")
  }

  @Test("said in one sentence, it is read back, set, listed and shown, and its alarms by place go out")
  func said() throws {
    defer { program.cleanUp() }
    try importLots()
    let made = try program.run(
      "--json", "--now", Program.now, lines: "remind me to pay when I arrive at lot 12", "yes")
    #expect(made.talk.contains("When you arrive at Lot 12: pay."), "\(made.talk)")
    let id = try #require(made.object?["id"] as? String)
    #expect(try program.run("reminders", "list", "--now", Program.now).output.contains("Lot 12  on arrival  pay"))
    #expect(try program.run("reminders", "show", id).output.contains("It asks again after 30 and 60 minutes"))
    let all = try program.run("--at", "parking", "--say", "pay", "--yes", "--json", "--now", Program.now)
    let list = try #require(all.object?["id"] as? String)
    let calendar = try program.run("reminders", "export", list, "--format", "ics").output
    #expect(calendar.components(separatedBy: "PROXIMITY:ARRIVE\r\nX-ALIGHT-RADIUS:80").count == 20)
    _ = try IndependentReader.read("ics", calendar, program)
    let map = try IndependentReader.read(
      "geojson", try program.run("reminders", "export", list, "--format", "geojson").output, program)
    #expect((map["features"] as? [[String: Any]])?.filter { $0["kind"] as? String == "alert" }.count == 19)
  }

  @Test("an alarm guarded by home rings at home and nowhere else", arguments: [true, false])
  func guarded(isHome: Bool) throws {
    defer { program.cleanUp() }
    _ = try program.run("places", "add", "home", "48.20,14.20")
    let made = try program.run("--json", "--now", Program.now, lines: "wake me at 8:30 if I am at home", "yes")
    let id = try #require(made.object?["id"] as? String)
    #expect(made.talk.contains("At 08:30, if you are at home."), "\(made.talk)")
    let place = isHome ? Position(latitude: 48.20, longitude: 14.20) : Position(latitude: 48.30, longitude: 14.30)
    let followed = try program.run(
      "run", "--gpx", try track(to: place, staying: 2400), "--speed", "50000x", "--once", "--json", "--reminder", id)
    #expect(alerts(followed).map { $0["text"] as? String } == (isHome ? ["It is 08:30."] : []), "\(followed.output)")
  }

  @Test("put off to a time or to the next time by a word to the runner")
  func later() throws {
    defer { program.cleanUp() }
    _ = try program.run("places", "add", "home", "48.20,14.20")
    let before = "2026-12-01T07:59:30+01:00"
    let made = try program.run("--at", "home", "--time", "8:00", "--yes", "--json", "--now", before)
    #expect(made.status == 0, "\(made.talk)")
    // By the clock alone: where nobody knows where one is, it rings.
    let live = try LiveProgram(program, ["run", "--position", "none", "--now", "2026-12-01T07:59:57+01:00"])
    live.wait { live.output.contains("It is 08:00.") }
    #expect(live.output.contains("It is 08:00."), "\(live.output) \(live.talk)")
    let asked = try program.run("alert", "later", "--at", "9:00", "--now", "2026-12-01T08:00:10+01:00")
    #expect(asked.output.hasPrefix("It asks again at 09:00"), "\(asked.talk)")
    let status = try program.run("alert", "status").output
    #expect(status.contains("Put off until 09:00") && !status.contains("next stop"), "\(status)")
    let log = try program.run("alert", "log").output
    #expect(log.contains("Later") && !log.contains("Snooze"), "\(log)")
    let next = try program.run("alert", "later")
    #expect(next.status != 0 && next.talk.contains("name one, by --at"), "\(next.output) \(next.talk)")
    live.interrupt()
    #expect(live.end().status == 130)
  }

  @Test("what opens or runs something says so beforehand, and no file from elsewhere brings a program")
  func actions() throws {
    defer { program.cleanUp() }
    _ = try program.run("places", "add", "home", "48.20,14.20")
    let made = try program.run(
      "--at", "home", "--say", "lights", "--run", "touch \(program.folder.path)/ran", "--yes", "--json", "--now",
      Program.now)
    #expect(made.talk.contains("It runs: touch"), "\(made.talk)")
    let place = Position(latitude: 48.20, longitude: 14.20)
    let followed = try program.run(
      "run", "--gpx", try track(to: place, staying: 60), "--speed", "50000x", "--once", "--json")
    #expect(alerts(followed).first?["text"] as? String == "You are at home: lights.")
    #expect(FileManager.default.fileExists(atPath: program.folder.path + "/ran"), "\(followed.talk)")
    let file = program.folder.appending(path: "foreign.json")
    try Data(made.output.utf8).write(to: file)
    let other = try Program()
    defer { other.cleanUp() }
    let imported = try other.run("reminders", "import", file.path)
    #expect(imported.status == 65 && imported.talk.contains("would run touch"), "\(imported.talk)")
    for address in ["file:///etc/passwd", "javascript:alert(1)"] {
      #expect(try program.run("--at", "home", "--open", address, "--yes").status == 64)
    }
  }

  @Test("a service opens an address beside itself, and within where its manager cannot", arguments: [0, 1])
  func opened(managerEnds status: Int) throws {
    defer { program.cleanUp() }
    let folder = program.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = program.folder.appending(path: "begun")
    for (name, status) in [("systemd-run", status), ("xdg-open", 0)] {
      let file = folder.appending(path: name)
      try Data("#!/bin/sh\necho \(name) \"$@\" >> '\(log.path)'\nexit \(status)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    _ = try program.run("places", "add", "home", "48.20,14.20")
    let address = "https://parking.test/?a=$$b&c=${HOME}"
    #expect(try program.run("--at", "home", "--open", address, "--yes", "--now", Program.now).status == 0)
    var service = program
    service.environment["PATH"] = folder.path + ":/usr/bin:/bin"
    service.environment["INVOCATION_ID"] = "1"
    let place = Position(latitude: 48.20, longitude: 14.20)
    let followed = try service.run(
      "run", "--gpx", try track(to: place, staying: 60), "--speed", "50000x", "--once", "--json")
    let beside =
      "systemd-run --user --wait --collect --quiet --description=Alight opens an address --property=KillMode=process -- "
      + "xdg-open \(address.replacing("$", with: "$$"))"
    let begun = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(begun == (status == 0 ? [beside] : [beside, "xdg-open \(address)"]), "\(followed.talk)")
  }

  @Test("places that hold each other, lists of one name twice and options without a place are refused")
  func refused() throws {
    defer { program.cleanUp() }
    _ = try program.run("places", "add", "town", "48.20,14.20", "--radius", "3000")
    _ = try program.run("places", "add", "home", "48.20,14.20", "--radius", "100")
    let inside = try program.run("--at", "town", "--at", "home", "--yes")
    #expect(inside.status == 64 && inside.talk.contains("home lies wholly within town"), "\(inside.talk)")
    #expect(try program.run("--say", "pay", "--yes").status == 64)
    #expect(try program.run("--at", "home", "--hours", "soonish", "--yes").status == 64)
    let file = program.folder.appending(path: "twice.csv")
    try Data("name,lat,lon\nhome,48.1,14.1\nShed,48.2,14.2\nShed,48.3,14.3\n".utf8).write(to: file)
    let twice = try program.run("places", "import", file.path)
    #expect(twice.output == "twice: 1 places, 2 left out\n" && twice.talk.contains("something else is called \"home\""))
    let empty = program.folder.appending(path: "empty.geojson")
    try Data("{\"type\":\"FeatureCollection\",\"features\":[]}".utf8).write(to: empty)
    #expect(try program.run("places", "import", empty.path).status == 65)
    #expect(try program.run("places", "import", "/nowhere.csv").status == 66)
    #expect(try program.run("places", "remove", "--list", "twice").status == 0)
  }
}
