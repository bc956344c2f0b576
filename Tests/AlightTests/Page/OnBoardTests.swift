#if Page
import Foundation
import TestServers
import Testing

@Suite("Who is on board with the page in hand", .tags(.alone))
struct OnBoardTests {
  /// Twelve stops, 400 m and a minute apart, due north.
  private static let stops = 12
  private static func place(_ stop: Double) -> (lat: Double, lon: Double) { (48 + stop * 0.003_597_2, 14) }

  /// A bus of line 7 each twenty minutes, one of which left its first stop five and a half minutes ago: with where it was since then.
  private func importFeed(_ program: Program) throws -> [[Double]] {
    let now = Date()
    // Of the day before in the first hour of a day, so that the bus has not left before its day began.
    let midnight = Calendar.gregorianInUTC.startOfDay(for: now - 3600)
    let left = Int(now.timeIntervalSince(midnight)) - 330
    func clock(_ seconds: Int) -> String {
      String(format: "%02d:%02d:%02d", seconds / 3600, seconds % 3600 / 60, seconds % 60)
    }
    var (trips, times) = (
      "route_id,service_id,trip_id,direction_id\n", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    )
    for number in -2...2 {
      trips += "r,daily,t\(number),0\n"
      for stop in 0..<Self.stops {
        let time = clock(left + 1200 * number + 60 * stop)
        times += "t\(number),\(time),\(time),s\(stop),\(stop)\n"
      }
    }
    let stops: String = (0..<Self.stops).map { number -> String in
      let place = Self.place(Double(number))
      return "s\(number),Stop \(number),\(place.lat),\(place.lon)\n"
    }.joined()
    let files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,Lines,http://example.org,UTC\n",
      "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n" + stops,
      "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,1,7,3\n",
      "calendar.txt":
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\ndaily,1,1,1,1,1,1,1,20260101,20991231\n",
      "trips.txt": trips, "stop_times.txt": times,
    ]
    let feed = program.folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: feed.appending(path: name)) }
    let imported = try program.run("feed", "import", feed.path, "--name", "own")
    #expect(imported.status == 0, "\(imported.talk)")
    return stride(from: 330.0, through: 15, by: -15).map { ago in
      let place = Self.place((330 - ago) / 60)
      return [(now - ago).timeIntervalSince1970, place.lat, place.lon]
    }
  }

  @Test("presses a button, and is asked only where they get off and how long before")
  func found() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "track.json")
    try JSONSerialization.data(withJSONObject: importFeed(program)).write(to: file)
    let told = try PageVisit.run("on-board", program, [file.path])
    #expect(told.status == 0, "\(told.talk)")
  }

  /// A live feed that says nothing yet: a header of version 2.0, made now.
  private func emptyFeed() -> Data {
    var rest = Int(Date().timeIntervalSince1970)
    var made: [UInt8] = []
    while rest >= 0x80 {
      made.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    let header: [UInt8] = [0x0a, 3] + Array("2.0".utf8) + [0x18] + made + [UInt8(rest)]
    return Data([0x0a, UInt8(header.count)] + header)
  }

  @Test("sees that the ride is cancelled for as long as it is, and not only when that is told")
  func cancelled() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try importFeed(program)
    let feed = program.folder.appending(path: "feed.pb")
    try emptyFeed().write(to: feed)
    let added = try program.run("live", "add", "own", feed.path, "--every", "10s", "--force")
    #expect(added.status == 0, "\(added.talk)")
    // The next bus but one leaves in fourteen minutes.
    let set = try program.run(
      "new", "--from", "Stop 0", "--to", "Stop 11", "--mode", "time", "--interval", "3 minutes", "--depart",
      ISO8601DateFormatter().string(from: Date() + 600), "--yes")
    #expect(set.status == 0, "\(set.talk)")
    let told = try PageVisit.run("disrupted", program, [feed.path])
    #expect(told.status == 0, "\(told.talk)")
  }
}
#endif
