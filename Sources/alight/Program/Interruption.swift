import Foundation

/// Ctrl-C ends at once: the draft was stored after the last step, so nothing more is to be done.
enum Interruption {
  static func install() {
    signal(SIGINT) { _ in
      let word: StaticString = "\nalight: interrupted; the draft is kept: go on with \"alight new --resume\"\n"
      _ = write(STDERR_FILENO, word.utf8Start, word.utf8CodeUnitCount)
      _exit(ExitStatus.interrupted.rawValue)
    }
  }

  /// Runs work that SIGINT and SIGTERM cancel, so that it can put its things in order before it ends. A second signal ends it
  /// at once, should it wait for something that never comes.
  static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task(operation: work)
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if task.isCancelled { _exit(ExitStatus.interrupted.rawValue) }
        task.cancel()
      }
      source.resume()
      return source
    }
    defer { sources.forEach { $0.cancel() } }
    return try await task.value
  }
}
