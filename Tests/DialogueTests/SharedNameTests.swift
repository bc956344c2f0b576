import Conversation
import Dialogue
import Foundation
import Journey
import Testing

@Suite("A name that stops in different places share")
final class SharedNameTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
  private let setting: DialogueSetting

  /// Line 7 calls at two stops of the name, 11 km apart, line 9 at a third. 86 St is at both ends of the town, each on a line of its own.
  init() throws {
    let feed = folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    let lines = ["7": ["A", "B", "oak", "both", "elm", "north"], "9": ["C", "elm", "south"]]
    var files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,Town,http://example.org,Europe/Vienna\n",
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon
      A,Main St,40.0,-74.0
      B,Main St,40.1,-74.0
      C,Main St,40.2,-74.0
      oak,Oak Av,40.15,-74.0
      both,Main St Oak Av,40.151,-74.0
      elm,Elm Plaza,40.3,-74.0
      north,86 St,40.4,-74.0
      south,86 St,40.5,-74.1

      """,
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260101,20271231

      """,
    ]
    var (routes, trips) = ("route_id,agency_id,route_short_name,route_type\n", "route_id,service_id,trip_id\n")
    var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    for (line, stops) in lines.sorted(by: { $0.key < $1.key }) {
      routes += "\(line),1,\(line),3\n"
      trips += "\(line),daily,trip\(line)\n"
      for (place, stop) in stops.enumerated() {
        times += "trip\(line),09:\(place)0:00,09:\(place)0:00,\(stop),\(place + 1)\n"
      }
    }
    files.merge(["routes.txt": routes, "trips.txt": trips, "stop_times.txt": times]) { $1 }
    for (name, text) in files { try text.write(to: feed.appending(path: name), atomically: true, encoding: .utf8) }
    setting = try PageLikeFront.setting(folder, feed: feed)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func labels(_ front: PageLikeFront) -> [String] {
    (front.event?.options ?? []).map(\.label).filter { $0.contains("Main St") || $0.contains("86 St") }
  }

  /// Sets a reminder from the third stop of the name.
  private func ride(_ front: inout PageLikeFront) async throws {
    try await front.choose("town:C")
    try await front.type("elm plaza")
    try await front.choose("time")
    try await front.choose("duration:300s")
    try await front.say(yes: true)
  }

  @Test("is asked about, each place with what tells it apart, and read back so")
  func asked() async throws {
    var front = try PageLikeFront(setting)
    try await front.type("main st")
    #expect(front.event?.event == "choose")
    #expect(
      labels(front).sorted() == ["Main St (line 9)", "Main St (near Oak Av, A)", "Main St (near Oak Av, B)"])
    try await front.type("the one on line 9")
    try await front.type("elm plaza")
    try await front.choose("time")
    try await front.choose("duration:300s")
    #expect(front.event?.text?.hasPrefix("From Main St (line 9) to Elm Plaza with line 9") == true)
    try await front.say(yes: true)
    let reminder = try #require(try setting.store.reminders(at: PageLikeFront.now).first)
    #expect(reminder.origin?.id == "town:C" && reminder.origin?.name == "Main St (line 9)")
  }

  @Test("is told apart by the lines where each place has its own")
  func lines() async throws {
    var front = try PageLikeFront(setting)
    try await front.type("86th street")
    #expect(labels(front).sorted() == ["86 St (line 7)", "86 St (line 9)"])
    try await front.type("9")
    #expect(front.ends.from?.id == "town:south")
  }

  @Test(
    "is asked about no more where the answer tells which",
    arguments: ["Main St (line 9)", "main st near elm plaza", "main st 9"])
  func told(answer: String) async throws {
    var front = try PageLikeFront(setting)
    try await front.type(answer)
    #expect(front.ends.from?.id == "town:C")
  }

  @Test("means the one that a ride reaches")
  func reached() async throws {
    var front = try PageLikeFront(setting)
    try await front.choose("town:C")
    #expect(front.ends.from?.name == "Main St (line 9)")
    try await front.type("86 st")
    #expect(front.ends.to?.id == "town:south")
  }

  @Test("is told apart in the list of offered stops as well, and what was ridden before comes first")
  func offered() async throws {
    var front = try PageLikeFront(setting)
    #expect(Set(labels(front)).count == labels(front).count)
    try await ride(&front)
    var second = try PageLikeFront(setting)
    try await second.type("main st")
    #expect(second.event?.options?.first?.value == "town:C")
    // What was chosen from the list is asked again the next time: the name is not learned.
    try await ride(&second)
    var third = try PageLikeFront(setting)
    try await third.type("main st")
    #expect(third.event?.event == "choose")
  }

  @Test(
    "is not told apart by what was said of something else",
    arguments: ["from 86 st to elm plaza, 9 minutes before", "from 86 st to elm plaza at 9"])
  func besides(answer: String) async throws {
    var front = try PageLikeFront(setting)
    try await front.type(answer)
    #expect(front.event?.event == "choose" && labels(front).sorted() == ["86 St (line 7)", "86 St (line 9)"])
  }

  @Test("gives way to a stop that is called just so")
  func realName() async throws {
    var front = try PageLikeFront(setting)
    try await front.type("main st oak av")
    #expect(front.ends.from?.id == "town:both")
  }
}
