import Foundation
import Synchronization

/// A process whose standard output is read line by line, and which is killed or waited for.
///
/// By the system's own calls: thousands of these are started, from several threads at once, and nothing of one may be inherited by
/// another.
final class ChildProcess {
  private let identifier: pid_t
  private let output: UnsafeMutablePointer<FILE>

  /// Between the making of a pipe and the word that it is not to be inherited, no other child may be started.
  private static let starting = Mutex(())

  init(_ path: String, _ arguments: [String]) throws {
    (identifier, output) = try Self.starting.withLock { _ in try Self.start(path, arguments) }
  }

  private static func start(_ path: String, _ arguments: [String]) throws -> (pid_t, UnsafeMutablePointer<FILE>) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, path, &actions, nil, &words, environ)
    close(ends[1])
    guard failure == 0, let file = fdopen(ends[0], "r") else {
      close(ends[0])
      throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO)
    }
    return (child, file)
  }

  /// The next line without its end; nil when there will be none.
  func line() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(text) }
    let count = getline(&text, &room, output)
    guard count > 0, let text else { return nil }
    return String(cString: text).trimmingCharacters(in: .newlines)
  }

  /// Kills it as a machine that takes memory back does, without a word.
  func kill() { Foundation.kill(identifier, SIGKILL) }

  /// Waits for its end.
  /// - Returns: The exit code, or a signal's number below zero.
  @discardableResult
  func end() -> Int32 {
    fclose(output)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }
}
