import Foundation
import Programs
import Subprocess
import Testing

@testable import Speech

@Suite("What a program is given to read")
struct PipedInputTests {
  /// More than a pipe holds, so that a program that leaves early leaves a part of it.
  private let words = (0..<20_000).map { "Hauptbahnhof \($0)" }

  @Test("may be left unread by a program that ends first")
  func unread() async throws {
    // As the program itself does at its start: a broken pipe is an error of the write, not a signal.
    signal(SIGPIPE, SIG_IGN)
    var synthesizer = SpeechSynthesizer()
    synthesizer.program = "/bin/true"
    #expect(await synthesizer.phonemes(of: words, voice: "de") == nil)
    synthesizer.program = "/bin/false"
    #expect(await synthesizer.phonemes(of: words, voice: "de") == nil)
    let first = try await Subprocess.run(
      .name("head"), arguments: ["-n", "1"], input: PipedInput(words.joined(separator: "\n")),
      output: .string(limit: 1024))
    #expect(first.standardOutput == "Hauptbahnhof 0\n")
  }

  @Test("may be nothing at all", arguments: ["true", "cat"])
  func nothing(program: String) async throws {
    let outcome = try await Subprocess.run(
      .name(program), input: PipedInput(""), output: .string(limit: 1024), error: .string(limit: 1024))
    #expect(outcome.standardOutput.isEmpty)
    #expect(outcome.terminationStatus.isSuccess)
  }

  @Test("is read to its end by a program that reads it")
  func whole() async throws {
    let text = words.joined(separator: "\n")
    let copy = try await Subprocess.run(.name("cat"), input: PipedInput(text), output: .string(limit: 1 << 20))
    #expect(copy.standardOutput == text)
  }
}
