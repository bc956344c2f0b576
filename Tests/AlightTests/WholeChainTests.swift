import Devices
import Following
import Foundation
import Storage
import TestServers
import Testing

/// All that is around a rider's program, none of it a double: gpsd with a receiver, a desktop and a loudspeaker.
private final class Surroundings {
  let program: Program
  let desktop: Desktop
  let recording: SpeakerRecording
  /// Of gpsd.
  let port: Int
  private let room: VoiceRoom
  private let database: URL
  private var receiver: Receiver?

  static var areInstalled: Bool { Receiver.isInstalled && Desktop.isInstalled && VoiceRoom.isInstalled }

  init() throws {
    var program = try Program()
    port = try Broker.freePort()
    room = try VoiceRoom()
    desktop = try Desktop()
    database = program.folder.appending(path: "rider.sqlite")
    program.environment = room.environment.merging(desktop.environment) { room, _ in room }
    program.environment["ALIGHT_DATABASE"] = database.path
    self.program = program
    recording = try SpeakerRecording(room, into: program.folder.appending(path: "heard.raw"))
  }

  func cleanUp() {
    receiver?.switchOff()
    recording.end()
    desktop.cleanUp()
    room.cleanUp()
    program.cleanUp()
  }

  /// Sets a reminder and lets a receiver ride its last leg from now on, to two minutes after it has come to the destination.
  /// - Returns: the reminder's id.
  func setOut() throws -> String {
    let made = try program.run("--json", lines: "from linz hbf to hagenberg 300 metres before", "yes")
    let id = try #require(made.object?["id"] as? String, "\(made.talk)")
    let log = program.folder.appending(path: "ride.nmea")
    let track = try ReceiverLog.lastLeg(of: made.output, program)
    try ReceiverLog.text(track, from: Date()).write(to: log, atomically: true, encoding: .utf8)
    receiver = try Receiver(log, port: port)
    return id
  }

  func ledger() throws -> [Delivery] {
    let store = try ReminderStore(path: database.path)
    let reminder = try #require(try store.reminders(includingPast: true, at: .distantPast).first)
    return try store.deliveries(of: reminder.id, serviceDay: reminder.ride.serviceDay)
  }

  /// How many rides the runner says that it follows.
  func followed() throws -> Int? {
    let status = try program.run("alert", "status", "--json").object?["status"] as? [String: Any]
    return (status?["rides"] as? [Any])?.count
  }
}

@Suite(
  "From the receiver to the rider's hand", .tags(.alone), .serialized,
  .enabled(
    if: Surroundings.areInstalled,
    "gpsd, gpsd-clients, dunst, xvfb, dbus, libnotify-bin, pulseaudio, pulseaudio-utils or espeak-ng is not installed"))
struct WholeChainTests {
  /// From one round of the alarm to the next, in tenths of a second.
  private let interval = Int(AlarmPolicy().interval / .milliseconds(100))
  /// What is heard of a round; the rest of its 1.6 s is a pause. The other sounds are shorter.
  private let round = 11

  @Test("a ride alerts three times on the screen and aloud, and a button on the screen ends it and the alarm")
  func gotOff() throws {
    let around = try Surroundings()
    defer { around.cleanUp() }
    let id = try around.setOut()
    let live = try LiveProgram(
      around.program, ["run", "--position", "gpsd://localhost:\(around.port)", "--reminder", id, "--json"])
    defer { live.kill() }
    for level in 1...3 {
      let told = "\"level\":\(level)"
      live.wait { live.output.contains(told) }
      try #require(live.output.contains(told), "\(live.output) \(live.talk)")
      try around.desktop.wait("the notification of level \(level)") { try around.desktop.shownCount() == 1 }
    }
    #expect(try around.followed() == 1)
    // A sound for each level, and the alarm once more, as nobody has done anything about it: the button is pressed while it sounds.
    try live.wait { try around.recording.sounds().dropFirst(3).contains { $0.tenths.count > 2 } }
    try around.desktop.press("I'm off")
    live.wait { live.talk.contains("The ride to Hagenberg is over.") }
    #expect(live.talk.contains("The ride to Hagenberg is over."), "\(live.talk)")
    try around.desktop.wait("an empty screen") { try around.desktop.shownCount() == 0 }
    #expect(try around.program.run("alert", "status").output == "No ride is followed now.\n")
    try expectSilence(around, live)
    live.interrupt()
    let outcome = live.end()
    #expect(outcome.status == 130, "\(outcome.talk)")
    try expectTold(around, outcome)
    try expectWritten(around, id)
  }

  /// The runner goes on, so that nothing but the button can have silenced the alarm.
  private func expectSilence(_ around: Surroundings, _ live: LiveProgram) throws {
    // What the sound server had in hand is heard a moment longer.
    let end = try around.recording.loudness().count + 10
    try live.wait { try around.recording.loudness().count > end + interval }
    let (heard, sounds) = (try around.recording.loudness(), try around.recording.sounds())
    #expect(heard.count > end + interval && heard.dropFirst(end).allSatisfy { $0 < 10 }, "from \(end) on: \(sounds)")
    try #require(sounds.count == 4, "a notice, a call for attention and two rounds of the alarm: \(sounds)")
    #expect(sounds.allSatisfy { $0.loudness > 20 * SpeakerRecording.silence }, "\(sounds)")
    #expect(sounds[2].tenths.count >= round && sounds[3].loudness > 1.2 * sounds[2].loudness, "\(sounds)")
  }

  /// What the rider read.
  private func expectTold(_ around: Surroundings, _ outcome: Program.Outcome) throws {
    let alerts = outcome.objects.filter { $0["event"] as? String == "alert" }
    #expect(alerts.map { $0["level"] as? Int } == [1, 2, 3], "\(outcome.output)")
    #expect(alerts.allSatisfy { $0["estimated"] as? Bool == false }, "\(outcome.output)")
    let text = try #require(alerts.last?["text"] as? String)
    #expect(try around.desktop.closed().first?.text == text)
  }

  /// The ledger and the log of decisions.
  private func expectWritten(_ around: Surroundings, _ id: String) throws {
    let ledger = try around.ledger()
    #expect(ledger.map(\.key.level) == [1, 2, 3])
    #expect(ledger.allSatisfy { $0.deliveredAt != nil && !$0.alert.estimated && $0.repeats == 0 }, "\(ledger)")
    let log = try around.program.run("alert", "log", id, "--json")
    let alerts = log.objects.filter { $0["kind"] as? String == "alert" }
    #expect(alerts.map { $0["level"] as? Int } == [1, 2, 3], "\(log.output)")
    #expect(alerts.allSatisfy { $0["estimated"] as? Bool == false }, "\(log.output)")
    #expect(log.objects.compactMap { $0["action"] as? String } == ["done"], "\(log.output)")
  }
}
