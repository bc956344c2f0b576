import Foundation
import TestServers

/// The program while somebody answers it line by line, by a pipe or at a terminal.
final class TalkingProgram {
  private let child: ChildProgram
  private let input: FileHandle
  private let talkFile: URL
  private let outputFile: URL
  private var heard = 0

  /// - Parameter isTerminal: whether its standard input is a terminal rather than a pipe.
  init(_ program: Program, _ arguments: [String], isTerminal: Bool = false) throws {
    talkFile = program.folder.appending(path: "\(UUID().uuidString).talk")
    outputFile = program.folder.appending(path: "\(UUID().uuidString).out")
    let far: FileHandle
    if isTerminal {
      (input, far) = try Self.terminal()
    } else {
      let pipe = Pipe()
      (input, far) = (pipe.fileHandleForWriting, pipe.fileHandleForReading)
    }
    child = try ChildProgram(
      Program.executable.path, arguments, environment: program.process([]).environment ?? [:],
      input: far.fileDescriptor, output: outputFile, talk: talkFile)
    try far.close()
  }

  /// Both ends of a new terminal. Its calls are not in the C library's module: these are what they do.
  private static func terminal() throws -> (near: FileHandle, far: FileHandle) {
    let near = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number) = (Int32(0), UInt32(0))
    let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    guard near >= 0, ioctl(near, setLock, &locked) == 0, ioctl(near, getNumber, &number) == 0 else {
      throw CocoaError(.featureUnsupported)
    }
    let far = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard far >= 0 else { throw CocoaError(.featureUnsupported) }
    return (
      FileHandle(fileDescriptor: near, closeOnDealloc: true), FileHandle(fileDescriptor: far, closeOnDealloc: true)
    )
  }

  var talk: String { (try? String(contentsOf: talkFile, encoding: .utf8)) ?? "" }
  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }

  func say(_ line: String) throws { try input.write(contentsOf: Data((line + "\n").utf8)) }

  /// Waits until it says something that it had not said when it was last waited for.
  /// - Returns: false where it ends without.
  func waits(for text: String) -> Bool {
    var isSaid = false
    Patience.wait {
      let isOver = !child.isRunning
      let all = talk
      if let range = all.dropFirst(heard).range(of: text) {
        heard = all.distance(from: all.startIndex, to: range.upperBound)
        isSaid = true
      }
      return isSaid || isOver
    }
    return isSaid
  }

  /// Ends its input and waits for its end.
  /// - Returns: the exit code.
  func end() -> Int32 {
    try? input.close()
    return child.end()
  }

  func interrupt() -> Int32 {
    child.send(SIGINT)
    return child.end()
  }
}
