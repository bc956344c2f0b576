import Foundation
import Testing
import Timetable

@testable import alight

@Suite("The progress of an import")
struct ImportProgressTests {
  @Test("is a bar with rows and the time left") func bar() {
    func bar(_ fraction: Double, _ seconds: Double) -> String {
      ImportProgressLine.bar(
        ImportProgress(file: "stop_times.txt", rows: 120_000, fraction: fraction), after: seconds)
    }
    #expect(bar(0.5, 3) == "[##########----------]  50 %  stop_times.txt  120000 rows  3 s left")
    #expect(bar(0.1, 60) == "[##------------------]  10 %  stop_times.txt  120000 rows  9 min left")
    #expect(bar(0.01, 1) == "[--------------------]  1 %  stop_times.txt  120000 rows")
    #expect(bar(1, 4) == "[####################]  100 %  stop_times.txt  120000 rows  0 s left")
  }

  @Test(
    "is shown on a terminal while a large feed is read, and is gone afterwards",
    .enabled(if: Tmux.isInstalled, "needs tmux"))
  func onTerminal() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try Self.writeLargeFeed(to: program.folder.appending(path: "large"))
    let tmux = try Tmux(program)
    defer { tmux.cleanUp() }
    let folder = program.folder.path
    try tmux.command("alight feed import '\(folder)/large' --timetable '\(folder)/large.sqlite'")
    let during = try #require(tmux.wait { $0.contains("#-") && $0.contains(" left") })
    #expect(during.contains("stop_times.txt  ") && during.contains(" rows  "), "\(during)")
    let after = try #require(tmux.wait(for: "100000 stop times"))
    #expect(!after.contains("#-") && !after.contains(" left"), "\(after)")
  }

  /// 10,000 trips of ten stops.
  private static func writeLargeFeed(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let header = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date"
    var stops = "stop_id,stop_name,stop_lat,stop_lon\n"
    var trips = "route_id,service_id,trip_id\n"
    var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    for stop in 0..<10 { stops += "s\(stop),Stop \(stop),48.\(stop + 10),14.3\n" }
    for trip in 0..<10_000 {
      trips += "r,d,t\(trip)\n"
      for stop in 0..<10 {
        let time = "1\(trip % 10):2\(stop):00"
        times += "t\(trip),\(time),\(time),s\(stop),\(stop)\n"
      }
    }
    let files = [
      "agency.txt": "agency_name,agency_url,agency_timezone\nA,https://example.org,Europe/Vienna\n",
      "routes.txt": "route_id,route_short_name,route_type\nr,1,3\n",
      "calendar.txt": "\(header)\nd,1,1,1,1,1,1,1,20260101,20271231\n",
      "stops.txt": stops, "trips.txt": trips, "stop_times.txt": times,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
  }
}
