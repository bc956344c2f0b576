import Foundation
import GRDB
import TestServers
import Testing

/// The page as people use it: Chromium by Playwright, one scenario of `browse.py` each, against a server of its own.
@Suite("The page", .serialized, .tags(.alone))
final class PageTests {
  private let program: Program
  private let folder: URL

  init() throws {
    program = try Program()
    folder = program.folder
  }

  deinit { program.cleanUp() }

  private func serve(port: Int = 0) throws -> PageVisit.Served { try PageVisit.serve(program, port: port) }

  private func browser(_ scenario: String, _ served: PageVisit.Served, _ arguments: [String] = []) throws -> Process {
    try PageVisit.browser(program, scenario, served, arguments)
  }

  @Test(
    "sets a reminder as a newcomer would, by keyboard alone too, and is accessible",
    arguments: [
      "clicking", "typing-badly", "one-sentence", "without-script", "in-german", "by-keyboard", "two-tabs", "denied",
      "accessible",
    ])
  func newcomer(scenario: String) throws {
    let served = try serve()
    let told = try program.run(browser(scenario, served), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    served.program.interrupt()
    #expect(served.program.end().status == 130)
  }

  @Test("hears the answers that a browser's microphone brings", .enabled(if: Program.hasSpeechModel))
  func speaking() throws {
    let served = try serve()
    // A browser begins to listen when it likes: silence around each answer.
    let files = try ["from", "to", "mode", "interval"].map { name in
      let file = folder.appending(path: "\(name).wav").path
      let source = Program.root.appending(path: "Audio/answers/\(name).wav").path
      let sox = program.process([source, file, "pad", "0.6", "0.6"], executable: URL(filePath: "/usr/bin/sox"))
      let made = try program.run(sox, input: Data())
      #expect(made.status == 0, "\(made.talk)")
      return file
    }
    let told = try program.run(browser("speaking", served, files), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    served.program.interrupt()
    _ = served.program.end()
  }

  // MARK: The ride

  /// Five stops, 400 m and 20 s apart, at which a bus leaves every ten seconds of the next minutes.
  private func importFeed() throws {
    let feed = folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    let midnight = Calendar.gregorianInUTC.startOfDay(for: Date())
    let now = Int(Date().timeIntervalSince(midnight))
    func clock(_ seconds: Int) -> String {
      String(format: "%02d:%02d:%02d", seconds / 3600, seconds % 3600 / 60, seconds % 60)
    }
    var trips = "route_id,service_id,trip_id\n"
    var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    for start in stride(from: now, to: now + 600, by: 10) {
      trips += "r,daily,t\(start)\n"
      for stop in 0..<5 {
        let time = clock(start + 20 * stop)
        times += "t\(start),\(time),\(time),s\(stop),\(stop)\n"
      }
    }
    let names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]
    let stops = names.enumerated().map { "s\($0),\($1),\(Self.place($0).lat),\(Self.place($0).lon)\n" }.joined()
    let files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,Lines,http://example.org,UTC\n",
      "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n" + stops,
      "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,1,7,3\n",
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260101,20991231

      """,
      "trips.txt": trips, "stop_times.txt": times,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: feed.appending(path: name)) }
    let imported = try program.run("feed", "import", feed.path, "--name", "own")
    #expect(imported.status == 0, "\(imported.talk)")
  }

  /// 400 m of latitude are 0.0035972 degrees.
  private static func place(_ stop: Double) -> (lat: Double, lon: Double) { (48 + stop * 0.003_597_2, 14) }
  private static func place(_ stop: Int) -> (lat: Double, lon: Double) { place(Double(stop)) }

  /// A reminder for a ride that begins soon, and the places of its rider, a second each: `[instant, lat, lon]`.
  private func setRide() throws -> URL {
    let formatter = ISO8601DateFormatter()
    let set = try program.run(
      "new", "--from", "Alpha", "--to", "Epsilon", "--mode", "stations", "--interval", "2 stops", "--depart",
      formatter.string(from: Date() + 45), "--yes", "--json")
    #expect(set.status == 0, "\(set.talk)")
    let anchor = try #require(set.object?["anchor"] as? [String: Any])
    let written = try #require(anchor["departure"] as? String)
    let departure = try #require(formatter.date(from: written))
    let track = (-40...80).map { second -> [Double] in
      let place = Self.place(max(0, Double(second)) / 20)
      return [departure.timeIntervalSince1970 + Double(second), place.lat, place.lon]
    }
    let file = folder.appending(path: "track.json")
    try JSONSerialization.data(withJSONObject: track).write(to: file)
    return file
  }

  @Test("follows a ride by the browser's position, shows three alerts, rings, and is silent when the rider is off")
  func ride() throws {
    try importFeed()
    let served = try serve()
    let told = try program.run(browser("ride", served, [setRide().path]), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    served.program.interrupt()
    _ = served.program.end()
  }

  @Test("rings alone, once, when the server is killed before the last call, and nothing is doubled when it is back")
  func lostLine() throws {
    try importFeed()
    var served = try serve()
    let port = try #require(Int(served.address.split(separator: ":").last ?? ""))
    let browser = try browser("lost-line", served, [setRide().path])
    let (output, talk) = (folder.appending(path: "browser.out"), folder.appending(path: "browser.err"))
    for file in [output, talk] { try Data().write(to: file) }
    browser.standardOutput = try FileHandle(forWritingTo: output)
    browser.standardError = try FileHandle(forWritingTo: talk)
    try browser.run()
    func has(_ word: String) -> Bool {
      (try? String(contentsOf: output, encoding: .utf8))?.contains(word) == true
    }
    Patience.wait { !browser.isRunning || has("KILL") }
    served.program.kill()
    Patience.wait { !browser.isRunning || has("BACK") }
    if browser.isRunning { served = try serve(port: port) }
    browser.waitUntilExit()
    #expect(browser.terminationStatus == 0, "\((try? String(contentsOf: talk, encoding: .utf8)) ?? "")")
    served.program.interrupt()
    _ = served.program.end()
    // What the page has rung stands in the ledger, delivered and once.
    let rows = try DatabaseQueue(path: program.database.path).read { database in
      try String.fetchAll(database, sql: "SELECT status || ' ' || repeats FROM ledger WHERE level = 3")
    }
    #expect(rows == ["delivered 0"])
  }
}

extension Calendar {
  fileprivate static var gregorianInUTC: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
