import Foundation
import TestServers

/// The program while it talks: what it has said so far can be read, and it can be typed to.
final class LiveProgram {
  private let child: ChildProgram
  private let outputFile: URL
  private let talkFile: URL
  private let keyboard: Pipe?

  /// - Parameter types: Whether somebody may type; else the input is empty.
  init(_ program: Program, _ arguments: [String], types: Bool = false) throws {
    outputFile = program.folder.appending(path: "\(UUID().uuidString).out")
    talkFile = program.folder.appending(path: "\(UUID().uuidString).err")
    keyboard = types ? Pipe() : nil
    child = try ChildProgram(
      Program.executable.path, arguments, environment: program.process([]).environment ?? [:],
      input: keyboard?.fileHandleForReading.fileDescriptor, output: outputFile, talk: talkFile)
  }

  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  var talk: String { (try? String(contentsOf: talkFile, encoding: .utf8)) ?? "" }

  func type(_ text: String) throws { try keyboard?.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  var identifier: Int32 { child.identifier }
  var isRunning: Bool { child.isRunning }

  func interrupt() { child.send(SIGINT) }
  func terminate() { child.send(SIGTERM) }

  /// Ends it as a crash does; returns when it has gone.
  func kill() {
    child.send(SIGKILL)
    child.end()
  }

  /// Waits until a word was said so many times, or the program has ended.
  func wait(for word: String, times: Int) {
    wait { self.talk.components(separatedBy: word).count > times }
  }

  /// Waits for a state, or until the program has ended.
  func wait(until isDone: () throws -> Bool) rethrows {
    try Patience.wait { try !child.isRunning || isDone() }
  }

  func end() -> Program.Outcome {
    let status = child.end()
    return Program.Outcome(
      status: status, output: output, talk: talk)
  }
}
