import Conversation
import Foundation

/// What is written when the rider interrupts, made before: a signal handler may not allocate.
nonisolated(unsafe) private var lastWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

/// Ctrl-C ends at once: the draft was stored after the last step, so nothing more is to be done.
enum Interruption {
  static func install(_ texts: PromptTexts) {
    let text = "\nalight: \(texts.say(.endDraftKept, ["text": texts.say(.endInterrupted)]))\n"
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    lastWords = UnsafeBufferPointer(bytes)
    signal(SIGINT) { _ in
      _ = write(STDERR_FILENO, lastWords.baseAddress, lastWords.count)
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
