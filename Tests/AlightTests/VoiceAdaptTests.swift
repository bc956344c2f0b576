import Foundation
import Testing

@Suite("Fitting to a voice", .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there"))
struct VoiceAdaptTests {
  private static let tools = ["/usr/bin/espeak-ng", "/usr/bin/sphinx_fe", "/usr/lib/sphinxtrain/bw"]
  private static var hasTools: Bool { tools.allSatisfy(FileManager.default.isExecutableFile(atPath:)) }

  /// A woman's voice of espeak-ng, which is heard badly.
  private static let voice = ["-v", "en-us+f4", "-s", "145"]

  private func speak(_ text: String, to file: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/espeak-ng")
    process.arguments = Self.voice + ["-w", file.path, text]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Phrases of the product's own script, as "alight voice record" leaves them.
  private func record(_ count: Int, in folder: URL, _ program: Program) throws {
    try FileManager.default.createDirectory(at: folder.appending(path: "a"), withIntermediateDirectories: true)
    var lines = ["question\tutterance\texpected\ttier\tmode\tlang\toptions\ttranscript\tspeaker"]
    let script = try program.run(
      ["voice", "record", "--list", "--prompts", "\(count)"]
        + ["mode", "interval", "command"].flatMap { ["--question", $0] })
    for (number, line) in script.output.split(separator: "\n").enumerated() {
      let fields = line.split(separator: "\t").map(String.init)
      let mode = fields[1] == "-" ? "" : fields[1]
      try speak(fields[3], to: folder.appending(path: "a/\(number).wav"))
      lines.append("\(fields[0])\ta/\(number).wav\t\(fields[2])\tany\t\(mode)\ten\t\t\(fields[3])\ta")
    }
    try (lines.joined(separator: "\n") + "\n").write(
      to: folder.appending(path: "recordings.tsv"), atomically: true, encoding: .utf8)
  }

  @Test(
    "what helps is kept and heard with, and forgotten again", .enabled(if: hasTools, "SphinxTrain is not installed"))
  func adapts() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let folder = program.folder.appending(path: "recordings")
    try record(40, in: folder, program)
    let adapted = try program.run(["voice", "adapt", "--folder", folder.path, "--speaker", "a", "--json"])
    #expect(adapted.status == 0, "\(adapted.talk)")
    let report = try #require(adapted.object)
    #expect(report["kept"] as? Bool == true)
    func accepted(_ name: String) -> Int { (report[name] as? [String: Any])?["accepted"] as? Int ?? -1 }
    #expect(max(accepted("withTransform"), accepted("withThresholds")) > accepted("before"))
    #expect(accepted("before") >= 0)
    let shown = try program.run(["voice", "adapt", "--show"])
    #expect(shown.status == 0 && shown.output.hasPrefix("a, 40 recordings"))
    let doctor = try program.run(["doctor"])
    #expect(doctor.output.contains("fitted to a by 40 recordings"))
    // A phrase that was not read, by the same voice.
    let other = program.folder.appending(path: "other.wav")
    try speak("count the stops please", to: other)
    func probability(_ arguments: String...) throws -> Double {
      let heard = try program.run(["transcribe", other.path, "--question", "mode", "--json", "--explain"] + arguments)
      let object = try #require(heard.object)
      let explanation = try #require(object["explanation"] as? [String: Any])
      return try #require(explanation["probability"] as? Double)
    }
    #expect(try probability() != probability("--unadapted"))
    #expect(try program.run(["voice", "adapt", "--remove"]).status == 0)
    #expect(try probability() == probability("--unadapted"))
    #expect(try program.run(["voice", "adapt", "--show"]).status == 66)
  }

  @Test("without recordings, or with too few, the next step is told")
  func withoutRecordings() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let folder = program.folder.appending(path: "recordings")
    let none = try program.run(["voice", "adapt", "--folder", folder.path])
    #expect(none.status == 66 && none.talk.contains("alight voice record"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let header = "question\tutterance\texpected\ttier\tmode\tlang\toptions\ttranscript\tspeaker\n"
    let row = "mode\ta/0.wav\ttime\tany\t\ten\t\tby time\ta\n"
    try (header + row).write(to: folder.appending(path: "recordings.tsv"), atomically: true, encoding: .utf8)
    let few = try program.run(["voice", "adapt", "--folder", folder.path, "--speaker", "a"])
    #expect(few.status == 65 && few.talk.contains("1 recordings of a"))
    let other = try program.run(["voice", "adapt", "--folder", folder.path, "--speaker", "b"])
    #expect(other.status == 66 && other.talk.contains("those of a"))
  }

  @Test("a damaged adaptation is told, and does not keep anybody from being heard")
  func damaged() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "data/alight/voice/adaptation.json")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{\"schema\":".utf8).write(to: file)
    let recording = "\(Program.root.path)/Audio/answers/mode.wav"
    let heard = try program.run(["transcribe", recording, "--question", "mode", "--json"])
    #expect(heard.status == 0 && heard.object?["decision"] as? String == "accept")
    #expect(heard.talk.contains(file.path) && heard.talk.contains("alight voice adapt"))
    #expect(try program.run(["doctor"]).output.contains("you are heard as anybody"))
    #expect(try program.run(["voice", "adapt", "--remove"]).status == 0)
    #expect(try !program.run(["transcribe", recording, "--question", "mode"]).talk.contains(file.path))
  }
}
