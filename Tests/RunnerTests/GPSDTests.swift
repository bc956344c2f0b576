import Foundation
import Testing

@testable import Devices

@Suite("What gpsd sends")
struct GPSDMessageTests {
  private func message(_ text: String) throws -> GPSDMessage { try GPSDMessage(line: Data(text.utf8)) }

  @Test("is a position where the receiver has one, with an error that the engine counts alike")
  func report() throws {
    let found = try message(
      #"{"class":"TPV","mode":3,"time":"2026-11-22T09:17:05.000Z","lat":48.2904,"lon":14.29,"eph":19.0,"speed":10.289}"#
    )
    let report = try #require(found.report)
    #expect(report.time == Date(timeIntervalSince1970: 1_795_339_025))
    #expect(report.position.latitude == 48.2904 && report.position.longitude == 14.29)
    #expect(abs((report.accuracy ?? 0) - 11.7) < 0.05)
    #expect(report.speed == 10.289)
    // Without one of the whole, the errors of both sides are one of a diagonal.
    let sides = try message(#"{"class":"TPV","mode":2,"lat":48.29,"lon":14.29,"epx":3,"epy":4}"#)
    #expect(abs((sides.report?.accuracy ?? 0) - 5 * 1.51 / 2.45) < 0.001)
    #expect(sides.report?.time == nil)
  }

  @Test(
    "is none while the receiver sees no satellites, or speaks of other things",
    arguments: [
      #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":1,"lat":48.29,"lon":14.29}"#, #"{"class":"TPV","mode":3}"#,
      #"{"class":"SKY","satellites":[]}"#, #"{"class":"VERSION","release":"3.22"}"#,
    ])
  func none(text: String) throws {
    #expect(try message(text).report == nil)
  }

  @Test("tells which receivers can be asked for another pace: those whose shortest one it names")
  func paces() throws {
    let one = try message(#"{"class":"DEVICE","path":"/dev/ttyUSB0","cycle":1.0,"mincycle":0.25}"#)
    #expect(one.switchable == [.init(path: "/dev/ttyUSB0", mincycle: 0.25)])
    let list = try message(
      #"{"class":"DEVICES","devices":[{"path":"/dev/a","cycle":1.0},{"path":"/dev/b","mincycle":1}]}"#)
    #expect(list.switchable.map(\.path) == ["/dev/b"])
    #expect(try message(#"{"class":"DEVICE","path":"/dev/pts/1","cycle":1.0}"#).switchable.isEmpty)
  }

  @Test(
    "that is no message of gpsd is an error", arguments: ["", "HTTP/1.1 400 Bad Request", "{", "[]", "{\"lat\":1}"])
  func foreign(text: String) {
    #expect(throws: DecodingError.self) { try message(text) }
  }
}

@Suite("The clock of a receiver")
struct ReceiverClockTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("is put on the machine's, by the least delay", arguments: [0.0, -2000, 95])
  func offset(apart: Double) {
    var clock = ReceiverClock()
    let delays = [0.4, 0.1, 0.9, 0.3, 2.5, 0.2]
    let instants = delays.enumerated().map { second, delay in
      let taken = start.addingTimeInterval(Double(second))
      return clock.instant(of: taken.addingTimeInterval(apart), received: taken.addingTimeInterval(delay))
    }
    // From the quickest message on, each position has the moment when it was taken, and that message's delay.
    for second in 1..<delays.count {
      #expect(abs((instants[second]?.timeIntervalSince(start) ?? 0) - Double(second) - 0.1) < 0.001)
    }
  }

  @Test(
    "that is years off is believed when several messages agree, and not at the first",
    arguments: [-619_315_200.0, 2_208_988_800, 5000, -4000], [nil, 0.0])
  func years(apart: Double, offset: Double?) {
    var clock = ReceiverClock(offset: offset)
    let instants = (0..<20).map { second in
      let now = start.addingTimeInterval(Double(second))
      return clock.instant(of: now.addingTimeInterval(apart), received: now)
    }
    // What is old stays old; nothing is taken for new.
    #expect(instants.prefix(4).allSatisfy { $0.map { $0 < start.addingTimeInterval(-3600) } ?? true })
    for second in 5..<20 { #expect(instants[second] == start.addingTimeInterval(Double(second))) }
  }

  @Test("one message of another age is never of now, and leaves the clock as it was")
  func once() {
    var clock = ReceiverClock(offset: 0)
    for second in 0..<10 {
      let now = start.addingTimeInterval(Double(second))
      #expect(clock.instant(of: now, received: now) == now)
      #expect(clock.instant(of: Date(timeIntervalSince1970: 3_976_214_400), received: now) == nil)
    }
  }

  @Test("leaves what was kept back for a while where it was taken, and follows when one of the clocks is set")
  func late() {
    var clock = ReceiverClock()
    _ = clock.instant(of: start, received: start)
    let old = clock.instant(of: start.addingTimeInterval(1), received: start.addingTimeInterval(40))
    #expect(old == start.addingTimeInterval(1))
    var last = old
    for second in 41...50 {
      let received = start.addingTimeInterval(Double(second) + 100)
      last = clock.instant(of: start.addingTimeInterval(Double(second)), received: received)
    }
    #expect(last == start.addingTimeInterval(150))
    #expect(clock.instant(of: nil, received: start) == start)
  }
}
