import Conversation
import Foundation
import Glibc
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
    let signals = try SignalPipe([SIGINT, SIGTERM]) { work.interrupt() }
    defer { signals.close() }
    return try await work.run()
  }
}

/// The end of the pipe into which signals are written; -1 while none are waited for.
nonisolated(unsafe) private var signalEnd: Int32 = -1

/// Signals that somebody waits for, by way of a pipe. A source of Dispatch for signals is registered some time after it was asked for,
/// and what comes until then is lost; a pipe keeps it.
private struct SignalPipe {
  private let numbers: [Int32]
  private let former: Int32
  private let ends: [Int32]
  private let source: any DispatchSourceRead

  /// - Parameter handler: Called for each of the signals, until it is closed.
  /// - Throws: `CommandFailure` where no more files can be open.
  init(_ numbers: [Int32], handler: @escaping @Sendable () -> Void) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(.internal, "no more files can be open at once: end other programs, or raise \"ulimit -n\"")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let read = ends[0]
    source = DispatchSource.makeReadSource(fileDescriptor: read, queue: .global())
    source.setEventHandler {
      var byte: UInt8 = 0
      while Glibc.read(read, &byte, 1) == 1 { handler() }
    }
    (self.numbers, self.ends, former) = (numbers, ends, signalEnd)
    signalEnd = ends[1]
    source.activate()
    for number in numbers {
      signal(number) { _ in
        let error = errno
        var byte: UInt8 = 0
        _ = write(signalEnd, &byte, 1)
        errno = error
      }
    }
  }

  /// Ends it: from then on the signals are ignored, or go where they went before.
  func close() {
    if former < 0 { for number in numbers { signal(number, SIG_IGN) } }
    signalEnd = former
    let ends = ends
    source.setCancelHandler { for end in ends { Glibc.close(end) } }
    source.cancel()
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
