import Foundation
import Testing

@Suite("How a rider is reached", .tags(.alone))
struct ChannelChoiceTests {
  /// What the rider's own program got on a ride by the clock alone.
  private func told(_ program: Program, _ options: [String]) throws -> [[String: Any]] {
    let file = program.folder.appending(path: "alerts.json")
    let command = try Script.write("cat >> '\(file.path)'", to: program.folder.appending(path: "keep"))
    let start = "2026-12-01T08:50:00+01:00"
    let outcome = try program.run(
      ["run", "--once", "--json", "--now", start, "--speed", "100x", "--command", command] + options)
    #expect(outcome.status == 0, "\(outcome.talk)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func set(_ program: Program, _ options: String...) throws -> [String: Any] {
    let outcome = try program.run(
      ["--json", "--now", Program.now] + options,
      input: Data("from linz hbf to hagenberg five minutes before\nyes\n".utf8))
    return try #require(outcome.object, "\(outcome.talk)")
  }

  private func channels(_ record: [String: Any]) -> [[String]] {
    (record["levels"] as? [[String: Any]] ?? []).map { $0["channels"] as? [String] ?? [] }
  }

  @Test("speech and volume belong to a reminder, from the preferences or by its own options")
  func reminder() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let plain = try set(program)
    #expect(!channels(plain).joined().contains("speech") && plain["volume"] == nil)
    let id = try #require(plain["id"] as? String)
    let edited = try program.run("reminders", "edit", id, "--speech", "--volume", "60%", "--json", "--now", Program.now)
    #expect(try RecordSchema().problems(with: edited.output) == [])
    let told = try program.run("reminders", "show", id, "--accessible").output
    #expect(told.contains("the alarm, spoken as well") && told.contains("Volume: 60%"), "\(told)")
    let record = try #require(edited.object, "\(edited.talk)")
    #expect(channels(record).map { $0.contains("speech") } == [false, true, true])
    #expect(record["volume"] as? Double == 0.6)
    let again = try program.run("reminders", "edit", id, "--no-speech", "--json", "--now", Program.now).object
    #expect(!channels(again ?? [:]).joined().contains("speech") && again?["volume"] as? Double == 0.6)
    #expect(try program.run("reminders", "edit", id, "--volume", "0%").status == 64)
    for setting in [["speech", "on"], ["volume", "35%"]] {
      #expect(try program.run(["preferences", "set"] + setting).status == 0)
    }
    let preferred = try set(program, "--depart", "2026-12-01T12:00:00+01:00")
    #expect(channels(preferred).map { $0.contains("speech") } == [false, true, true])
    #expect(preferred["volume"] as? Double == 0.35)
  }

  @Test("a program of one's own gets every alert; in quiet the alarm is vibration, and nothing is spoken")
  func quiet() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let record = try set(program, "--speech")
    #expect(channels(record).last == ["notification", "alarm", "speech"])
    let told = try told(program, ["--quiet"])
    #expect(told.map { $0["level"] as? Int } == [1, 2, 3])
    #expect(
      told.map { $0["means"] as? [String] } == [
        ["notification"], ["notification", "vibration"], ["notification", "vibration"],
      ])
    #expect(told.allSatisfy { $0["reminder"] as? String == record["id"] as? String })
  }

  @Test("without quiet the alarm is an alarm")
  func loud() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try set(program)
    #expect(try told(program, []).last?["means"] as? [String] == ["notification", "alarm"])
  }

  @Test("a program that is not there is refused before the ride, by its name")
  func noProgram() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try set(program)
    let run = try program.run("run", "--once", "--command", "/no/such/program")
    #expect(run.status == 69 && run.talk.contains("/no/such/program"), "\(run.talk)")
    #expect(try program.run("preferences", "set", "alert-command", "/no/such/program").status == 69)
    #expect(try program.run("preferences", "set", "alert-command", "cat").status == 0)
    #expect(try program.run("preferences", "get", "alert-command").output.hasSuffix("/cat\n"))
  }
}

@Suite(
  "alight doctor --test-alarm", .tags(.alone), .serialized,
  .enabled(if: VoiceRoom.isInstalled, "pulseaudio, pulseaudio-utils or espeak-ng is not installed"))
struct AlarmTestTests {
  private func outcomes(_ outcome: Program.Outcome) -> [String: String] {
    let findings = outcome.object?["findings"] as? [[String: Any]] ?? []
    return Dictionary(
      findings.map { ($0["name"] as? String ?? "", $0["outcome"] as? String ?? "") }, uniquingKeysWith: { $1 })
  }

  @Test("an alarm that sounds is enough, and each channel is tried")
  func heard() throws {
    let room = try VoiceRoom()
    defer { room.cleanUp() }
    var program = try Program()
    defer { program.cleanUp() }
    program.environment = room.environment
    program.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    #expect(try program.run("preferences", "set", "alert-command", "cat").status == 0)
    let outcome = try program.run("doctor", "--test-alarm", "--json")
    #expect(outcome.status == 0, "\(outcome.talk)")
    let outcomes = outcomes(outcome)
    #expect(Set(outcomes.keys) == ["notification", "vibration", "sound", "speech", "command", "mqtt"])
    #expect(outcomes["notification"] == "missing" && outcomes["sound"] == "ok" && outcomes["speech"] == "ok")
    #expect(outcomes["command"] == "ok")
    for name in outcomes.keys { #expect(outcome.talk.contains("\(name): ")) }
  }

  @Test("where nothing is seen or heard it ends with 69, and tells why and what to do")
  func nothing() throws {
    var program = try Program()
    defer { program.cleanUp() }
    program.environment = [
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "XDG_RUNTIME_DIR": "/nowhere", "PULSE_SERVER": "unix:/nowhere",
      "ALSA_CONFIG_PATH": "/nowhere",
    ]
    let outcome = try program.run("doctor", "--test-alarm", "--json")
    #expect(outcome.status == 69, "\(outcome.output)")
    #expect(outcomes(outcome)["sound"] == "missing")
    let findings = outcome.object?["findings"] as? [[String: Any]] ?? []
    #expect(findings.allSatisfy { $0["outcome"] as? String != "missing" || $0["fix"] is String })
  }
}
