import Conversation
import Devices
import Following
import Foundation
import Journey

/// What is around a runner while it runs: the lock that keeps it the only one, the socket that it answers on, the buttons that
/// riders press, and the service manager that it tells how it does.
struct RunnerSession: Sendable {
  let decisions: DecisionLog
  private let lock: RunnerLock
  private let holder: RunnerHolder
  private let files: DecisionFiles
  private let service: ServiceNotifier
  private let awake: SleepInhibitor
  private let socket: String
  private let presses: AsyncStream<(UUID, RiderAction)>
  private let press: AsyncStream<(UUID, RiderAction)>.Continuation
  private let talk: @Sendable (String) -> Void

  /// Takes the database for this process.
  /// - Parameters:
  ///   - isReadyByTurn: Whether it is ready to work as soon as it follows, and not only once somebody says so.
  ///   - tell: What is told of the decision log, and of a machine that cannot be kept awake.
  /// - Throws: `CommandFailure` (69) where another runner has it.
  init(
    database: URL, _ prompts: Prompts, isReadyByTurn: Bool = true, talk: @escaping @Sendable (String) -> Void,
    tell: @escaping @Sendable (RunnerNotice) -> Void
  ) throws {
    holder = RunnerHolder(pid: getpid(), since: Date(), host: ProcessInfo.processInfo.hostName)
    do {
      lock = try RunnerLock(database: database, holder: holder)
    } catch RunnerLockError.held(let other) {
      throw CommandFailure(.unavailable, RunnerLockError.held(other).description)
    } catch {
      throw CommandFailure(.storage, "\(error)")
    }
    let folder = Self.decisions(beside: database)
    files = DecisionFiles(folder: folder)
    service = ServiceNotifier(isReadyByTurn: isReadyByTurn)
    awake = SleepInhibitor(why: prompts.reasonToStayAwake) { tell(.maySleep(cause: $0)) }
    decisions = DecisionLog(folder: folder) { tell(.decisionsFailed(cause: $0)) }
    socket = ControlPath.of(database, runtime: ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"])
    (presses, press) = AsyncStream<(UUID, RiderAction)>.makeStream()
    self.talk = talk
  }

  /// Where it is written down why alerts come and do not.
  static func decisions(beside database: URL) -> URL {
    database.resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "decisions", directoryHint: .isDirectory)
  }

  /// A button was pressed.
  func pressed(_ reminder: UUID, _ action: RiderAction) { press.yield((reminder, action)) }

  /// The runner's loop has taken an input in.
  /// - Parameter isUnderWay: Whether the machine is to stay awake.
  func turned(isUnderWay: Bool) {
    service.turned()
    awake.hold(isUnderWay)
  }

  /// What is around the runner is there too.
  func ready() { service.ready() }

  /// What the service manager shows.
  func status(_ line: String) { service.status(line) }

  /// Runs a runner to its end, with all that is around it.
  func around(_ runner: AlertRunner, _ run: @Sendable () async throws -> Void) async throws {
    defer {
      press.finish()
      awake.hold(false)
      withExtendedLifetime(lock) {}
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await listen(runner) }
      group.addTask {
        for await (reminder, action) in presses { await act(action, reminder, runner) }
      }
      defer { group.cancelAll() }
      do {
        try await run()
        service.stopping()
      } catch {
        service.stopping()
        throw error
      }
    }
  }

  /// Answers other programs. Where that cannot be, the rides go on without.
  private func listen(_ runner: AlertRunner) async {
    do {
      try await ControlServer(runner, files: files, decisions: decisions).serve(at: socket) {
        var reachable = holder
        reachable.control = socket
        // Who cannot read where the runner answers looks where it would.
        try? lock.write(reachable)
      }
    } catch is CancellationError {
      return
    } catch {
      talk("\(error)")
    }
  }

  private func act(_ action: RiderAction, _ reminder: UUID, _ runner: AlertRunner) async {
    do {
      _ = try await runner.take(action, of: reminder)
    } catch {
      talk("\(error)")
    }
  }
}
