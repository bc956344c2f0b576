import Foundation
import Journey
import Testing

@Suite("The onboard command") struct OnboardCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  /// A rider on the 08:00 of the demonstration network, two minutes late, with a fix each half minute along its way.
  private func ride() throws -> String {
    let found = try program.run([
      "rides", "demo:linz-hbf", "demo:hagenberg", "--limit", "1", "--json", "--now", Program.now,
    ])
    let ride = try #require((found.object?["rides"] as? [[String: Any]])?.first)
    let line = try #require(ride["shape"] as? [[Double]]).map { Position(latitude: $0[0], longitude: $0[1]) }
    let stops = try #require(ride["stops"] as? [[String: Any]]).prefix(8)
    let iso = ISO8601DateFormatter()
    let calls = try stops.map { stop in
      let time = try #require((stop["departure"] ?? stop["arrival"]) as? String)
      return (at: try #require(iso.date(from: time)), metres: try #require(stop["metres"] as? Double))
    }
    var fixes: [[String: Any]] = []
    for (one, two) in zip(calls, calls.dropFirst()) {
      let seconds = two.at.timeIntervalSince(one.at)
      for second in stride(from: 0.0, to: seconds, by: 30) {
        let place = Self.place(on: line, at: one.metres + second / seconds * (two.metres - one.metres))
        fixes.append([
          "t": one.at.timeIntervalSince(calls[0].at) + second, "lat": place.latitude, "lon": place.longitude,
          "accuracy": 12,
        ])
      }
    }
    let file = program.folder.appending(path: "ride.json")
    let record: [String: Any] = ["id": "ride", "start": iso.string(from: calls[0].at + 120), "fixes": fixes]
    try JSONSerialization.data(withJSONObject: record).write(to: file)
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

  @Test("names the trip that a rider is on, how late it is and where it comes next")
  func names() throws {
    let outcome = try program.run(["onboard", "--json", try ride()])
    #expect(outcome.status == 0, "\(outcome.talk)")
    let last = try #require(outcome.objects.last)
    #expect(last["schema"] as? String == "alight.onboard/1")
    #expect((last["ride"] as? [String: Any])?["trip_id"] as? String == "1-out-0800")
    #expect(abs((last["delay_s"] as? Double ?? 0) - 120) < 60)
    #expect(last["next_stop"] is String)
    let times = outcome.objects.compactMap { $0["t"] as? Double }
    #expect(times == times.sorted())
    let words = try program.run(["onboard", try ride()])
    #expect(words.output.contains("2 min late"))
  }

  @Test("a reminder begins with the ride that one is on, and tells where it does not go")
  func reminder() throws {
    let now = "2026-12-01T08:24:00+01:00"
    let options = ["new", "--onboard", "--track", try ride(), "--now", now, "--interval", "two stops"]
    let set = try program.run(options + ["--to", "hagenberg", "--yes", "--json"])
    #expect(set.status == 0, "\(set.talk)")
    #expect(set.talk.contains("You are on line 1; the next stop is"))
    let trip = (set.object?["route"] as? [String: Any])?["trip_id"] as? String
    #expect(trip == "1-out-0800", "\(set.output)")
    let elsewhere = try program.run(options + ["--to", "linz hbf", "--no-input"])
    #expect(elsewhere.talk.contains("The ride that you are on does not go there"), "\(elsewhere.talk)")
    #expect(try program.run(["new", "--onboard", "--from", "linz hbf"]).status == 64)
  }

  @Test("whoever says that they are on the bus is asked only what is left")
  func said() throws {
    let options = ["new", "--track", try ride(), "--now", "2026-12-01T08:24:00+01:00"]
    func trip(_ answers: String...) throws -> (trip: String?, talk: String) {
      let outcome = try program.run(options + ["--json"], input: Data(answers.map { $0 + "\n" }.joined().utf8))
      let route = outcome.object?["route"] as? [String: Any]
      return (route?["trip_id"] as? String, outcome.talk)
    }
    let set = try trip("I'm on the bus to Hagenberg, two stops before", "yes")
    #expect(set.trip == "1-out-0800", "\(set.talk)")
    #expect(set.talk.contains("You are on line 1; the next stop is"))
    // Where they got on is known to them alone; the ride is the same.
    let from = try trip("I'm on line 1 from Linz Hauptbahnhof to Hagenberg, two stops before", "yes")
    #expect(from.trip == "1-out-0800", "\(from.talk)")
    let later = try trip("I'm on the bus to Hagenberg, two stops before", "later", "yes")
    #expect(later.trip != nil && later.trip != "1-out-0800", "\(later.talk)")
    let other = try trip("I'm on line 99 to Hagenberg, two stops before")
    #expect(other.talk.contains("no ride of line 99"), "\(other.talk)")
    let unknown = try program.run(["new", "--now", Program.now], input: Data("I'm on the bus\n".utf8))
    #expect(unknown.talk.contains("without your position"), "\(unknown.talk)")
  }

  @Test(
    "tells what is wrong with a file",
    arguments: [
      ("{", 65, "it is not JSON"), (#"{"id":"a","start":"2026-12-01T08:00:00+01:00","fixes":[]}"#, 65, "has no fix"),
      (#"{"id":"a","start":"yesterday","fixes":[{"t":0,"lat":1,"lon":1}]}"#, 65, "no instant"),
      (#"{"id":"a","fixes":[]}"#, 65, "it has no \"start\""),
    ])
  func wrong(_ text: String, _ status: Int32, _ cause: String) throws {
    let file = program.folder.appending(path: "case.json")
    try Data(text.utf8).write(to: file)
    let outcome = try program.run(["onboard", file.path])
    #expect(outcome.status == status)
    #expect(outcome.talk.contains(cause), "\(outcome.talk)")
    #expect(try program.run(["onboard", file.path + ".gone.json"]).status == 66)
  }
}
