import Foundation
import Journey
import Testing

@Suite(
  "Answers by recording", .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there"))
struct SpokenAnswersTests {
  private let answers = Program.root.appending(path: "Audio/answers").path

  @Test("five recordings set a reminder")
  func folder() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("--audio", answers, "--json", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
    #expect(reminder.origin?.name == "Linz Hauptbahnhof")
    #expect(reminder.destination.name == "Hagenberg")
    #expect(reminder.interval == .stops(2))
    #expect(Set(reminder.provenance.values.map(\.method)) == [.voice])
  }

  @Test("a short answer is not taken for a correction of another one: \"by stops\" for \"no, it's the office\"")
  func ownPlaces() throws {
    let program = try Program()
    defer { program.cleanUp() }
    for (name, stop) in [("home", "linz hbf"), ("office", "hagenberg")] {
      #expect(try program.run("places", "add", name, stop).status == 0)
    }
    let outcome = try program.run("--audio", answers, "--json", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.object?["mode"] as? String == "stations")
  }

  @Test("recordings and text answer together")
  func mixture() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "--audio", "to=\(answers)/to.wav", "--mode", "stations", "--yes", "--json", "--now", Program.now,
      lines: "linz hbf", "two stops")
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect((outcome.object?["destination"] as? [String: Any])?["name"] as? String == "Hagenberg")
  }

  @Test("a recording that is no answer keeps the draft and is named")
  func noAnswer() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let wrong = Program.root.appending(path: "Audio/phrases/no-answer.wav").path
    let outcome = try program.run(
      "--audio", "from=\(answers)/from.wav", "--audio", "to=\(wrong)", "--json", "--now", Program.now)
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("no-answer.wav"))
    let resumed = try program.run(
      "new", "--resume", "--json", "--now", Program.now, lines: "hagenberg", "by stops", "two stops", "yes")
    #expect(resumed.status == 0, "\(resumed.talk)")
    #expect((resumed.object?["origin"] as? [String: Any])?["name"] as? String == "Linz Hauptbahnhof")
  }

  @Test("a silent recording is told to be silent")
  func silence() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "silence.wav")
    // A second of zeros: 44 bytes of header, 16 kHz mono 16 bit.
    var bytes = Data("RIFF".utf8)
    func add(_ value: UInt32, _ size: Int) {
      bytes += withUnsafeBytes(of: value.littleEndian) { Data($0.prefix(size)) }
    }
    add(36 + 32_000, 4)
    bytes += Data("WAVEfmt ".utf8)
    add(16, 4); add(1, 2); add(1, 2); add(16_000, 4); add(32_000, 4); add(2, 2); add(16, 2)
    bytes += Data("data".utf8)
    add(32_000, 4)
    bytes += Data(count: 32_000)
    try bytes.write(to: file)
    let outcome = try program.run("--audio", "from=\(file.path)", "--now", Program.now)
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("silent"))
  }
}
