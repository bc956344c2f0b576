import Foundation
import Testing

@Suite("alight doctor on voice")
struct DoctorVoiceTests {
  private func findings(_ program: Program) throws -> [String: [String: Any]] {
    let outcome = try program.run("doctor", "--json")
    let list = try #require(outcome.object?["findings"] as? [[String: Any]], "\(outcome.talk)")
    return Dictionary(list.map { ($0["name"] as? String ?? "", $0) }) { first, _ in first }
  }

  @Test(
    "without a recogniser built in tells that, and names no package that would not help",
    .disabled(if: Program.isBuiltWithRecogniser, "a recogniser is built in"))
  func notBuilt() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let finding = try findings(program)["speech model"]
    #expect(finding?["outcome"] as? String == "warning")
    #expect((finding?["detail"] as? String)?.contains("built without speech recognition") == true, "\(finding ?? [:])")
    #expect(finding?["fix"] as? String == "swift build -c release")
  }

  @Test(
    "with no program that records or speaks tells what to install",
    .enabled(if: Program.isBuiltWithRecogniser, "no recogniser is built in"))
  func nothing() throws {
    var program = try Program()
    defer { program.cleanUp() }
    program.environment = ["PATH": "/nonexistent", "ALIGHT_SPEECH_MODEL": "/nonexistent"]
    let findings = try findings(program)
    for (name, package) in [
      ("microphone", "pulseaudio-utils"), ("speech output", "espeak-ng"), ("espeak-ng", "espeak-ng"),
      ("speech model", "pocketsphinx-en-us"), ("dictionary", "pocketsphinx-en-us"),
    ] {
      let finding = findings[name]
      #expect(finding?["outcome"] as? String == "warning", "\(name): \(finding ?? [:])")
      #expect((finding?["fix"] as? String)?.contains("apt-get install") == true, "\(name)")
      #expect((finding?["fix"] as? String)?.contains(package) == true, "\(name)")
    }
  }

  @Test("with a recorder that finds nothing tells its cause, and with one that delivers that it does")
  func recorders() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let recorder = program.folder.appending(path: "parec")
    for (script, outcome, detail) in [
      ("echo 'Connection refused' >&2; exit 1", "warning", "Connection refused"), ("exec cat /dev/zero", "ok", "parec"),
    ] {
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: recorder)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: recorder.path)
      program.environment = ["PATH": program.folder.path + (outcome == "ok" ? ":/bin" : "")]
      let finding = try findings(program)["microphone"]
      #expect(finding?["outcome"] as? String == outcome, "\(finding ?? [:])")
      #expect((finding?["detail"] as? String)?.contains(detail) == true, "\(finding ?? [:])")
    }
  }
}
