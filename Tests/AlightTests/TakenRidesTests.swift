import Foundation
import Journey
import Testing

/// Rides of a feed of our own that are more than one trip from stop to stop in one zone, each taken from the keyboard to the calendar.
@Suite("Rides over two trips, over two zones and with walks at both ends, through the program", .serialized)
final class TakenRidesTests {
  private let program: Program
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")

  /// Line 1 goes on as line 2 at Gamma. "Hill" lies 330 m from Alpha, and "Lake" as far from Epsilon. From Dover to Lille the clock
  /// changes.
  init() throws {
    program = try Program()
    let feed = folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    let files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,Lines,http://example.org,Europe/Paris\n",
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon,stop_timezone,platform_code,wheelchair_boarding
      h,Hill,50.003,3.00,,,
      a,Alpha,50.00,3.00,,2,1
      b,Beta,50.02,3.00,,,1
      c,Gamma,50.04,3.00,,,1
      d,Delta,50.06,3.00,,,1
      e,Epsilon,50.08,3.00,,,1
      l,Lake,50.083,3.00,,,
      dov,Dover,51.13,1.31,Europe/London,,
      cal,Calais,50.95,1.85,Europe/Paris,,
      lil,Lille,50.64,3.07,Europe/Paris,,

      """,
      "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,1,1,3\nq,1,2,3\ns,1,9,2\n",
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260101,20271231

      """,
      "trips.txt": """
      route_id,service_id,trip_id,trip_headsign,block_id,wheelchair_accessible,bikes_allowed
      r,daily,t,Gamma,x,1,2
      q,daily,u,Epsilon,x,1,2
      s,daily,v,Lille,,,1
      s,daily,w,Hill,,,

      """,
      "stop_times.txt": """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign
      t,08:00:00,08:00:00,a,1,Gamma and on
      t,08:05:00,08:05:00,b,2,
      t,08:10:00,08:10:00,c,3,
      u,08:10:00,08:11:00,c,1,
      u,08:16:00,08:16:00,d,2,
      u,08:21:00,08:21:00,e,3,
      v,10:00:00,10:00:00,dov,1,
      v,10:40:00,10:42:00,cal,2,
      v,11:30:00,11:30:00,lil,3,
      w,23:00:00,23:00:00,l,1,
      w,23:30:00,23:30:00,h,2,

      """,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: feed.appending(path: name)) }
    let imported = try program.run("feed", "import", feed.path, "--name", "own")
    #expect(imported.status == 0, "\(imported.talk)")
  }

  deinit {
    program.cleanUp()
    try? FileManager.default.removeItem(at: folder)
  }

  private static let now = ["--now", "2026-12-01T07:00:00+01:00"]

  /// Typed at the dialogue; its record is valid by the schema.
  private func set(_ lines: String...) throws -> (reminder: Reminder, talk: String) {
    let told = try program.run(["new", "--json"] + Self.now, input: Data((lines.joined(separator: "\n") + "\n").utf8))
    #expect(told.status == 0, "\(told.talk)")
    #expect(try RecordSchema().problems(with: told.output).isEmpty)
    return (try Reminder(record: Data(told.output.utf8)), told.talk)
  }

  /// What is told on the way from stop to stop in straight lines, waiting at the first one from before the ride on.
  private func followed(_ reminder: Reminder, waitingAt place: Position? = nil) throws -> [[String: Any]] {
    let stops = reminder.ride.stops
    let first = try #require(reminder.ride.departure)
    var points: [(Date, Position)] = []
    for second in stride(from: -900.0, to: 0, by: 1) {
      let jitter = 1e-6 * sin(second)
      let at = place ?? stops[0].stop.position
      points.append((first + second, Position(latitude: at.latitude + jitter, longitude: at.longitude)))
    }
    for (from, to) in zip(stops, stops.dropFirst()) {
      let (begin, end) = (try #require(from.departure), try #require(to.arrival))
      let (one, two) = (from.stop.position, to.stop.position)
      for second in stride(from: 0, to: end.timeIntervalSince(begin), by: 1) {
        let share = second / end.timeIntervalSince(begin)
        points.append(
          (
            begin + second,
            Position(
              latitude: one.latitude + share * (two.latitude - one.latitude),
              longitude: one.longitude + share * (two.longitude - one.longitude))
          ))
      }
      guard let leaves = to.departure, leaves > end else { continue }
      for second in stride(from: 1, to: leaves.timeIntervalSince(end), by: 1) {
        points.append((end + second, Position(latitude: two.latitude + 1e-6 * sin(second), longitude: two.longitude)))
      }
    }
    let rows = points.map {
      "<trkpt lat=\"\($1.latitude)\" lon=\"\($1.longitude)\"><time>\($0.formatted(.iso8601))</time></trkpt>"
    }
    let file = folder.appending(path: "\(UUID().uuidString).gpx")
    let text = "<gpx version=\"1.1\" creator=\"test\"><trk><trkseg>\(rows.joined(separator: "\n"))</trkseg></trk></gpx>"
    try Data(text.utf8).write(to: file)
    let told = try program.run(
      "run", "--gpx", file.path, "--speed", "2000x", "--once", "--json", "--quiet", "--reminder",
      reminder.id.uuidString)
    #expect(told.status == 0, "\(told.talk)")
    return told.objects
  }

  /// Written as a calendar, forgotten, and read again: the record is the same.
  private func throughCalendar(_ reminder: Reminder) throws {
    let calendar = try program.run(["reminders", "export", "--all", "--format", "ics"] + Self.now)
    #expect(calendar.status == 0, "\(calendar.talk)")
    _ = try program.run("reminders", "delete", reminder.id.uuidString, "--yes")
    _ = try program.run("forget", "everything", "--yes")
    let other = try Program()
    defer { other.cleanUp() }
    let imported = try other.run(["reminders", "import", "-"], input: Data(calendar.output.utf8))
    #expect(imported.status == 0, "\(imported.talk)")
    let record = try other.run("reminders", "show", reminder.id.uuidString, "--json")
    #expect(try Reminder(record: Data(record.output.utf8)) == reminder)
  }

  @Test("who keeps the seat is called by the stops of both trips")
  func seated() throws {
    let (reminder, talk) = try set("from alpha to epsilon", "3 stops before", "yes")
    #expect(talk.contains("Gamma") && talk.contains("line 2"), "\(talk)")
    #expect(reminder.ride.stops.map(\.stop.name) == ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"])
    #expect(reminder.ride.headsign == "Gamma and on")
    #expect(reminder.ride.wheelchair == true && reminder.ride.bikes == false && reminder.ride.agency == "Lines")
    #expect(reminder.ride.stops.map(\.platform) == ["2", nil, nil, nil, nil])
    let simulated = try program.run("simulate", reminder.id.uuidString, "--json")
    #expect(simulated.objects.compactMap { $0["level"] as? Int } == [1, 2, 3], "\(simulated.output)")
    let alerts = try followed(reminder)
    #expect(alerts.compactMap { $0["level"] as? Int } == [1, 2, 3])
    let first = try #require(alerts.first?["text"] as? String)
    #expect(first.contains("Beta") || first.contains("3 stops"), "\(first)")
    let last = try #require(alerts.last)
    #expect((last["text"] as? String)?.contains("Epsilon") == true)
    #expect(alerts.allSatisfy { $0["estimated"] as? Bool != true }, "\(alerts)")
    try throughCalendar(reminder)
  }

  @Test("where the clock changes on the way, each time is that of its place, in the alerts as well")
  func zones() throws {
    let (reminder, talk) = try set("from dover to lille", "20 minutes", "yes")
    #expect(talk.contains("09:00 (London)") && talk.contains("11:30 (Paris)"), "\(talk)")
    let simulated = try program.run("simulate", reminder.id.uuidString)
    #expect(simulated.output.contains("11:09") && !simulated.output.contains("10:09"), "\(simulated.output)")
    let alerts = try followed(reminder)
    #expect(alerts.compactMap { $0["level"] as? Int } == [1, 2, 3], "\(alerts)")
    try throughCalendar(reminder)
  }

  @Test("walks at both ends are told before, in time to set out, and in the sheet")
  func walks() throws {
    let (reminder, talk) = try set("from hill to lake, leaving at half past seven", "2 stops before", "yes")
    #expect(talk.contains("First walk to Alpha, 420 m"), "\(talk)")
    #expect(talk.contains("From there walk to Lake, 420 m"), "\(talk)")
    #expect(reminder.walkSeconds?.count == 2)
    let sheet = try program.run("reminders", "show", reminder.id.uuidString).output
    #expect(sheet.contains("First walk to Alpha, 420 m") && sheet.contains("From there walk to Lake"), "\(sheet)")
    let alerts = try followed(reminder, waitingAt: reminder.origin?.position)
    let setOut = try #require(alerts.first)
    #expect(setOut["event"] as? String == "set-out", "\(alerts)")
    #expect(
      (setOut["text"] as? String)?.contains("walk 420 metres to Alpha. Line 1 leaves there at 08:00") == true,
      "\(setOut)")
    #expect(alerts.compactMap { $0["level"] as? Int } == [1, 2, 3])
    // Who waits at the stop already is not sent there.
    _ = try program.run("reminders", "delete", reminder.id.uuidString, "--yes")
    let again = try set("from hill to lake, leaving at half past seven", "2 stops before", "yes").reminder
    #expect(try followed(again).allSatisfy { $0["event"] as? String != "set-out" })
    try throughCalendar(again)
  }

  @Test("who would not walk is shown rides without, and who walks slowly sets out sooner")
  func preferences() throws {
    func departure(_ options: String...) throws -> [String] {
      let told = try program.run(
        ["rides", "hill", "lake", "--date", "2026-12-01", "--json", "--limit", "1"] + options + Self.now)
      return told.objects.compactMap { $0["departure"] as? String }
    }
    let usual = try #require(try departure().first)
    let slow = try #require(try departure("--pace", "slow").first)
    #expect(slow < usual)
    #expect(try departure("--max-walk", "100").isEmpty)
    #expect(try program.run("preferences", "set", "pace", "slow").status == 0)
    #expect(try departure() == [slow])
    #expect(try program.run("preferences", "get", "pace").output == "slow\n")
    #expect(try program.run("preferences", "set", "max-walk", "0.1 km").status == 0)
    #expect(try program.run("preferences", "get", "max-walk").output == "100 m\n")
    #expect(try departure().isEmpty)
    #expect(try program.run("preferences", "set", "max-walk", "ten miles").status == 64)
    let access = try program.run(["rides", "own:a", "own:e", "--limit", "1"] + Self.now).output
    #expect(access.contains("Alpha, platform 2") && access.contains(", wheelchairs, no bicycles"), "\(access)")
    #expect(access.contains("to Gamma and on"), "\(access)")
  }
}
