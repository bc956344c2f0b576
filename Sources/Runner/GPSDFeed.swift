import Alerts
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Positions from gpsd, over its TCP port; connects again for as long as it is followed.
public struct GPSDFeed: PositionFeed {
  /// Every constant, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// Before the second try; it doubles with each one that fails.
    public var firstWait: Duration = .seconds(1)
    /// A rider who has just switched the receiver on waits no longer than this.
    public var longestWait: Duration = .seconds(15)
    /// A receiver that works reports each second. A connection to a phone that has gone never ends by itself.
    public var silence: Duration = .seconds(20)
    public var connecting: Duration = .seconds(5)
    /// The longest message, the one of all satellites, has 10 KB.
    public var longestLine = 1 << 16

    public init() {}
  }

  public static let standardPort = 2947

  private let host: String
  private let port: Int
  private let policy: Policy

  public init(host: String = "localhost", port: Int = Self.standardPort, policy: Policy = Policy()) {
    self.host = host
    self.port = port
    self.policy = policy
  }

  public var name: String { "gpsd at \(host)" + (port == Self.standardPort ? "" : ":\(port)") }

  public func follow(_ report: @escaping @Sendable (PositionReport) -> Void) async {
    var wait = policy.firstWait
    while !Task.isCancelled {
      let session = Session(report: report, longestLine: policy.longestLine)
      let cause = await listen(session)
      if Task.isCancelled { return }
      report(.lost(cause: cause))
      wait = session.hasReported ? policy.firstWait : min(wait * 2, policy.longestWait)
      try? await Task.sleep(for: wait)
    }
  }

  /// One connection, up to its end.
  /// - Returns: Why it ended.
  private func listen(_ session: Session) async -> String {
    do {
      let channel = try await connect()
      return try await channel.executeThenClose { messages, commands in
        try await commands.write(ByteBuffer(string: #"?WATCH={"enable":true,"json":true};"# + "\n"))
        return await withTaskGroup(of: String?.self) { group in
          group.addTask { await session.read(messages) }
          group.addTask { await session.silence(of: policy.silence) }
          defer { group.cancelAll() }
          return await group.next().flatMap(\.self) ?? "the connection ended"
        }
      }
    } catch let error as NIOConnectionError {
      let causes = error.connectionErrors.map { Self.words($0.error) }
      return causes.first ?? "nothing is known of \(host)"
    } catch {
      return Self.words(error)
    }
  }

  private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(.nanoseconds(policy.connecting.components.seconds * 1_000_000_000))
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
      }
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case is ChannelError: "it does not answer"
    default: "\(error)"
    }
  }
}

/// One connection to gpsd: its lines, and when the last one came.
private final class Session: Sendable {
  private let report: @Sendable (PositionReport) -> Void
  private let longestLine: Int
  private let state = Mutex(State())

  private struct State {
    var heardAt = ContinuousClock.now
    var hasReported = false
    var clock = ReceiverClock()
  }

  init(report: @escaping @Sendable (PositionReport) -> Void, longestLine: Int) {
    self.report = report
    self.longestLine = longestLine
  }

  var hasReported: Bool { state.withLock { $0.hasReported } }

  /// Takes lines in until there are no more.
  /// - Returns: Why there are none; nil where the other side closed.
  func read(_ messages: NIOAsyncChannelInboundStream<ByteBuffer>) async -> String? {
    var rest = Data()
    do {
      for try await bytes in messages {
        rest += Data(bytes.readableBytesView)
        while let end = rest.firstIndex(of: 0x0A) {
          take(rest[..<end])
          rest = Data(rest[rest.index(after: end)...])
        }
        if rest.count > longestLine { return "it sends lines without end: is it gpsd?" }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Waits until nothing has come for so long.
  /// - Returns: That, in words; nil where it is cancelled.
  func silence(of longest: Duration) async -> String? {
    while true {
      let due = state.withLock { $0.heardAt } + longest
      guard due > .now else { return "nothing came for \(longest.components.seconds) s: is a receiver attached?" }
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return nil }
    }
  }

  private func take(_ line: Data) {
    // A line that is damaged is one position less; the next one comes in a second.
    guard let message = try? GPSDMessage(line: line) else { return }
    let received = Date()
    let fix = state.withLock { state -> Fix? in
      state.heardAt = .now
      guard let found = message.report else { return nil }
      state.hasReported = true
      return Fix(
        at: state.clock.instant(of: found.time, received: received), position: found.position,
        accuracy: found.accuracy, speed: found.speed)
    }
    if let fix { report(.fix(fix)) }
  }
}
