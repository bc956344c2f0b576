import Foundation
import Testing

@Suite(
  "Odd and broken recordings", .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there")
)
struct BadAudioTests {
  /// What `alight transcribe --question mode` printed of each file.
  private struct Transcribed {
    var status: Int32
    var talk: String
    var lines: [[String: Any]]

    func line(_ file: String) -> [String: Any]? { lines.first { $0["file"] as? String == file } }
  }

  private func transcribe(_ program: Program, _ files: [String]) throws -> Transcribed {
    let outcome = try program.run(["transcribe", "--question", "mode", "--json"] + files)
    let lines = outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(lines.map { $0["file"] as? String } == files, "a line a file, in their order")
    return Transcribed(status: outcome.status, talk: outcome.talk, lines: lines)
  }

  /// "By time" of the samples: 44 bytes of header and 16 bit of one channel.
  private static func speech() throws -> [Double] {
    let bytes = [UInt8](try Data(contentsOf: Program.root.appending(path: "Audio/phrases/by-time.wav"))).dropFirst(44)
    return stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      Double(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)) / 32_768
    }
  }

  private func check(_ name: String, _ line: [String: Any]?, _ outcome: OddRecording.Outcome) {
    let decision = line?["decision"] as? String ?? "none"
    let reason = line?["reason"] as? String ?? ""
    let told = "\(name): \(decision), \(reason)"
    switch outcome {
    case .heard: #expect(line?["value"] as? String == "time" && decision != "reject", "\(told)")
    case .refused(let cause):
      #expect(
        decision == "reject" && reason.hasPrefix("not-heard: ") && reason.contains(cause), "\(told); not \(cause)")
    case .bad(let cause):
      #expect(
        decision == "reject" && reason.hasPrefix("unreadable: ") && reason.contains(cause), "\(told); not \(cause)")
      #expect(reason.contains("\(name).wav"), "\(told): the file is not named")
    case .notTaken:
      #expect(["time", nil].contains(line?["value"] as? String), "\(told): \(line?["value"] ?? "")")
      #expect(line?["command"] as? String == nil && !reason.hasPrefix("unreadable"), "\(told)")
    }
  }

  @Test("are each heard, or refused with the reason, and only those that cannot be used end with 65")
  func table() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let recordings = OddRecording.all(of: try Self.speech())
    #expect(recordings.count >= 80 && Set(recordings.map(\.name)).count == recordings.count)
    func path(_ recording: OddRecording) -> String { program.folder.appending(path: "\(recording.name).wav").path }
    for recording in recordings { try Data(recording.bytes).write(to: URL(filePath: path(recording))) }
    let bad = recordings.filter { if case .bad = $0.outcome { true } else { false } }
    let sound = recordings.filter { if case .bad = $0.outcome { false } else { true } }
    for (group, status) in [(sound, Int32(0)), (bad, 65)] {
      let heard = try transcribe(program, group.map(path))
      #expect(heard.status == status, "\(heard.talk)")
      for recording in group { check(recording.name, heard.line(path(recording)), recording.outcome) }
      if status == 0 {
        #expect(heard.talk.contains("clipped.wav") && heard.talk.contains("clipped: speak from further away"))
        #expect(!heard.talk.contains("float32-scaled"), "what goes beyond 1 is not cut: \(heard.talk)")
      }
    }
  }

  @Test("that are missing, devices or pipes are told as such, with 66 where there is no file")
  func noFiles() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let missing = program.folder.appending(path: "missing.wav").path
    let (silent, spoken) = (
      program.folder.appending(path: "silent").path, program.folder.appending(path: "spoken").path
    )
    #expect(mkfifo(silent, 0o600) == 0 && mkfifo(spoken, 0o600) == 0)
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    let recording = Program.root.appending(path: "Audio/phrases/by-time.wav").path
    writer.arguments = ["-c", "exec cat '\(recording)' > '\(spoken)'"]
    try writer.run()
    defer { writer.terminate() }
    let heard = try transcribe(program, [missing, "/dev/zero", "/dev/null", spoken, silent])
    #expect(heard.status == 66, "\(heard.talk)")
    let reasons = [
      "no such file", "does not begin with RIFF", "it is empty", "clear",
      "nothing came from it in 10 s",
    ]
    for (line, reason) in zip(heard.lines, reasons) {
      #expect((line["reason"] as? String)?.contains(reason) == true, "\(line)")
    }
    #expect(heard.lines[3]["value"] as? String == "time")
  }

  @Test("in a folder without any are missed, with 66")
  func emptyFolder() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["transcribe", "--question", "mode", program.folder.path])
    #expect(outcome.status == 66)
    #expect(outcome.talk.contains("no WAV recording lies in the folder \(program.folder.path)"))
  }

  @Test("that may not be read are told as such", .enabled(if: getuid() != 0, "root may read everything"))
  func forbidden() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "forbidden.wav").path
    try Data(WaveWriter().file(try Self.speech())).write(to: URL(filePath: file))
    #expect(chmod(file, 0) == 0)
    let heard = try transcribe(program, [file])
    #expect(heard.status == 66)
    #expect((heard.lines.first?["reason"] as? String)?.contains("permission denied") == true)
  }

  @Test("of ten minutes, or of hours, are refused by their length, which costs no memory")
  func long() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let speech = try Self.speech()
    for (name, seconds) in [("600", 600), ("43200", 43_200)] {
      let file = program.folder.appending(path: "\(name).wav").path
      let header = WaveWriter.riff([WaveWriter().format, Array("data".utf8) + WaveWriter.number(32_000 * seconds, 4)])
      try Data(header + WaveWriter().data(speech)).write(to: URL(filePath: file))
      #expect(truncate(file, header.count + 32_000 * seconds) == 0)
      let heard = try transcribe(program, [file])
      #expect(heard.status == 0)
      #expect((heard.lines.first?["reason"] as? String)?.contains("is \(name) s long") == true, "\(heard.lines)")
    }
  }

  @Test(
    "by real recorders in five encodings are read alike", .enabled(if: hasReal, "no recordings beside the project"))
  func realFormats() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.real.path).filter { $0.hasSuffix(".wav") }
      .sorted().map { Self.real.appending(path: $0).path }
    #expect(files.count >= 5)
    let heard = try transcribe(program, files)
    #expect(heard.status == 0)
    // Somebody speaks of something else there.
    for line in heard.lines {
      #expect((line["reason"] as? String)?.hasPrefix("no-answer") == true, "\(line)")
      #expect(abs((line["audio_seconds"] as? Double ?? 0) - 2.745) < 0.001)
    }
  }

  private static let real = Program.root.appending(path: "../shared/data/speech/formats")
  private static var hasReal: Bool { FileManager.default.fileExists(atPath: real.path) }

  @Test(
    "of another kind than their name tells are told for what they are", .enabled(if: hasSox, "sox is not installed"),
    arguments: [
      ("flac", "it is a FLAC file"), ("ogg", "it is an Ogg file"), ("aiff", "it is an AIFF file"),
      ("au", "it is an AU file"), ("w64", "it is a Wave64 file"), ("caf", "it is a CAF file"),
      ("gsm-full-rate", "compressed (GSM 6.10)"), ("ima-adpcm", "compressed (IMA ADPCM)"),
      ("ms-adpcm", "compressed (Microsoft ADPCM)"),
    ])
  func renamed(kind: String, reason: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "renamed.wav").path
    let isCodec = kind.contains("-")
    try sox(
      [Program.root.appending(path: "Audio/phrases/by-time.wav").path] + (isCodec ? ["-e", kind] : ["-t", kind]) + [
        file
      ])
    let heard = try transcribe(program, [file])
    #expect(heard.status == 65)
    #expect((heard.lines.first?["reason"] as? String)?.contains(reason) == true, "\(heard.lines)")
  }

  @Test("that sox writes are heard in each encoding and rate", .enabled(if: hasSox, "sox is not installed"))
  func converted() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let conversions = [
      ["-e", "a-law", "-r", "8000"], ["-e", "mu-law", "-r", "8000"], ["-e", "unsigned-integer", "-b", "8"],
      ["-b", "24", "-r", "48000", "-c", "2"], ["-b", "32", "-r", "44100"], ["-e", "floating-point", "-b", "32"],
      ["-e", "floating-point", "-b", "64", "-r", "96000", "-c", "2"], ["-r", "192000", "-c", "6"],
    ]
    let files = try conversions.enumerated().map { number, options in
      let file = program.folder.appending(path: "\(number).wav").path
      try sox([Program.root.appending(path: "Audio/phrases/by-time.wav").path] + options + [file])
      return file
    }
    let heard = try transcribe(program, files)
    #expect(heard.status == 0, "\(heard.talk)")
    for (line, options) in zip(heard.lines, conversions) { check("\(options)", line, .heard) }
  }

  private static var hasSox: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/sox") }

  private func sox(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sox")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "sox \(arguments)")
  }
}
