import Foundation
import Testing

@Suite(
  "Transcribing recordings", .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there"))
struct TranscribeCommandTests {
  private let answers = Program.root.appending(path: "Audio/answers").path
  private let phrases = Program.root.appending(path: "Audio/phrases").path

  private func objects(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// What is printed, but for the time that it took.
  private func lines(_ outcome: Program.Outcome) -> [Substring] {
    outcome.output.replacing(/"seconds":[0-9.e-]+/, with: "").split(separator: "\n")
  }

  @Test("gives the same lines in the same order, however many are heard at once")
  func order() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let arguments = ["transcribe", phrases, answers, "--question", "to", "--json", "--explain"]
    let one = try program.run(arguments + ["-j1"])
    let many = try program.run(arguments + ["-j", "5"])
    #expect(one.status == 0, "\(one.talk)")
    #expect(lines(one) == lines(many))
    let files = try objects(one).compactMap { $0["file"] as? String }
    #expect(files.count == 13)
    #expect(files.prefix(8).allSatisfy { $0.hasPrefix(phrases) })
    #expect(files.prefix(8).elementsEqual(files.prefix(8).sorted()))
  }

  @Test("explains a decision by words, times, evidence and thresholds")
  func explanation() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = "\(phrases)/to-carrier.wav"
    let outcome = try program.run(["transcribe", file, "--question", "to", "--json", "--explain", "--nbest", "1"])
    let object = try #require(try objects(outcome).first)
    #expect((object["alternatives"] as? [Any])?.isEmpty == true)
    let explanation = try #require(object["explanation"] as? [String: Any])
    let words = try #require(explanation["words"] as? [[String: Any]])
    #expect(words.compactMap { $0["text"] as? String } == ["i", "want", "to", "go", "to", "hagenberg"])
    let times = words.compactMap { $0["start"] as? Double }
    #expect(times == times.sorted())
    let last = try #require(words.last)
    #expect((last["end"] as? Double ?? 9) <= (object["audio_seconds"] as? Double ?? 0))
    #expect((last["reading"] as? String)?.contains("B ER G") == true)
    #expect((explanation["thresholds"] as? [String: Any])?["accept"] is Double)
    let text = try program.run(["transcribe", file, "--question", "to", "--explain"])
    #expect(text.output.contains("  hagenberg "))
    #expect(text.output.contains("clear from"))
  }

  @Test("ends quietly when its reader has seen enough")
  func reader() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    let sample = "\(answers)/to.wav"
    process.arguments = [
      "-c",
      "\"$0\" transcribe \"$1\" \"$1\" \"$1\" --question to -j 1 2>\"$2\" | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}",
      Program.executable.path, sample, program.folder.appending(path: "talk").path,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + SIGPIPE)
    let talk = try String(contentsOf: program.folder.appending(path: "talk"), encoding: .utf8)
    #expect(!talk.contains("alight:"), "\(talk)")
  }

  @Test("keeps what was heard with its text and overwrites nothing")
  func keep() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let folder = program.folder.appending(path: "kept")
    for _ in 0..<2 {
      let outcome = try program.run([
        "transcribe", "\(answers)/to.wav", "\(Program.root.path)/Audio/answers/../answers/to.wav", "--question", "to",
        "--keep", folder.path,
      ])
      #expect(outcome.status == 0, "\(outcome.talk)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names == [
        "to-2.txt", "to-2.wav", "to-3.txt", "to-3.wav", "to-4.txt", "to-4.wav", "to.txt", "to.wav",
      ])
    #expect(try String(contentsOf: folder.appending(path: "to.txt"), encoding: .utf8) == "Hagenberg\n")
    let again = try program.run([
      "transcribe", folder.appending(path: "to.wav").path, "--question", "to", "--json",
    ])
    #expect(try objects(again).first?["transcript"] as? String == "Hagenberg")
  }

  @Test("reads names from a list and a recording from standard input, each with its own line")
  func sources() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let list = program.folder.appending(path: "list")
    try "\(answers)/to.wav\n\n-\n/no/such.wav\n".write(to: list, atomically: true, encoding: .utf8)
    let recording = try Data(contentsOf: URL(filePath: "\(phrases)/cancel.wav"))
    let outcome = try program.run(
      ["transcribe", "--files-from", list.path, "--question", "to", "--json"], input: recording)
    #expect(outcome.status == 66)
    #expect(outcome.talk.contains("/no/such.wav"))
    let lines = try objects(outcome)
    #expect(lines.compactMap { $0["file"] as? String } == ["\(answers)/to.wav", "-", "/no/such.wav"])
    #expect(lines[1]["command"] as? String == "cancel")
    #expect((lines[2]["reason"] as? String)?.hasPrefix("unreadable") == true)
    let twice = try program.run(["transcribe", "-", "-", "--question", "to"])
    #expect(twice.status == 64)
    let empty = try program.run(["transcribe", program.folder.path, "--question", "to"])
    #expect(empty.status == 66)
    #expect(try program.run(["transcribe", "--question", "to"]).status == 64)
  }

  @Test("that is interrupted ends with 130 and whole lines")
  func interrupted() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let files = [String](repeating: "\(phrases)/no-answer.wav", count: 400)
    let process = program.process(["transcribe"] + files + ["--question", "to", "--json", "-j2"])
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The first line says that the work is under way.
    var output = pipe.fileHandleForReading.availableData
    process.interrupt()
    while case let more = pipe.fileHandleForReading.availableData, !more.isEmpty { output += more }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    let lines = output.split(separator: UInt8(ascii: "\n"))
    #expect((1..<400).contains(lines.count))
    #expect(lines.allSatisfy { (try? JSONSerialization.jsonObject(with: $0)) != nil })
  }
}
