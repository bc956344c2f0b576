import Foundation
import Journey
import Testing

/// Dialogues through a real sound server: a rider who hears "Listening" answers into a microphone.
@Suite(
  "A reminder by voice", .serialized,
  .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there"),
  .enabled(if: VoiceRoom.isInstalled, "pulseaudio, pulseaudio-utils or espeak-ng is not installed"))
struct MicrophoneTests {
  private let answers = Program.root.appending(path: "Audio/answers")
  private let microphone = ["--device", "rider.monitor", "--json", "--now", Program.now]

  /// Gives a room and the program's own folders, and ends both whatever happens.
  private func inRoom(_ body: (VoiceRoom, Program) throws -> Void) throws {
    let room = try VoiceRoom()
    defer { room.cleanUp() }
    var program = try Program()
    defer { program.cleanUp() }
    program.environment = room.environment
    try body(room, program)
  }

  private func recording(_ name: String) -> URL { answers.appending(path: "\(name).wav") }

  /// What a rider is asked, named as their recordings are.
  private enum Question: String, CaseIterable {
    case from, to, mode, interval, confirm

    /// How it begins on the screen.
    var beginning: String {
      switch self {
      case .from: "1 of 4"
      case .to: "2 of 4"
      case .mode: "3 of 4"
      case .interval: "4 of 4"
      case .confirm: "Shall I set it"
      }
    }

    /// The one that was asked last.
    init?(in talk: String) {
      let asked = Self.allCases.compactMap { question in
        talk.range(of: question.beginning, options: .backwards).map { (question, $0.lowerBound) }
      }
      guard let last = asked.max(by: { $0.1 < $1.1 }) else { return nil }
      self = last.0
    }
  }

  /// Speaks each time the program listens, until it has ended. What was not understood, as sound breaks up on a busy machine, is said
  /// again.
  private func answer(_ live: LiveProgram, speak: (Question, _ talk: String) throws -> Void) throws {
    for times in 1...40 {
      live.wait(for: "Listening", times: times)
      guard live.isRunning, let question = Question(in: live.talk) else { return }
      try speak(question, live.talk)
    }
  }

  @Test("is set without a key, from where to yes")
  func wholeReminder() throws {
    try inRoom { room, program in
      let live = try LiveProgram(program, ["new", "--listen"] + microphone)
      try answer(live) { question, _ in try room.play(recording(question.rawValue)) }
      let outcome = live.end()
      #expect(outcome.status == 0, "\(outcome.talk)")
      let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
      #expect(reminder.origin?.name == "Linz Hauptbahnhof")
      #expect(reminder.destination.name == "Hagenberg")
      #expect(reminder.interval == .stops(2))
      #expect(Set(reminder.provenance.values.map(\.method)) == [.voice])
      let list = try program.run("reminders", "list", "--json")
      #expect(list.output.contains("Hagenberg"))
    }
  }

  @Test("is corrected by what the rider said instead, at the next question and at the read-back")
  func corrected() throws {
    try inRoom { room, program in
      let live = try LiveProgram(program, ["new", "--listen", "--from", "linz hbf"] + microphone)
      try answer(live) { question, talk in
        switch question {
        case .mode where !talk.contains("To Hagenberg."): try room.say("no, I said Hagenberg")
        case .confirm where !talk.contains("first alert 3 stops before"): try room.say("no, I said three stops")
        case .to: try room.say("Pregarten")
        default: try room.play(recording(question.rawValue))
        }
      }
      let outcome = live.end()
      #expect(outcome.status == 0, "\(outcome.talk)")
      #expect(outcome.talk.contains("To Pregarten."))
      let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
      #expect(reminder.destination.name == "Hagenberg")
      #expect(reminder.interval == .stops(3))
    }
  }

  @Test("is asked for aloud, and a typed line ends the reading and answers")
  func aloud() throws {
    try inRoom { room, program in
      let heard = program.folder.appending(path: "speaker.raw")
      let recorder = try room.recordSpeaker(into: heard)
      let live = try LiveProgram(
        program, ["new", "--voice", "--to", "hagenberg", "--interval", "two stops"] + microphone, types: true)
      live.wait(for: "Listening", times: 1)
      try room.play(recording("from"))
      // The read-back, whose reading aloud a typed answer ends.
      live.wait(for: "Speaking", times: 2)
      let isRead = live.talk.contains("Shall I set it")
      try live.type("yes\n")
      let outcome = live.end()
      recorder.send(SIGTERM)
      recorder.end()
      #expect(isRead, "\(outcome.talk)")
      #expect(outcome.status == 0, "\(outcome.talk)")
      let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
      #expect(reminder.origin?.name == "Linz Hauptbahnhof")
      #expect(reminder.provenance["from"]?.method == .voice)
      #expect(try loudness(of: heard) > 0.01)
    }
  }

