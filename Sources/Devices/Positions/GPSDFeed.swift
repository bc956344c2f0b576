import Alerts
import Following
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
    /// Between two commands: it may list receivers faster than anybody could switch them on.
    public var breath: Duration = .milliseconds(100)
    /// Seconds. A receiver that rests for longer loses its satellites; nor may its silence be taken for its end.
    public var longestCycle = 10.0

    public init() {}
  }

  public static let standardPort = 2947

  private let host: String
  private let port: Int
  private let policy: Policy
  private let pace = Pace()

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
      pace.begin(session)
      let cause = await listen(session)
      if Task.isCancelled { return }
      report(.lost(cause: cause))
      wait = session.hasReported ? policy.firstWait : min(wait * 2, policy.longestWait)
      try? await Task.sleep(for: wait)
    }
  }

  /// Asks receivers that can be asked; a refusal changes nothing.
  public func sample(every interval: Duration) async {
    pace.want(min(interval / .seconds(1), policy.longestCycle))
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
          group.addTask {
            for await text in session.wishes {
              try? await commands.write(ByteBuffer(string: text + "\n"))
              try? await Task.sleep(for: policy.breath)
            }
            // Cancelled, or the session is over: another one tells why.
            try? await Task.sleep(for: .seconds(3600))
            return nil
          }
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
    case is NIOCore.ChannelError: "it does not answer"
    default: "\(error)"
    }
  }
}

/// How often positions are wanted, over all connections.
private final class Pace: Sendable {
  private let state = Mutex<(wanted: Double?, session: Session?)>((nil, nil))

  func begin(_ session: Session) {
    let wanted = state.withLock { state in
      state.session = session
      return state.wanted
    }
    if let wanted { session.want(wanted) }
  }

  func want(_ seconds: Double) {
    let session = state.withLock { state in
      state.wanted = seconds
      return state.session
    }
    session?.want(seconds)
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
    /// Seconds between positions.
    var wanted: Double?
    var receivers: [GPSDMessage.Receiver] = []
    /// By receiver, what it was asked for last.
    var asked: [String: Double] = [:]

    /// Takes in which receivers there are: all of them, or one more. Those that nobody has room for are left out, or whoever invents
    /// some could fill the memory.
    mutating func note(_ message: GPSDMessage) {
      let isNew = { (receiver: GPSDMessage.Receiver) in !receivers.contains { $0.path == receiver.path } }
      let more = message.kind == "DEVICES" ? message.switchable : receivers + message.switchable.filter(isNew)
      receivers = Array(more.prefix(GPSDMessage.mostReceivers))
      let paths = Set(receivers.compactMap(\.path))
      asked = asked.filter { paths.contains($0.key) }
    }
  }

  /// Commands for gpsd.
  let wishes: AsyncStream<String>
  private let wish: AsyncStream<String>.Continuation

  init(report: @escaping @Sendable (PositionReport) -> Void, longestLine: Int) {
    self.report = report
    self.longestLine = longestLine
    // Who does not read them is not told more than it could ever have receivers for.
    (wishes, wish) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(GPSDMessage.mostReceivers))
  }

  func want(_ seconds: Double) {
    state.withLock { $0.wanted = seconds }
    ask()
  }

  /// Asks each receiver whose pace can be set, and only for what it was not asked before.
  private func ask() {
    let texts = state.withLock { state -> [String] in
      guard let wanted = state.wanted else { return [] }
      return state.receivers.compactMap { receiver in
        guard let path = receiver.path, let name = try? JSONEncoder().encode(path) else { return nil }
        let cycle = max(wanted, receiver.mincycle ?? 1)
        guard state.asked.updateValue(cycle, forKey: path) != cycle else { return nil }
        return #"?DEVICE={"path":\#(String(decoding: name, as: UTF8.self)),"cycle":\#(cycle)};"#
      }
    }
    for text in texts { wish.yield(text) }
  }

  var hasReported: Bool { state.withLock { $0.hasReported } }

  /// Takes lines in until there are no more.
  /// - Returns: Why there are none; nil where the other side closed.
  func read(_ messages: NIOAsyncChannelInboundStream<ByteBuffer>) async -> String? {
    var lines = LineSplitter(longest: longestLine)
    do {
      for try await bytes in messages {
        for line in try lines.take(bytes.readableBytesView) { take(line) }
      }
      return nil
    } catch is LineSplitter.TooLong {
      return "it sends lines without end: is it gpsd?"
    } catch {
      return "\(error)"
    }
  }

  /// Waits until nothing has come for so long.
  /// - Returns: That, in words; nil where it is cancelled.
  func silence(of longest: Duration) async -> String? {
    while true {
      let due = state.withLock { $0.heardAt } + longest
      guard due > .now else {
        return "nothing came for \(longest.components.seconds) s: look whether a receiver is attached"
      }
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return nil }
    }
  }

  private func take(_ line: Data) {
    // A line that is damaged is one position less; the next one comes in a second.
    guard let message = try? GPSDMessage(line: line) else { return }
    if !message.switchable.isEmpty {
      state.withLock { $0.note(message) }
      ask()
    }
    let received = Date()
    let fix = state.withLock { state -> Fix? in
      state.heardAt = .now
      guard let found = message.report else { return nil }
      guard let at = state.clock.instant(of: found.time, received: received) else { return nil }
      state.hasReported = true
      return Fix(at: at, position: found.position, accuracy: found.accuracy, speed: found.speed)
    }
    if let fix { report(.fix(fix)) }
  }
}
