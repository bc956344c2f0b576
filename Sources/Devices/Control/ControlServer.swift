import Following
import Foundation
import NIOCore
import NIOPosix

/// Answers other programs about a runner, over a socket that only its owner may open.
///
/// Nothing that comes in can harm the rides: each connection has a task of its own, asks one thing at a time, and is closed
/// when it says too much, stays silent, does not read, or is the idlest where a newcomer needs its place.
public struct ControlServer: Sendable {
  /// Every constant, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// Bytes. No request has more than two hundred.
    public var longestLine = 4096
    /// A rider has a terminal, a panel and a script or two.
    public var connections = 16
    /// Who asks nothing for so long is gone; a watch asks once.
    public var silence: Duration = .seconds(30)
    /// Who has read nothing for so long will not any more.
    public var patience: Duration = .seconds(5)
    /// Between two answers on one connection: a program in a loop must not keep the runner busy.
    public var breath: Duration = .milliseconds(10)
    public var watchEvery: Duration = .seconds(1)
    /// How soon a change is seen by those who watch.
    public var lookEvery: Duration = .milliseconds(100)
    /// Lines of a log; a ride of an hour has about a hundred.
    public var longestLog = 500

    public init() {}
  }

  private let runner: AlertRunner
  private let files: DecisionFiles
  private let decisions: DecisionLog?
  private let policy: Policy

  public init(_ runner: AlertRunner, files: DecisionFiles, decisions: DecisionLog?, policy: Policy = Policy()) {
    self.runner = runner
    self.files = files
    self.decisions = decisions
    self.policy = policy
  }

  /// Serves until its task is cancelled, and takes the socket away at the end.
  /// - Parameter onListening: Called once, when connections are taken.
  /// - Throws: `ControlError.cannotListen`; the caller holds the runner's lock, so a socket that is there is nobody's.
  public func serve(at path: String, onListening: @Sendable () throws -> Void = {}) async throws {
    let server = try await listen(path)
    try onListening()
    defer { unlink(path) }
    let seats = ControlSeats(policy.connections)
    try await server.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          // Taken in the order of coming: of tasks that begin in any order a newcomer could be put out by those before it.
          let seat = seats.take()
          group.addTask {
            defer { if let seat { seats.leave(seat) } }
            // Whatever one connection does ends that connection and no more.
            try? await connection.executeThenClose { requests, answers in
              guard let seat else {
                try await answers.write(
                  Self.buffer(.init(error: ControlFailure(.busy, "too many programs ask at once"))))
                return
              }
              await ControlConnection(
                answers, policy: policy, seat: seat, seats: seats, changes: { await runner.changes }, answer: answer
              ).serve(requests)
            }
          }
        }
      }
    }
  }

  private func listen(_ path: String) async throws -> NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never> {
    try ControlPath.prepareFolder(of: path)
    unlink(path)
    do {
      // One loop for all: by several those who come at once would be let in out of turn, and a newcomer put out by those before it.
      return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .bind(try ControlSocket.make(path)) { channel in
          channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
        }
    } catch let error as ControlError {
      throw error
    } catch {
      throw ControlError.cannotListen(path: path, cause: "\(error)")
    }
  }

  /// What a request is answered.
  private func answer(_ request: ControlRequest) async -> ControlAnswer {
    switch request.request {
    case .status, .watch: return ControlAnswer(status: await runner.status())
    case .done, .snooze, .stop:
      guard let action = request.request.action else { return ControlAnswer() }
      do throws(ActionRefusal) {
        return ControlAnswer(taken: try await runner.take(action, of: request.reminder))
      } catch {
        return ControlAnswer(error: ControlFailure(error))
      }
    case .later:
      do throws(ActionRefusal) {
        return ControlAnswer(taken: try await runner.later(request.reminder, until: request.until))
      } catch {
        return ControlAnswer(error: ControlFailure(error))
      }
    case .log:
      let followed = await runner.status().rides.first?.reminder
      guard let reminder = request.reminder ?? followed else {
        return ControlAnswer(error: ControlFailure(ActionRefusal.noRide))
      }
      await decisions?.flush()
      return ControlAnswer(log: await files.decisions(of: reminder, day: request.day).suffix(policy.longestLog))
    }
  }

  static func buffer(_ answer: ControlAnswer) -> ByteBuffer { ByteBuffer(bytes: ControlAnswer.encode(answer)) }
}
