import Foundation
import TestServers
import Testing

@Suite("A ride that a receiver is on", .serialized)
struct ReceiverTests {
  @Test(
    "is followed, also when the receiver goes away for a while",
    .enabled(if: Receiver.isInstalled, "gpsd and gpsd-clients are not installed"))
  func followed() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run("--json", lines: "from linz hbf to hagenberg 250 metres before", "yes")
    let id = try #require(made.object?["id"] as? String, "\(made.talk)")
    let track = try ReceiverLog.lastLeg(of: made.output, program)
    #expect(track.count > 30)
    let port = try Broker.freePort()
    let log = program.folder.appending(path: "ride.nmea")
    try ReceiverLog.text(Array(track.prefix(8)), from: Date()).write(to: log, atomically: true, encoding: .utf8)
    var receiver = try Receiver(log, port: port)
    let live = try LiveProgram(
      program, ["run", "--reminder", id, "--position", "gpsd://localhost:\(port)", "--once", "--json"])
    live.wait(for: "There is a position", times: 1)
    // It stands at a stop then, so that a slow machine has time before an alert would be estimated.
    let gone = "No position from gpsd at localhost:\(port)"
    let before = live.talk.components(separatedBy: gone).count
    receiver.switchOff()
    live.wait(for: gone, times: before)
    try ReceiverLog.text(Array(track.dropFirst(14)), from: Date()).write(to: log, atomically: true, encoding: .utf8)
    receiver = try Receiver(log, port: port)
    defer { receiver.switchOff() }
    // The ride goes on for a while at the destination.
    live.wait { live.output.contains("\"level\":3") }
    live.interrupt()
    let outcome = live.end()
    #expect(outcome.status == 130, "\(outcome.talk)")
    let alerts = outcome.objects
    #expect(alerts.compactMap { $0["level"] as? Int } == [1, 2, 3], Comment(rawValue: outcome.output + outcome.talk))
    #expect(alerts.filter { $0["level"] != nil }.allSatisfy { $0["estimated"] as? Bool == false })
    #expect(outcome.talk.components(separatedBy: "There is a position, from gpsd").count == 3, "\(outcome.talk)")
  }

  @Test("that does not answer is told once with its cause, and the clock decides")
  func refused() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("--json", lines: "from linz hbf to hagenberg five minutes before", "yes")
    let live = try LiveProgram(program, ["run", "--position", "gpsd://localhost:9"])
    live.wait(for: "No position from gpsd at localhost:9", times: 1)
    // Two more tries.
    usleep(3_500_000)
    live.interrupt()
    let outcome = live.end()
    #expect(outcome.status == 130)
    #expect(outcome.talk.components(separatedBy: "No position").count == 2, "\(outcome.talk)")
    #expect(outcome.talk.contains("refused"), "\(outcome.talk)")
  }

  @Test(
    "is named in one of a few ways",
    arguments: ["gps", "gpsd://", "gpsd://host:0", "gpsd://host:70000", "http://host", "gpsd://host/path", ""])
  func named(text: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("run", "--position", text)
    #expect(outcome.status == 64)
    #expect(outcome.talk.contains("--position"))
  }
}
