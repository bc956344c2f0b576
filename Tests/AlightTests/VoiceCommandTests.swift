import Foundation
import Testing

@Suite(
  "Names and what may be said",
  .enabled(if: Program.hasSpeechModel, "the recogniser or pocketsphinx-en-us is not there"))
struct VoiceCommandTests {
  private func objects(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func sources(_ object: [String: Any]) -> [String] {
    (object["readings"] as? [[String: Any]] ?? []).compactMap { $0["source"] as? String }
  }

  @Test("a reading of one's own is checked, kept, heard first and forgotten")
  func pronounce() throws {
    let program = try Program()
    defer { program.cleanUp() }
    func run(_ arguments: String...) throws -> Program.Outcome {
      try program.run(["voice", "pronounce", "--no-play"] + arguments)
    }
    let before = try run("Hagenberg", "--json")
    #expect(before.status == 0, "\(before.talk)")
    #expect(try objects(before).first?["lang"] as? String == "de")
    let wrong = try run("Hagenberg", "--as", "HH AA XX")
    #expect(wrong.status == 64)
    #expect(wrong.talk.contains("\"XX\"") && wrong.talk.contains("39 phones: AA AE"))
    let stored = try run("HAGENBERG", "--as", "hh aa1 g ah0 n b er1 g", "--json")
    #expect(stored.status == 0, "\(stored.talk)")
    let object = try #require(try objects(stored).first)
    #expect(sources(object).first == "user")
    #expect(sources(object).dropFirst().elementsEqual(sources(try objects(before)[0])))
    let like = try run("Linz Hauptbahnhof", "--like", "lints bahn hof")
    #expect(like.output.hasPrefix("linz hauptbahnhof\tuser\tL IH N T S B"))
    #expect(
      try objects(try run("--list", "--json")).map { $0["word"] as? String } == ["hagenberg", "linz hauptbahnhof"])
    let heard = try program.run([
      "transcribe", "\(Program.root.path)/Audio/answers/to.wav", "--question", "to", "--json",
    ])
    #expect(try objects(heard).first?["value"] as? String == "demo:hagenberg")
    #expect(try run("hagenberg", "--forget").status == 0)
    #expect(try run("hagenberg", "--forget").status == 66)
    #expect(try run("hagenberg", "wels", "--as", "W EH").status == 64)
  }

  @Test("a damaged table of readings is told and kept")
  func damaged() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "data/alight/pronunciations.tsv")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "name\tphones\tlike\nlinz\tQQ\t\n".write(to: file, atomically: true, encoding: .utf8)
    let recording = "\(Program.root.path)/Audio/answers/to.wav"
    for arguments in [
      ["voice", "pronounce", "linz", "--as", "L IH N"], ["transcribe", recording, "--question", "to"],
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.status == 65)
      #expect(outcome.talk.contains("\(file.path), line 2") && outcome.talk.contains("\"QQ\""))
    }
    #expect(try String(contentsOf: file, encoding: .utf8).contains("QQ"))
  }

  @Test("the first reading is played by the sound program that is there, and none is no fault")
  func play() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let tools = program.folder.appending(path: "tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let player = tools.appending(path: "pw-play")
    try "#!/bin/sh\nhead -c 4 \"$1\" > \(program.folder.path)/played\n".write(
      to: player, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player.path)
    program.environment["PATH"] = "\(tools.path):/usr/bin:/bin"
    let outcome = try program.run(["voice", "pronounce", "Hagenberg"])
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.output.contains("hagenberg\t"))
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng") {
      let played = try Data(contentsOf: program.folder.appending(path: "played"))
      #expect(String(decoding: played, as: UTF8.self) == "RIFF")
    }
    program.environment["PATH"] = tools.deletingLastPathComponent().path
    program.environment["XDG_CACHE_HOME"] = program.folder.appending(path: "cache").path
    let silent = try program.run(["voice", "pronounce", "Hagenberg"])
    #expect(silent.status == 0 && silent.talk.isEmpty)
    #expect(silent.output.contains("hagenberg\tletters\t"))
  }

  @Test("the sentences of a question are drawn by seed, counted, and each is one that is heard")
  func grammar() throws {
    let program = try Program()
    defer { program.cleanUp() }
    func report(_ arguments: String...) throws -> [String: Any] {
      try #require(try program.run(["voice", "grammar", "--json"] + arguments).object)
    }
    let one = try report("--question", "to", "--sample", "5", "--seed", "3")
    let again = try report("--question", "to", "--sample", "5", "--seed", "3")
    let sentences = try #require(one["sentences"] as? [String])
    #expect(sentences.count == 5 && sentences == again["sentences"] as? [String])
    let guessed = try #require(one["guessed"] as? [[String: Any]])
    #expect(guessed.contains { $0["word"] as? String == "hagenberg" })
    #expect(!guessed.contains { $0["word"] as? String == "please" })
    let all = try report("--question", "mode", "--all")
    #expect((all["sentences"] as? [String])?.count == all["sentence_count"] as? Int)
  }

  @Test("options that cannot be told apart by sound are told, and so are stops beyond the limit")
  func alike() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let options = program.folder.appending(path: "options.tsv")
    try "id\tname\n1\tWren Road\n2\tRen Rode\n3\tWren Road\n4\tStation\n".write(
      to: options, atomically: true, encoding: .utf8)
    let outcome = try program.run([
      "voice", "grammar", "--question", "to", "--options", options.path, "--json",
    ])
    let alike = try #require(outcome.object?["alike_answers"] as? [[[String: String]]])
    #expect(alike.contains { Set($0.compactMap { $0["value"] }) == ["1", "2", "3"] })
    #expect(!alike.joined().contains { $0["value"] == "4" })
    let limited = try program.run(["voice", "grammar", "--question", "from", "--stops", "5", "--json"])
    #expect(limited.object?["options"] as? Int == 5)
    #expect((limited.object?["left_out"] as? [String])?.isEmpty == false)
    #expect(limited.talk.contains("5 of "))
    #expect(try program.run(["voice", "grammar", "--question", "from", "--stops", "1001"]).status == 64)
  }
}
