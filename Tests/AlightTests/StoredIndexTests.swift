import Foundation
import Testing

@Suite("The stored index of options")
struct StoredIndexTests {
  @Test("is built by several programs at once without a word from any, and is whole afterwards")
  func atOnce() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let cache = program.folder.appending(path: "cache")
    program.environment["XDG_CACHE_HOME"] = cache.path
    let options = program.folder.appending(path: "stops.tsv")
    let lines = ["id\tname"] + (0..<400).map { "\($0)\tKirchdorf \($0) Oberer Marktplatz" }
    try lines.joined(separator: "\n").write(to: options, atomically: true, encoding: .utf8)
    let arguments = ["match", "--question", "to", "--options", options.path, "kirchdorf 12 oberer marktplaz"]
    let runs = try (0..<4).map { _ in
      let process = program.process(arguments)
      let (output, talk) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, talk)
      try process.run()
      return (process: process, output: output, talk: talk)
    }
    let answers = runs.map { run in
      let answer = String(decoding: run.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let talk = String(decoding: run.talk.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      run.process.waitUntilExit()
      #expect(talk.isEmpty)
      #expect(run.process.terminationStatus == 0)
      return answer
    }
    #expect(Set(answers).count == 1)
    #expect(answers[0].contains("\taccept\t12\t"))
    let files = try FileManager.default.contentsOfDirectory(atPath: cache.appending(path: "alight/indexes").path)
    #expect(files.count == 1)
    // The next one answers from what is stored.
    #expect(try program.run(arguments).output == answers[0])
  }
}
