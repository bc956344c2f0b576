import Foundation
import Journey
import Testing

@Suite("A ride from one time zone into another, through the program")
final class TimeZonesTests {
  private let program: Program
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")

  /// Three trains a day from Chicago to New York, each of them by New York's clock in the timetable, as GTFS has it.
  init() throws {
    program = try Program()
    let feed = folder.appending(path: "rail")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    var (trips, times) = (
      "route_id,service_id,trip_id\n", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    )
    for hour in [8, 9, 10] {
      trips += "49,daily,t\(hour)\n"
      for (place, stop) in ["chi", "tol", "nyp"].enumerated() {
        let time = "\(hour + 5 * place):00:00"
        times += "t\(hour),\(time),\(time),\(stop),\(place + 1)\n"
      }
    }
    let files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,Rail,http://example.org,America/New_York\n",
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon,stop_timezone
      chi,Chicago Union Station,41.88,-87.64,America/Chicago
      tol,Toledo,41.64,-83.54,America/New_York
      nyp,New York Penn Station,40.75,-73.99,America/New_York

      """,
      "routes.txt": "route_id,agency_id,route_short_name,route_type\n49,1,Lake Shore,2\n",
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260101,20271231

      """,
      "trips.txt": trips, "stop_times.txt": times,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: feed.appending(path: name)) }
    let imported = try program.run("feed", "import", feed.path, "--name", "rail")
    #expect(imported.status == 0, "\(imported.talk)")
  }

  deinit {
    program.cleanUp()
    try? FileManager.default.removeItem(at: folder)
  }

  private static let now = ["--now", "2026-06-01T06:00:00-05:00"]

  @Test("is listed by the clock of each stop, with the place whose clock it is")
  func listed() throws {
    let rides = try program.run(["rides", "chicago", "new york", "--depart", "7:30"] + Self.now)
    #expect(rides.status == 0, "\(rides.talk)")
    // 09:00 in New York is the first that leaves after half past seven in Chicago.
    #expect(rides.output.contains("08:00 (Chicago) - 19:00 (New York)  10 h 0 min"), "\(rides.output)")
    let arriving = try program.run(["rides", "chicago", "new york", "--arrive", "18:30", "--limit", "1"] + Self.now)
    #expect(arriving.output.contains("07:00 (Chicago) - 18:00 (New York)"), "\(arriving.output)")
    let board = try program.run(["stops", "departures", "rail:chi"] + Self.now)
    #expect(board.output.contains("07:00") && !board.output.contains("10:00"), "\(board.output)")
  }

  @Test("is looked up by the boarding stop's clock, and its reminder tells the alert by the destination's")
  func reminded() throws {
    let set = try program.run(
      [
        "new", "--from", "chicago", "--to", "new york", "--depart", "8:00", "--interval", "30 minutes", "--yes",
        "--json",
      ]
        + Self.now)
    #expect(set.status == 0, "\(set.talk)")
    #expect(set.talk.contains("leaves Chicago Union Station at 08:00 (Chicago)"), "\(set.talk)")
    #expect(set.talk.contains("reaches New York Penn Station at 19:00 (New York)"), "\(set.talk)")
    #expect(try RecordSchema().problems(with: set.output).isEmpty)
    let reminder = try Reminder(record: Data(set.output.utf8))
    #expect(reminder.levels[0].at == (try Date("2026-06-01T18:30:00-04:00", strategy: .iso8601)))
    let sheet = try program.run("reminders", "show", reminder.id.uuidString).output
    #expect(sheet.contains("08:00") && sheet.contains("18:30") && sheet.contains("19:00"), "\(sheet)")
    #expect(!sheet.contains("17:30"), "no alert is told by Chicago's clock: \(sheet)")
    let simulated = try program.run("simulate", reminder.id.uuidString)
    #expect(simulated.output.contains("\n18:") && !simulated.output.contains("\n17:"), "\(simulated.output)")
  }

  @Test("a time that is said is that of the stop it is said for")
  func said() throws {
    let lines = ["from chicago to new york, arriving by half past six pm", "30 minutes", "yes"]
    let told = try program.run(
      ["new", "--json"] + Self.now, input: Data((lines.joined(separator: "\n") + "\n").utf8))
    #expect(told.status == 0, "\(told.talk)")
    let reminder = try Reminder(record: Data(told.output.utf8))
    #expect(reminder.anchor.arrival == (try Date("2026-06-01T18:00:00-04:00", strategy: .iso8601)))
  }
}
