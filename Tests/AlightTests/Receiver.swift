import Foundation
import Testing

/// A receiver that says over gpsd where it is: gpsfake starts a real gpsd and plays a log to it.
final class Receiver {
  private let process = Process()

  static var isInstalled: Bool {
    ["/usr/bin/gpsfake", "/usr/sbin/gpsd"].allSatisfy(FileManager.default.isExecutableFile)
  }

  /// - Parameters:
  ///   - log: what it says, in NMEA 0183.
  ///   - port: of gpsd.
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
    try? FileManager.default.removeItem(atPath: "/tmp/gpsfake-\(process.processIdentifier).sock")
  }
}

/// A log in the sentences of NMEA 0183.
enum ReceiverLog {
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

  /// Each second's place on a reminder's ride, from shortly before it leaves the last stop before the destination to two minutes
  /// after it has come there.
  /// - Parameter record: the reminder as JSON.
  static func lastLeg(of record: String, _ program: Program) throws -> [(latitude: Double, longitude: Double)] {
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

  private static func sentence(_ text: String) -> String {
    let sum = text.utf8.reduce(0, ^)
    return "$" + text + "*" + String(format: "%02X", sum) + "\r\n"
  }

  private static func angle(_ degrees: Double, _ count: Int) -> String {
    digits(Int(degrees), count) + String(format: "%07.4f", (degrees - degrees.rounded(.down)) * 60)
  }

  private static func digits(_ part: Int?, _ count: Int = 2) -> String { String(format: "%0\(count)d", part ?? 0) }
}
