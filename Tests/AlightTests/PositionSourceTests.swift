import Foundation
import TestServers
import Testing

@Suite("Where alight run gets positions from", .serialized)
struct PositionSourceTests {
  private struct Place { var latitude, longitude: Double }

  private func prepared(_ program: Program, now: [String] = ["--now", Program.now]) throws -> (
    id: String, track: String
  ) {
    let made = try program.run(
      ["--json"] + now, input: Data("from linz hbf to hagenberg two stops before\nyes\n".utf8))
    let id = try #require(made.object?["id"] as? String, "\(made.talk)")
    let (record, track) = (program.folder.appending(path: "record.json"), program.folder.appending(path: "ride.gpx"))
    try Data(made.output.utf8).write(to: record)
    #expect(try program.runLab(["make-ride", record.path, "--out", track.path]).status == 0)
    return (id, try String(contentsOf: track, encoding: .utf8))
  }

  private func levels(_ text: String) -> [Int] {
    text.split(separator: "\n").compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["level"] as? Int
    }
  }

  private func sentence(_ text: String) -> String {
    "$" + text + "*" + String(format: "%02X", text.utf8.reduce(0, ^)) + "\r\n"
  }

  /// A track as a receiver would have sent it, with a line that is broken.
  private func sentences(_ track: String) -> String {
    let points = track.matches(
      of: /lat="([0-9.]+)" lon="([0-9.]+)".*?<time>(....)-(..)-(..)T(..):(..):(..)/.dotMatchesNewlines())
    return "$GPRMC,broken*00\r\n"
      + points.map { point in
        let (_, latitude, longitude, year, month, day, hours, minutes, seconds) = point.output
        let time = "\(hours)\(minutes)\(seconds)"
        let at = "\(angle(latitude, 2)),N,\(angle(longitude, 3)),E"
        return sentence("GNGGA,\(time),\(at),1,08,1.0,260.0,M,45.0,M,,")
          + sentence("GNRMC,\(time),A,\(at),20.0,0.0,\(day)\(month)\(year.suffix(2)),,,A")
      }.joined()
  }

  private func angle(_ text: Substring, _ digits: Int) -> String {
    let degrees = Double(text) ?? 0
    return String(format: "%0\(digits)d", Int(degrees))
      + String(format: "%08.5f", (degrees - degrees.rounded(.down)) * 60)
  }

  @Test("a recording comes from standard input as well, in either format")
  func piped() throws {
    for isNMEA in [false, true] {
      let program = try Program()
      defer { program.cleanUp() }
      let (_, track) = try prepared(program)
      let arguments = ["run", isNMEA ? "--nmea" : "--gpx", "-", "--speed", "2000x", "--once", "--json"]
      let outcome = try program.run(arguments, input: Data((isNMEA ? sentences(track) : track).utf8))
      #expect(outcome.status == 0, "\(outcome.talk)")
      #expect(levels(outcome.output) == [1, 2, 3], "\(outcome.talk)")
      #expect(!outcome.output.contains("\"estimated\":true"))
      #expect(outcome.talk.contains("left out: 1.") == isNMEA, "\(outcome.talk)")
    }
  }

  @Test("a receiver that is piped in is followed while it talks, and its end is told")
  func live() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let (id, track) = try prepared(program, now: [])
    let live = try LiveProgram(program, ["run", "--nmea", "-", "--reminder", id], types: true)
    // Its clock is hours from this one, which one sentence alone does not prove.
    for line in sentences(track).split(separator: "\r\n").prefix(40) where !live.talk.contains("There is a position") {
      try live.type(line + "\r\n")
      if line.contains("RMC") { usleep(900_000) }
    }
    live.wait(for: "There is a position, from standard input", times: 1)
    live.interrupt()
    let outcome = live.end()
    #expect(outcome.status == 130)
    #expect(outcome.talk.contains("There is a position, from standard input"), "\(outcome.talk)")
  }

  @Test(
    "what has no position is bad data",
    arguments: [
      ("", "no RMC sentence"), ("hello\n", "no RMC sentence"), ("$GPRMC,080000,V,,,,,,,221126,,,N\n", "no satellites"),
    ])
  func nothing(text: String, cause: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let piped = try program.run(["run", "--nmea", "-"], input: Data(text.utf8))
    #expect(piped.status == 65 && piped.talk.contains(cause), "\(piped.talk)")
    let file = program.folder.appending(path: "ride.nmea")
    try Data(text.utf8).write(to: file)
    let read = try program.run(["run", "--nmea", file.path])
    #expect(read.status == 65 && read.talk.contains(cause), "\(read.talk)")
    #expect(try program.run(["run", "--nmea", "/no/such/file"]).status == 66)
    #expect(try program.run(["run", "--nmea", "-", "--gpx", "-"]).status == 64)
    #expect(try program.run(["run", "--gpx", "-"], input: Data(text.utf8)).status == 65)
  }

  @Test(
    "a phone is followed by OwnTracks, and its password is said nowhere",
    .enabled(if: Broker.isThere, "mosquitto and mosquitto-clients are not installed, or Alight built without MQTT"))
  func ownTracks() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let broker = try Broker(login: ("jane", "s3cret word"))
    defer { broker.cleanUp() }
    _ = try prepared(program, now: [])
    let source = "owntracks://jane:s3cret%20word@127.0.0.1:\(broker.port)/owntracks/jane/phone"
    #expect(try program.run(["preferences", "set", "position-source", source]).status == 0)
    let live = try LiveProgram(program, ["run"])
    try live.wait {
      if live.talk.contains("There is a position") { return true }
      let time = Int(Date().timeIntervalSince1970)
      try broker.publish(#"{"_type":"location","lat":48.2904,"lon":14.29,"tst":\#(time),"acc":10,"vel":0}"#)
      usleep(250_000)
      return false
    }
    live.interrupt()
    let outcome = live.end()
    #expect(outcome.talk.contains("There is a position, from OwnTracks at 127.0.0.1:\(broker.port)"), "\(outcome.talk)")
    let wrong = try LiveProgram(
      program, ["run", "--position", "gpsd://localhost:9", "--position", source.replacing("s3cret", with: "s4cret")])
    wrong.wait {
      wrong.talk.contains("refuses the user or the password") && wrong.talk.contains("gpsd at localhost:9")
    }
    wrong.interrupt()
    let told = wrong.end().talk
    #expect(told.contains("refuses the user or the password") && told.contains("gpsd at localhost:9"), "\(told)")
    #expect(!(outcome.talk + told).contains("cret"))
  }

  @Test(
    "a source is named in one of a few ways",
    arguments: [
      "owntracks://", "owntracks://host:0", "owntracks://host?tls=1", "owntracks://host/a+b", "mqtt://host",
      "gpsd,none",
      "gpsd,", "gpsd://user@host", "mqtt://jane:s3cret@host",
    ])
  func bad(source: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    for arguments in [["run", "--position", source], ["preferences", "set", "position-source", source]] {
      let outcome = try program.run(arguments)
      #expect(outcome.status == 64, "\(outcome.talk)")
      #expect(!outcome.talk.contains("s3cret"))
    }
  }
}