  @Test("is heard over the question while that is read aloud")
  func bargeIn() throws {
    try inRoom { room, program in
      let live = try LiveProgram(program, ["new", "--voice", "--mode", "stations"] + microphone, types: true)
      live.wait(for: "Speaking", times: 1)
      // The question takes some eight seconds; a sink without hardware may take two to wake up.
      usleep(3_000_000)
      try room.play(recording("from"))
      live.wait(for: "From Linz", times: 1)
      live.interrupt()
      let outcome = live.end()
      #expect(outcome.status == 130)
      #expect(outcome.talk.contains("From Linz Hauptbahnhof."), "\(outcome.talk)")
    }
  }

  @Test("keeps the draft and asks for an answer once nobody has spoken three times")
  func silence() throws {
    try inRoom { _, program in
      let live = try LiveProgram(program, ["new", "--listen", "--timeout", "1", "--from", "linz hbf"] + microphone)
      let outcome = live.end()
      #expect(outcome.status == 75, "\(outcome.talk)")
      #expect(outcome.talk.components(separatedBy: "Listening").count == 4)
      #expect(outcome.talk.contains("alight new --resume"))
      let resumed = try program.run(
        "new", "--resume", "--json", "--now", Program.now, lines: "hagenberg", "by stops", "two stops", "yes")
      #expect((resumed.object?["origin"] as? [String: Any])?["name"] as? String == "Linz Hauptbahnhof")
    }
  }

  @Test("goes on by keyboard when the microphone vanishes while it listens, and else says so")
  func vanishes() throws {
    for hasKeyboard in [true, false] {
      try inRoom { room, program in
        let live = try LiveProgram(
          program, ["new", "--listen", "--from", "linz hbf"] + microphone, types: hasKeyboard)
        live.wait(for: "Listening", times: 1)
        room.crash()
        if hasKeyboard {
          live.wait(for: "Please type", times: 1)
          try live.type("hagenberg\nby stops\ntwo stops\nyes\n")
        }
        let outcome = live.end()
        #expect(outcome.talk.contains("the microphone rider.monitor is gone"))
        #expect(outcome.status == (hasKeyboard ? 0 : 69), "\(outcome.talk)")
        #expect(hasKeyboard || outcome.talk.contains("alight new --resume"))
      }
    }
  }

  @Test("says that there is no microphone, with what to do")
  func noMicrophone() throws {
    try inRoom { room, program in
      let unknown = try program.run(
        ["new", "--listen", "--device", "nothing.monitor", "--now", Program.now])
      #expect(unknown.status == 69)
      #expect(unknown.talk.contains("nothing.monitor cannot be recorded"))
      room.crash()
      let alone = try program.run(["voice", "listen", "--question", "mode", "--device", "rider.monitor", "--json"])
      #expect(alone.status == 69)
      #expect(alone.object?["status"] as? Int == 69)
    }
  }

  @Test("one answer is heard alone, and an interruption ends the recorder as well")
  func oneAnswer() throws {
    try inRoom { room, program in
      var live = try LiveProgram(
        program, ["voice", "listen", "--question", "to", "--device", "rider.monitor", "--json"])
      live.wait(for: "Listening", times: 1)
      try room.play(recording("to"))
      let outcome = live.end()
      #expect(outcome.status == 0, "\(outcome.talk)")
      #expect((outcome.object?["transcript"] as? String)?.hasSuffix("Hagenberg") == true)
      live = try LiveProgram(program, ["voice", "listen", "--question", "to", "--device", "rider.monitor"])
      live.wait(for: "Listening", times: 1)
      live.interrupt()
      #expect(live.end().status == 130)
    }
  }

  /// The root mean square of raw samples, of full scale, where there is room.
  private func loudness(of file: URL) throws -> Double {
    let bytes = [UInt8](try Data(contentsOf: file))
    let samples = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      Double(Int16(bitPattern: UInt16(bytes[place + 1]) << 8 | UInt16(bytes[place]))) / 32_768
    }
    let loud = samples.filter { abs($0) > 0.001 }
    guard loud.count > 16_000 / 2 else { return 0 }
    return (loud.reduce(0) { $0 + $1 * $1 } / Double(loud.count)).squareRoot()
  }
}
