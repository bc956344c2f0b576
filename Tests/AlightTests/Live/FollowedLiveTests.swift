import Foundation
import Testing

@Suite("A ride that live feeds speak of", .enabled(if: Program.readsLiveFeeds, "Alight was built without live feeds"))
struct FollowedLiveTests {
  private let program: Program
  private let server: FeedServer
  /// Fourteen minutes before the 08:00 of the demonstration network leaves.
  private static let begin = "2026-12-01T07:46:00+01:00"
  private static let made = 1_796_107_560

  init() throws {
    var program = try Program()
    program.environment["XDG_CACHE_HOME"] = program.folder.appending(path: "cache").path
    self.program = program
    server = try FeedServer()
  }

  /// Follows the ride without a position, a minute of it in a moment, while the feed says one thing after the other twice a minute.
  private func follow(_ states: [String]) throws -> [[String: Any]] {
    try prepare(states)
    let run = try program.run(following(from: Self.begin))
    #expect(run.status == 0, "\(run.talk)")
    let schema = try RecordSchema(named: "alight.alert-1")
    for line in run.output.split(separator: "\n") {
      #expect(try schema.problems(with: String(line)) == [])
      #expect(try schema.undescribed(in: String(line)) == [])
    }
    return run.objects
  }

  private func following(from instant: String) -> [String] {
    ["run", "--now", instant, "--speed", "200x", "--once", "--quiet", "--json"]
  }

  private func prepare(_ states: [String]) throws {
    let made = try program.run(
      "new", "--from", "linz hbf", "--to", "hagenberg", "--mode", "time", "--interval", "5 minutes", "--yes",
      "--now", Self.begin)
    #expect(made.status == 0, "\(made.talk)")
    // To be added it is asked for once.
    let address = server.address(
      "evening",
      [
        "made": String(Self.made - 30), "every": "30", "trip": "1-out-0800", "stop": "linz-hbf",
        "states": (states.prefix(1) + states).joined(separator: ","),
      ])
    let added = try program.run("live", "add", "demo", address, "--now", Self.begin)
    #expect(added.status == 0, "\(added.talk)")
    try? FileManager.default.removeItem(at: program.folder.appending(path: "cache"))
  }

  private func told(_ alert: [String: Any]) -> String {
    let level = (alert["level"] as? Int).map { " \($0)" } ?? ""
    return "\(alert["at"] as? String ?? "") \(alert["event"] as? String ?? "")\(level)"
  }

  @Test("is called by the timetable and again by what they say, and what is later is told before")
  func late() throws {
    let alerts = try follow([String](repeating: "0", count: 10) + .init(repeating: "360", count: 190))
    let calls = alerts.filter { $0["event"] as? String == "alert" && $0["level"] as? Int == 3 }
    #expect(calls.count == 2, "\(alerts.map(told))")
    let delayed = try #require(alerts.first)
    #expect(delayed["event"] as? String == "delayed")
    #expect((delayed["text"] as? String)?.contains("6 minutes late: it leaves Linz Hauptbahnhof about 08:06") == true)
    #expect((calls.first?["text"] as? String)?.contains("By the timetable you get off next") == true)
    #expect((calls.last?["text"] as? String)?.contains("Estimated by live times") == true)
    let instants = try calls.map {
      try Date(#require($0["at"] as? String), strategy: .iso8601)
    }
    #expect(instants.last?.timeIntervalSince(instants[0]) == 360)
  }

  @Test("and is cancelled is told at once, with what to take in its place")
  func cancelled() throws {
    let alerts = try follow(["0", "0", "240", "cancel"] + .init(repeating: "cancel", count: 190))
    #expect(alerts.prefix(2).map { $0["event"] as? String } == ["delayed", "cancelled"], "\(alerts.map(told))")
    let text = try #require(alerts.dropFirst().first?["text"] as? String)
    #expect(
      text.contains("reported as cancelled. The next ride there is line 1 from Linz Hauptbahnhof at 08:15"), "\(text)")
    let call = try #require(alerts.last { $0["event"] as? String == "alert" })
    #expect((call["text"] as? String)?.contains("was reported as cancelled: that is by the timetable alone") == true)
  }

  @Test("goes on after a crash between the two calls, and the first one is not told again")
  func killed() throws {
    try prepare([String](repeating: "360", count: 200))
    func calls(_ output: String) throws -> [Date] {
      try output.split(separator: "\n").compactMap { line -> Date? in
        let alert = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard let alert, alert["event"] as? String == "alert", alert["level"] as? Int == 3,
          alert["repeat"] as? Bool == false
        else { return nil }
        return try Date(#require(alert["at"] as? String), strategy: .iso8601)
      }
    }
    let live = try LiveProgram(program, following(from: Self.begin))
    live.wait { live.output.hasSuffix("\n") && ((try? calls(live.output))?.count ?? 0) > 0 }
    live.kill()
    let first = try #require(calls(live.output).first)
    let again = try program.run(following(from: (first + 2).ISO8601Format()))
    #expect(again.status == 0, "\(again.talk)")
    #expect(try calls(again.output) == [first + 360], "\(again.output)")
  }
}
