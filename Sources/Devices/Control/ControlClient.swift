import Foundation
import Journey
import NIOCore
import NIOPosix

/// Asks the runner of a database, from another process.
///
/// ```swift
/// let status = try await ControlClient(database: url).ask(ControlRequest(.status)).status
/// ```
public struct ControlClient: Sendable {
  /// Bytes of an answer: a log of five hundred lines has a fifth.
  private static let longestAnswer = 1 << 20
  /// A runner answers between two inputs; an alert may keep it busy for a moment.
  private static let patience = Duration.seconds(5)

  private let path: String

  /// - Throws: `ControlError.noRunner` where none has ever been.
  public init(database: URL) throws {
    // The runner says itself where it listens: its session may have other folders than this one.
    guard let path = RunnerLock.lastHolder(of: database)?.control else { throw ControlError.noRunner }
    self.path = path
  }

  /// One answer to one request.
  /// - Throws: `ControlError`, `CancellationError`
  public func ask(_ request: ControlRequest) async throws -> ControlAnswer {
    try await withThrowingTaskGroup(of: ControlAnswer?.self) { group in
      group.addTask {
        var found: ControlAnswer?
        try await follow(request) { answer in
          found = answer
          return false
        }
        return found
      }
      group.addTask {
        try await Task.sleep(for: Self.patience)
        throw ControlError.unreadable(cause: "it does not come")
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next().flatMap(\.self) else {
        throw ControlError.unreadable(cause: "it ended before it was whole")
      }
      return answer
    }
  }

  /// Passes on each answer until the runner ends or `take` returns false.
  /// - Throws: `ControlError`, `CancellationError`
  public func follow(_ request: ControlRequest, _ take: (ControlAnswer) throws -> Bool) async throws {
    let channel = try await connect()
    try await channel.executeThenClose { answers, requests in
      var data = try RecordCoding.encoder().encode(request)
      data.append(0x0A)
      try await requests.write(ByteBuffer(bytes: data))
      var lines = LineSplitter(longest: Self.longestAnswer)
      for try await bytes in answers {
        for line in try lines.take(bytes.readableBytesView) {
          let answer = try Self.answer(line)
          if let failure = answer.error { throw ControlError.refused(failure) }
          guard try take(answer) else { return }
        }
      }
    }
    try Task.checkCancellation()
  }

  private static func answer(_ line: Data) throws -> ControlAnswer {
    do {
      return try ControlAnswer.decode(line)
    } catch {
      throw ControlError.unreadable(cause: "it is no \(ControlRequest.schema)")
    }
  }

  private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    do {
      return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(unixDomainSocketPath: path) { channel in
          channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
        }
    } catch {
      // A socket that a killed runner has left refuses.
      throw ControlError.noRunner
    }
  }
}
