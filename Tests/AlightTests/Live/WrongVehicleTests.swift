import Foundation
import Journey
import Testing

@Suite("A rider who sits in another vehicle") struct WrongVehicleTests {
  private let program: Program

  init() throws { program = try Program() }

  /// A track of somebody who waits at a stop and leaves it on a trip of the demonstration network.
  private func track(to stop: String, line: String, at time: String) throws -> String {
    let found = try program.run([
      "rides", "demo:linz-hbf", stop, "--limit", "3", "--json", "--now", "2026-12-01T\(time):00+01:00",
    ])
    let rides = found.objects.compactMap { ($0["rides"] as? [[String: Any]])?.first }
    let ride = try #require(rides.first { $0["line"] as? String == line })
    let line = try #require(ride["shape"] as? [[Double]]).map { Position(latitude: $0[0], longitude: $0[1]) }
    let iso = ISO8601DateFormatter()
    let calls = try #require(ride["stops"] as? [[String: Any]]).map { stop in
      (
        at: try #require(iso.date(from: (stop["departure"] ?? stop["arrival"]) as? String ?? "")),
        metres: try #require(stop["metres"] as? Double)
      )
    }
    var points: [(Date, Position)] = (1...24).map { (calls[0].at - 120 + 5 * Double($0), line[0]) }
    for (one, two) in zip(calls, calls.dropFirst()) {
      let seconds = two.at.timeIntervalSince(one.at)
      for second in stride(from: 0.0, to: seconds, by: 5) {
        points.append(
          (one.at + second, Self.place(on: line, at: one.metres + second / seconds * (two.metres - one.metres))))
      }
    }
    let rows = points.enumerated().map { number, point in
      // A receiver that works never says the same place twice.
      let jitter = Double(number % 7) * 1e-6
      return
        "<trkpt lat=\"\(point.1.latitude + jitter)\" lon=\"\(point.1.longitude)\"><time>\(iso.string(from: point.0))</time></trkpt>"
    }
    let file = program.folder.appending(path: "ride.gpx")
    let text =
      "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
      + rows.joined() + "</trkseg></trk></gpx>"
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private static func place(on line: [Position], at metres: Double) -> Position {
    var rest = metres
    for (one, two) in zip(line, line.dropFirst()) {
      let length = one.metres(to: two)
      if rest <= length, length > 0 { return one.toward(two, share: rest / length) }
      rest -= length
    }
    return line[line.count - 1]
  }

  private func follow(_ track: String) throws -> [[String: Any]] {
    let made = try program.run(
      "new", "--from", "linz hbf", "--to", "hagenberg", "--mode", "stations", "--interval", "2", "--depart", "07:45",
      "--yes", "--now", "2026-12-01T07:30:00+01:00")
    #expect(made.status == 0, "\(made.talk)")
    let run = try program.run(["run", "--gpx", track, "--speed", "1000x", "--once", "--quiet", "--json"])
    #expect(run.status == 0, "\(run.talk)")
    let schema = try RecordSchema(named: "alight.alert-1")
    for line in run.output.split(separator: "\n") {
      #expect(try schema.problems(with: String(line)) == [])
      #expect(try schema.undescribed(in: String(line)) == [])
    }
    return run.objects
  }

  @Test("is told its line, and that it does not go to the stop, within minutes")
  func told() throws {
    let alerts = try follow(try track(to: "demo:linz-universitaet", line: "2", at: "07:40"))
    let first = try #require(alerts.first { $0["event"] as? String == "wrong-vehicle" }, "\(alerts)")
    let text = try #require(first["text"] as? String)
    #expect(text.contains("You seem to be on line 2 to Linz Universität, which does not go to Hagenberg."), "\(text)")
    let at = try Date(#require(first["at"] as? String), strategy: .iso8601)
    let left = try Date("2026-12-01T06:46:00Z", strategy: .iso8601)
    #expect((60...600).contains(at.timeIntervalSince(left)), "\(text)")
    #expect(alerts.count { $0["event"] as? String == "wrong-vehicle" } == 1)
  }

  @Test("that comes to the stop as well is told which one, and called there")
  func caught() throws {
    let alerts = try follow(try track(to: "demo:hagenberg", line: "1", at: "08:00"))
    let told = alerts.filter { $0["event"] as? String == "caught" }
    #expect(told.count == 1, "\(alerts)")
    let first = try #require(told.first)
    let text = try #require(first["text"] as? String)
    #expect(text.contains("You seem to be on the 08:00 ride of line 1 from Linz Hauptbahnhof"), "\(text)")
    let vehicle = try #require(first["vehicle"] as? [String: Any])
    #expect(vehicle["departure"] as? String == "2026-12-01T07:00:00Z", "\(vehicle)")
    let call = try #require(alerts.first { $0["event"] as? String == "alert" && $0["level"] as? Int == 3 })
    let arrival = try Date(#require(vehicle["arrival"] as? String), strategy: .iso8601)
    let at = try Date(#require(call["at"] as? String), strategy: .iso8601)
    #expect((0...900).contains(arrival.timeIntervalSince(at)), "\(call)")
    #expect(!alerts.contains { ["wrong-vehicle", "missed", "off-route"].contains($0["event"] as? String) })
  }

  @Test("and one who sits in the right one is told nothing of the kind")
  func right() throws {
    let alerts = try follow(try track(to: "demo:hagenberg", line: "1", at: "07:40"))
    #expect(alerts.contains { $0["event"] as? String == "alert" && $0["level"] as? Int == 3 }, "\(alerts)")
    #expect(
      !alerts.contains {
        ["wrong-vehicle", "caught", "wrong-way", "wrong-line", "off-route"].contains($0["event"] as? String)
      })
  }
}
