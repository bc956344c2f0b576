import Foundation
import Testing

@Suite(
  "Reading phrases to alight voice record", .enabled(if: VoiceRoom.isInstalled, "pulseaudio is not installed"),
  .enabled(if: Program.hasSpeechModel, "nothing hears whether the recordings are of use"))
struct VoiceReadingTests {
  private static let byTime = Program.root.appending(path: "Audio/phrases/by-time.wav")

  private func folder(_ program: Program) -> URL { program.folder.appending(path: "voices") }

  private func arguments(_ program: Program, _ more: String...) -> [String] {
    ["voice", "record", "--question", "mode", "--prompts", "3", "--folder", folder(program).path] + more
  }

  private func table(_ program: Program) throws -> [[String]] {
    try String(contentsOf: folder(program).appending(path: "recordings.tsv"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test(
    "records what is read, labels it as alight test reads it, and goes on where it stopped")
  func session() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let room = try VoiceRoom()
    defer { room.cleanUp() }
    program.environment = room.environment.merging(["PULSE_SOURCE": "rider.monitor"]) { $1 }

    let first = try TalkingProgram(program, arguments(program, "--json"))
    try first.say("yes")
    #expect(first.waits(for: "1 of 3    by time"), "\(first.talk)")
    try first.say("")
    #expect(first.waits(for: "recording"))
    try room.play(Self.byTime)
    #expect(first.waits(for: "Enter to keep"), "\(first.talk)")
    try first.say("l")
    #expect(first.waits(for: "Enter to keep"))
    try first.say("")
    #expect(first.waits(for: "2 of 3"))
    // Back to the first one, which is read better.
    try first.say("b")
    #expect(first.waits(for: "1 of 3"))
    try first.say("")
    #expect(first.waits(for: "recording"))
    try room.play(Self.byTime)
    #expect(first.waits(for: "Enter to keep"))
    try first.say("a")
    #expect(first.waits(for: "recording"))
    try room.play(Self.byTime)
    #expect(first.waits(for: "Enter to keep"))
    try first.say("")
    #expect(first.waits(for: "2 of 3"))
    try first.say("what")
    #expect(first.waits(for: "one of the keys"))
    try first.say("s")
    #expect(first.waits(for: "3 of 3"))
    try first.say("q")
    #expect(first.end() == 0)
    #expect(first.talk.contains("1 recordings kept") && first.talk.contains("1 phrases are left"), "\(first.talk)")
    #expect(first.output.split(separator: "\n").count == 2)

    let rows = try table(program)
    #expect(rows.map(\.first) == ["question", "# mode", "mode"])
    #expect(rows.last == ["mode", "reader/mode-0002.wav", "time", "any", "", "en", "", "by time", "reader"])
    let tested = try program.run("test", folder(program).path, "--json")
    #expect(tested.status == 0, "\(tested.output)\(tested.talk)")
    #expect((tested.object?["total"] as? [String: Any])?["right"] as? Int == 1)

    let second = try program.run(arguments(program), input: Data("yes\n".utf8))
    #expect(second.status == 0)
    #expect(second.talk.contains("You have read 1 already") && second.talk.contains("1 of 2"))
    #expect(!second.talk.contains("by time\n"))
  }

  @Test(
    "at a terminal Enter ends a recording, and Ctrl-C everything, with what was kept in place")
  func terminal() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let room = try VoiceRoom()
    defer { room.cleanUp() }
    program.environment = room.environment.merging(["PULSE_SOURCE": "rider.monitor"]) { $1 }
    let session = try TalkingProgram(program, arguments(program), isTerminal: true)
    try session.say("yes")
    #expect(session.waits(for: "1 of 3"), "\(session.talk)")
    try session.say("")
    #expect(session.waits(for: "recording"))
    usleep(4_000_000)
    try session.say("")
    #expect(session.waits(for: "very quiet"), "\(session.talk)")
    #expect(session.waits(for: "Enter to keep"))
    try session.say("")
    #expect(session.waits(for: "2 of 3"), "\(session.talk)")
    #expect(session.interrupt() == 130)
    #expect(session.talk.contains(folder(program).path))
    #expect(try table(program).count == 2)
    // Silence is what was read.
    let tested = try program.run("test", folder(program).path)
    #expect(tested.status == 1)
  }

  @Test(
    "tells that nobody was heard, and asks again")
  func nobody() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let room = try VoiceRoom()
    defer { room.cleanUp() }
    program.environment = room.environment.merging(["PULSE_SOURCE": "rider.monitor"]) { $1 }
    let outcome = try program.run(arguments(program, "--timeout", "1"), input: Data("yes\n\nq\n".utf8))
    #expect(outcome.status == 0)
    #expect(outcome.talk.contains("Nobody was heard") && outcome.talk.contains("3 phrases are left"), "\(outcome.talk)")
  }
}
