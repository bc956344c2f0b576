import Foundation
import TestServers

/// A program that runs beside the test, started and waited for by the system's own calls.
///
/// Foundation learns of a child's end by a socket that children started at the same moment inherit, and that a daemon closes;
/// either keeps it waiting for the wrong one. Here nothing is inherited but the three standard files.
final class ChildProgram {
  let identifier: pid_t
  private var status: Int32?

  /// Closes every file from one on. The C library has it, but its Swift module has not.
  private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
  private static let closeOthers = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: CloseFrom.self)
  }

  /// - Parameters:
  ///   - input: A descriptor to read from; nil is an empty input.
  ///   - output: A file for standard output, nil for none.
  ///   - talk: A file for standard error, nil for none.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], input: Int32? = nil, output: URL? = nil,
    talk: URL? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, output?.path ?? "/dev/null", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, talk?.path ?? "/dev/null", flags, 0o600)
    _ = Self.closeOthers?(&actions, 3)
    // The thread that starts it may hold signals back.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    identifier = child
  }

  var isRunning: Bool {
    guard status == nil else { return false }
    var word: Int32 = 0
    if waitpid(identifier, &word, WNOHANG) == identifier { status = word }
    return status == nil
  }

  func send(_ signal: Int32) { if isRunning { kill(identifier, signal) } }

  /// Waits for the end, which is brought about by force where it does not come by itself.
  /// - Returns: The exit code, or a signal's number below zero.
  @discardableResult
  func end() -> Int32 {
    Patience.wait { !isRunning }
    send(SIGKILL)
    while isRunning { usleep(5_000) }
    let word = status ?? 0
    return word & 0x7F == 0 ? word >> 8 & 0xFF : -(word & 0x7F)
  }
}
