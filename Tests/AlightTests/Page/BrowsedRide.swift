#if Page
import Foundation
import TestServers
import Testing

/// A rider with the page open: a server with a feed of its own, a reminder for a ride that begins soon, and a browser that plays it.
final class BrowsedRide {
  let program: Program
  private(set) var server: PageVisit.Served
  private let browser: Process
  private let track: URL
  private let output: URL
  private let talkFile: URL

  /// - Parameters:
  ///   - options: Of the server.
  ///   - arguments: Of the scenario, behind its track.
  init(_ scenario: String, options: [String] = [], _ arguments: [String] = []) throws {
    program = try Program()
    try Self.importFeed(program)
    server = try PageVisit.serve(program, port: 0, options)
    track = program.folder.appending(path: "track.json")
    browser = try PageVisit.browser(program, scenario, server, [track.path] + arguments)
    (output, talkFile) = (program.folder.appending(path: "browser.out"), program.folder.appending(path: "browser.err"))
    for file in [output, talkFile] { try Data().write(to: file) }
    browser.standardOutput = try FileHandle(forWritingTo: output)
    browser.standardError = try FileHandle(forWritingTo: talkFile)
    try browser.run()
  }

  var isRunning: Bool { browser.isRunning }
  var talk: String { (try? String(contentsOf: talkFile, encoding: .utf8)) ?? "" }

  /// Sets the ride once the browser is there: it begins soon.
  func begin() throws {
    wait(for: "READY")
    try Self.setRide(program, track)
  }

  /// Waits until the browser has said a word, or has ended.
  func wait(for word: String) {
    Patience.wait { !isRunning || (try? String(contentsOf: output, encoding: .utf8))?.contains(word) == true }
  }

  /// Starts a server where the one was that was killed.
  func serveAgain() throws {
    let port = try #require(Int(server.address.split(separator: ":").last ?? ""))
    server = try PageVisit.serve(program, port: port)
  }

  /// Waits for the browser's end, and ends the server.
  /// - Returns: The browser's exit code.
  func end() -> Int32 {
    browser.waitUntilExit()
    server.program.interrupt()
    _ = server.program.end()
    return browser.terminationStatus
  }

  func cleanUp() {
    if browser.isRunning { browser.terminate() }
    program.cleanUp()
  }

  private static let secondsApart = 30

  /// Five stops, 400 m and half a minute apart, at which a bus leaves every ten seconds of the next minutes.
  private static func importFeed(_ program: Program) throws {
    let feed = program.folder.appending(path: "feed")
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
        let time = clock(start + secondsApart * stop)
        times += "t\(start),\(time),\(time),s\(stop),\(stop)\n"
      }
    }
    let names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]
    let stops = names.enumerated().map { "s\($0),\($1),\(place($0).lat),\(place($0).lon)\n" }.joined()
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
    let castle = place(2.5)
    let notes = program.folder.appending(path: "notes.csv")
    try Data("name,lat,lon\nCastle,\(castle.lat),\(castle.lon)\nElsewhere,10,10\n".utf8).write(to: notes)
    #expect(try program.run("notes", "import", notes.path).status == 0)
  }

  /// 400 m of latitude are 0.0035972 degrees.
  private static func place(_ stop: Double) -> (lat: Double, lon: Double) { (48 + stop * 0.003_597_2, 14) }
  private static func place(_ stop: Int) -> (lat: Double, lon: Double) { place(Double(stop)) }

  /// A reminder for a ride that begins soon, and the places of its rider, a second each: `[instant, lat, lon]`.
  private static func setRide(_ program: Program, _ file: URL) throws {
    let formatter = ISO8601DateFormatter()
    let set = try program.run(
      "new", "--from", "Alpha", "--to", "Epsilon", "--mode", "stations", "--interval", "2 stops", "--depart",
      formatter.string(from: Date() + 45), "--yes", "--json")
    #expect(set.status == 0, "\(set.talk)")
    let anchor = try #require(set.object?["anchor"] as? [String: Any])
    let written = try #require(anchor["departure"] as? String)
    let departure = try #require(formatter.date(from: written))
    let track = (-40...4 * secondsApart).map { second -> [Double] in
      let place = place(max(0, Double(second)) / Double(secondsApart))
      return [departure.timeIntervalSince1970 + Double(second), place.lat, place.lon]
    }
    try JSONSerialization.data(withJSONObject: track).write(to: file, options: .atomic)
  }
}

extension Calendar {
  static var gregorianInUTC: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
#endif
