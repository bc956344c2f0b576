import Foundation
import Testing

/// A receiver that says over gpsd where it is: gpsfake starts a real gpsd and plays a log to it.
private final class Receiver {
  private let process = Process()

  static var isThere: Bool {
    ["/usr/bin/gpsfake", "/usr/sbin/gpsd"].allSatisfy(FileManager.default.isExecutableFile)
  }

  init(_ log: URL, port: Int) throws {
    process.executableURL = URL(filePath: "/usr/bin/gpsfake")
    // Two sentences a second.
    process.arguments = ["-q", "-1", "-c", "0.5", "-P", "\(port)", log.path]
    process.environment = ProcessInfo.processInfo.environment.merging(["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Ends gpsd as well, which gpsfake would leave behind: both are in the group of processes that this one leads.
  func switchOff() {
    kill(-process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A log in the sentences of NMEA 0183.
private enum ReceiverLog {
  static func text(_ track: [(latitude: Double, longitude: Double)], from start: Date) -> String {
    track.enumerated().map { second, place in
      let parts = Calendar(identifier: .gregorian).dateComponents(
        in: .gmt, from: start.addingTimeInterval(Double(second)))
      let time = digits(parts.hour) + digits(parts.minute) + digits(parts.second) + ".00"
      let date = digits(parts.day) + digits(parts.month) + digits((parts.year ?? 0) % 100)
      let at = "\(angle(place.latitude, 2)),N,\(angle(place.longitude, 3)),E"
      return sentence("GPGGA,\(time),\(at),1,08,1.0,260.0,M,45.0,M,,")
        + sentence("GPRMC,\(time),A,\(at),20.0,0.0,\(date),,,A")
    }.joined()
  }

  private static func sentence(_ text: String) -> String {
    let sum = text.utf8.reduce(0, ^)
    return "$" + text + "*" + String(format: "%02X", sum) + "\r\n"
  }

  private static func angle(_ degrees: Double, _ count: Int) -> String {
    digits(Int(degrees), count) + String(format: "%07.4f", (degrees - degrees.rounded(.down)) * 60)
  }

  private static func digits(_ part: Int?, _ count: Int = 2) -> String { String(format: "%0\(count)d", part ?? 0) }
}

@Suite("A ride that a receiver is on", .serialized)
struct ReceiverTests {
  /// Each second's place on a reminder's ride, from shortly before it leaves the last stop before the destination.
  private func lastMetres(_ program: Program, _ record: String) throws -> [(latitude: Double, longitude: Double)] {
    let (file, track) = (program.folder.appending(path: "record.json"), program.folder.appending(path: "ride.gpx"))
    try Data(record.utf8).write(to: file)
    #expect(try program.runLab(["make-ride", file.path, "--out", track.path]).status == 0)
    let points = try String(contentsOf: track, encoding: .utf8).matches(of: /lat="([0-9.]+)" lon="([0-9.]+)"/)
    let places = points.compactMap { point in
      Double(point.1).flatMap { latitude in Double(point.2).map { (latitude: latitude, longitude: $0) } }
    }
    let end = try #require(places.last)
    let leaving = places.lastIndex { place in
      let (north, east) = (place.latitude - end.latitude, (place.longitude - end.longitude) * 0.664)
      return (north * north + east * east).squareRoot() * 111_195 > 305
    }
    return Array(places[max(0, (leaving ?? 0) - 20)...])
  }

  @Test(
    "is followed, also when the receiver goes away for a while",
    .enabled(if: Receiver.isThere, "gpsd and gpsd-clients are not installed"))
  func followed() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run("--json", lines: "from linz hbf to hagenberg 250 metres before", "yes")
    let id = try #require(made.object?["id"] as? String, "\(made.talk)")
    let track = try lastMetres(program, made.output)
    #expect(track.count > 30)
    let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 20_000
    let log = program.folder.appending(path: "ride.nmea")
    try ReceiverLog.text(Array(track.prefix(8)), from: Date()).write(to: log, atomically: true, encoding: .utf8)
    var receiver = try Receiver(log, port: port)
    let live = try LiveProgram(
      program, ["run", "--reminder", id, "--position", "gpsd://localhost:\(port)", "--once", "--json"])
    live.wait(for: "There is a position", times: 1)
    // It stands at a stop then, so that a slow machine has time before an alert would be estimated.
    let gone = "No position from gpsd at localhost:\(port)"
    let before = live.talk.components(separatedBy: gone).count
    receiver.switchOff()
    live.wait(for: gone, times: before)
    try ReceiverLog.text(Array(track.dropFirst(14)), from: Date()).write(to: log, atomically: true, encoding: .utf8)
    receiver = try Receiver(log, port: port)
    defer { receiver.switchOff() }
    // The ride goes on for a while at the destination.
    live.wait { live.output.contains("\"level\":3") }
    live.interrupt()
    let outcome = live.end()
    #expect(outcome.status == 130, "\(outcome.talk)")
    let alerts = outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(alerts.compactMap { $0["level"] as? Int } == [1, 2, 3], Comment(rawValue: outcome.output + outcome.talk))
    #expect(alerts.filter { $0["level"] != nil }.allSatisfy { $0["estimated"] as? Bool == false })
    #expect(outcome.talk.components(separatedBy: "There is a position, from gpsd").count == 3, "\(outcome.talk)")
  }

  @Test("that does not answer is told once with its cause, and the clock decides")
  func refused() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("--json", lines: "from linz hbf to hagenberg five minutes before", "yes")
    let live = try LiveProgram(program, ["run", "--position", "gpsd://localhost:9"])
    live.wait(for: "No position from gpsd at localhost:9", times: 1)
    // Two more tries.
    usleep(3_500_000)
    live.interrupt()
    let outcome = live.end()
    #expect(outcome.status == 130)
    #expect(outcome.talk.components(separatedBy: "No position").count == 2, "\(outcome.talk)")
    #expect(outcome.talk.contains("refused"), "\(outcome.talk)")
  }

  @Test(
    "is named in one of a few ways",
    arguments: ["gps", "gpsd://", "gpsd://host:0", "gpsd://host:70000", "http://host", "gpsd://host/path", ""])
  func named(text: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("run", "--position", text)
    #expect(outcome.status == 64)
    #expect(outcome.talk.contains("--position"))
  }
}
