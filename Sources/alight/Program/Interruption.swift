import Conversation
import Foundation
import Synchronization

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
    let work = Interruptible(work)
    // Before the work begins, which may tell others that it is there: a signal that comes right then must find somebody.
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { work.interrupt() }
      source.resume()
      return source
    }
    defer { sources.forEach { $0.cancel() } }
    return try await work.run()
  }
}

/// Work that can be cancelled from before it begins.
private final class Interruptible<Value: Sendable>: Sendable {
  private struct State {
    var task: Task<Value, any Error>?
    var isInterrupted = false
  }

  private let work: @Sendable () async throws -> Value
  private let state = Mutex(State())

  init(_ work: @escaping @Sendable () async throws -> Value) { self.work = work }

  /// Cancels it; a second time ends the program.
  func interrupt() {
    state.withLock { state in
      if state.isInterrupted { _exit(ExitStatus.interrupted.rawValue) }
      state.isInterrupted = true
      state.task?.cancel()
    }
  }

  func run() async throws -> Value {
    let task = state.withLock { state in
      let task = Task(operation: work)
      if state.isInterrupted { task.cancel() }
      state.task = task
      return task
    }
    return try await task.value
  }
}
