import Foundation
import Journey
import Testing

@Suite("A record from elsewhere")
struct ReminderRecordTests {
  private static let whole = """
    {"schema":"alight.reminder/1","id":"0A000000-0000-4000-8000-000000000001","revision":2,"createdAt":"2026-12-01T07:00:00Z",
    "origin":{"name":"A","lat":48.1,"lon":14.1},"destination":{"name":"C","lat":48.3,"lon":14.3},
    "route":{"line":"1","serviceDay":"2026-12-01","zone":"Europe/Vienna","demonstration":false,"shape":[],"stops":[
    {"name":"A","lat":48.1,"lon":14.1,"metres":0,"departure":"2026-12-01T07:00:00Z"},
    {"name":"B","lat":48.2,"lon":14.2,"metres":900,"arrival":"2026-12-01T07:10:00Z"},
    {"name":"C","lat":48.3,"lon":14.3,"metres":1800,"arrival":"2026-12-01T07:20:00Z"}]},
    "mode":"stations","interval":{"value":1,"unit":"stops"},"anchor":{"zone":"Europe/Vienna"},"status":"on","provenance":{},
    "levels":[{"level":1,"trigger":{"type":"reached","stop":1},"channels":["notification"]},
    {"level":2,"trigger":{"type":"timeLeft","seconds":60},"channels":["notification"]},
    {"level":3,"trigger":{"type":"all","of":[{"type":"passed","stop":1}]},"channels":["alarm"]}]}
    """

  @Test("is read when it is sound, whatever else it holds")
  func sound() throws {
    let reminder = try Reminder(record: Data(Self.whole.replacing("\"status\"", with: "\"more\":{},\"status\"").utf8))
    #expect(reminder.revision == 2 && reminder.ride.stops.count == 3)
  }

  @Test(
    "is refused with the field that cannot be",
    arguments: [
      ("alight.reminder/1", "alight.reminder/3", "schema is alight.reminder/3"),
      ("alight.reminder/1", "alight.reminder/2", "origin: is given, which alight.reminder/2 has none of"),
      ("\"revision\":2", "\"revision\":0", "revision"), ("\"revision\":2", "\"revision\":\"2\"", "revision"),
      ("\"revision\":2,", "", "revision"), ("0A000000-", "0A-", "id"),
      ("2026-12-01T07:00:00Z\",\n", "soon\",\n", "ISO8601"),
      ("\"lat\":48.2", "\"lat\":91", "route.stops[1].lat"), ("\"name\":\"B\"", "\"name\":\" \"", "route.stops[1].name"),
      ("\"name\":\"B\"", "\"name\":\"\\u001b[2J\"", "is empty"),
      ("\"metres\":1800", "\"metres\":100", "less than"),
      ("\"unit\":\"stops\"", "\"unit\":\"metres\"", "interval.unit"), ("\"value\":1", "\"value\":0", "interval.value"),
      ("\"value\":1", "\"value\":100000000000000000000", "JSON"),
      ("\"mode\":\"stations\"", "\"mode\":\"smell\"", "mode"),
      ("\"stop\":1},\"channels\"", "\"stop\":3},\"channels\"", "levels[0].trigger.stop: names stop 3"),
      ("\"seconds\":60", "\"seconds\":-1", "levels[1].trigger.seconds"),
      ("\"seconds\":60", "\"seconds\":1e300", "seconds"),
      ("\"level\":2", "\"level\":3", "levels"), ("[\"alarm\"]", "[]", "levels[2].channels"),
      ("[{\"type\":\"passed\",\"stop\":1}]", "[]", "levels[2].trigger.of"),
      ("\"zone\":\"Europe/Vienna\",\"demo", "\"zone\":\"Europe/Atlantis\",\"demo", "route.zone"),
      ("\"serviceDay\":\"2026-12-01\"", "\"serviceDay\":\"today\"", "route.serviceDay"),
      ("2026-12-01T07:20:00Z", "2026-12-01T06:20:00Z", "route.stops"),
      ("2026-12-01T07:20:00Z", "2099-12-01T06:20:00Z", "31 days"),
      ("\"provenance\":{}", "\"provenance\":{\"to\":{\"method\":\"voice\",\"score\":7}}", "provenance.to.score"),
      ("\"status\":\"on\"", "\"status\":null", "status"), ("{\"schema\"", "{\"schema\":1,\"schema", "JSON"),
    ])
  func refused(part: String, by other: String, word: String) throws {
    let record = Self.whole.replacing(part, with: other)
    #expect(record != Self.whole)
    do {
      _ = try Reminder(record: Data(record.utf8))
      Issue.record("\(other) was taken")
    } catch {
      #expect(error.description.contains(word), "\(error)")
    }
  }

  @Test("nested beyond all reason is refused and crashes nothing", arguments: [20, 5000])
  func nested(depth: Int) throws {
    let trigger =
      String(repeating: "{\"type\":\"any\",\"of\":[", count: depth) + "{\"type\":\"reached\",\"stop\":1}"
      + String(repeating: "]}", count: depth)
    let record = Self.whole.replacing("{\"type\":\"timeLeft\",\"seconds\":60}", with: trigger)
    #expect(throws: RecordError.self) { try Reminder(record: Data(record.utf8)) }
  }

  @Test("gives the circle that comes nearest to each trigger")
  func circles() throws {
    let ride = try Reminder(record: Data(Self.whole.utf8)).ride
    #expect(ride.circle(of: .timeLeft(seconds: 60)) == nil)
    #expect(ride.circle(of: .reached(stop: 1))?.stop.name == "B")
    #expect(ride.circle(of: .passed(stop: 1))?.crossing == .leaving)
    #expect(ride.circle(of: .approaching(stop: 0, seconds: 90, metres: 300))?.metres == 300)
    let near = ride.circle(of: .all([.within(metres: 500, measured: .around), .passed(stop: 1)]))
    #expect(near?.stop.name == "C" && near?.metres == 500 && near?.crossing == .arriving)
    #expect(ride.circle(of: .all([.passed(stop: 1), .timeLeft(seconds: 90)]))?.stop.name == "B")
  }
}
