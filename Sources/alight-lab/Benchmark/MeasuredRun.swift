import Foundation

/// A program that runs to its end, unheard, with the time that it takes and the memory that it needs at most.
struct MeasuredRun {
  /// From its start to its end.
  var seconds: Double
  /// Of processors, its own and the system's for it.
  var processorSeconds: Double
  /// Resident bytes at the highest; never told as fewer than this process had when it started the other.
  var peakBytes: Int

  /// - Throws: `POSIXError` where it cannot be started, `CocoaError` where it fails.
  init(_ program: String, _ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for file in [1, 2] as [Int32] { posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0) }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    let start = ContinuousClock.now
    let failure = posix_spawnp(&child, program, &actions, nil, &words, environ)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    seconds = start.duration(to: .now) / .seconds(1)
    guard status == 0 else { throw CocoaError(.executableLoad, userInfo: [NSLocalizedFailureReasonErrorKey: program]) }
    processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    peakBytes = usage.ru_maxrss * 1024
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
