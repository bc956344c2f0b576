import Alerts
import Foundation
import Synchronization

/// Positions of a phone with the OwnTracks app, over an MQTT broker; connects again for as long as it is followed.
public final class OwnTracksFeed: PositionFeed {
  /// Every constant, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// Before the second try; it doubles with each one that fails.
    public var firstWait: Duration = .seconds(1)
    /// A rider who comes out of a tunnel waits no longer than this.
    public var longestWait: Duration = .seconds(15)
    /// In move mode the app reports twice in this time, and nobody knows another mode to be of use.
    public var silence: Duration = .seconds(60)
    /// So many missing reports are a silence, where the phone was asked for few.
    public var missingReports = 3
    /// A retained message older than this tells where the phone once was: the engine takes no older ones.
    public var oldestRetained = AlertPolicy.standard.oldestFix
    /// Seconds. The clock of a phone may be so far ahead of this one; more is the time of nobody knows when.
    public var aheadRetained = 5.0
    /// A location has 400 bytes.
    public var longestMessage = 1 << 14
    public var connection = MQTTConnection.Policy()

    public init() {}
  }

  /// Where the app publishes by itself: a user and a device.
  public static let standardTopic = "owntracks/+/+"

  private let broker: MQTTBroker
  private let topic: String
  private let policy: Policy
  private let phone: Mutex<Phone>

  /// - Parameter topic: One device's, or with wildcards: then the first device that reports is followed, whatever it does later: a
  ///   phone at rest may be the rider's as well as one that moves.
  public init(broker: MQTTBroker, topic: String = OwnTracksFeed.standardTopic, policy: Policy = Policy()) {
    self.broker = broker
    self.topic = topic
    self.policy = policy
    let isOne = !topic.contains("+") && !topic.contains("#")
    phone = Mutex(Phone(device: isOne ? topic : nil))
  }

  public var name: String { "OwnTracks at \(broker)" }

  public func follow(_ report: @escaping @Sendable (PositionReport) -> Void) async {
    var wait = policy.firstWait
    while !Task.isCancelled {
      let connection = MQTTConnection(broker, policy: policy.connection)
      let cause = await listen(connection, report)
      let wasConnected = phone.withLock { phone in
        defer { phone.connection = nil }
        return phone.connection != nil
      }
      if Task.isCancelled { return }
      report(.lost(cause: cause))
      wait = wasConnected ? policy.firstWait : min(wait * 2, policy.longestWait)
      try? await Task.sleep(for: wait)
    }
  }

  public func sample(every interval: Duration) async {
    let seconds = max(1, Int(interval.components.seconds))
    phone.withLock { $0.wanted = seconds }
    command()
  }

  /// One connection, up to its end.
  /// - Returns: Why it ended.
  private func listen(
    _ connection: MQTTConnection, _ report: @escaping @Sendable (PositionReport) -> Void
  ) async -> String {
    await withTaskGroup(of: String.self) { [self] group in
      group.addTask { [self] in
        do {
          try await connection.run(
            subscribing: [topic], connected: { [self] in connected(connection) },
            leaving: { [self] in farewell() }
          ) { [self] in take($0, report) }
          return ""
        } catch {
          return "\(error)"
        }
      }
      group.addTask { [self] in
        await watchSilence(report)
        return ""
      }
      defer { group.cancelAll() }
      return await group.next() ?? ""
    }
  }

  private func connected(_ connection: MQTTConnection) {
    phone.withLock { phone in
      phone.connection = connection
      phone.heardAt = .now
      phone.urgent = true
    }
    command()
  }

  /// Tells again and again when nothing has come for long: the connection may be well, and the phone asleep.
  private func watchSilence(_ report: @Sendable (PositionReport) -> Void) async {
    while !Task.isCancelled {
      let (heardAt, wanted, isConnected) = phone.withLock { ($0.heardAt, $0.wanted, $0.connection != nil) }
      let longest = max(policy.silence, .seconds((wanted ?? 0) * policy.missingReports))
      if isConnected, heardAt + longest <= .now {
        report(.lost(cause: "the phone sends nothing: switch OwnTracks there to move mode, and let it use the network"))
        phone.withLock { phone in
          phone.heardAt = .now
          phone.urgent = true
        }
        command()
      }
      guard (try? await Task.sleep(until: max(heardAt + longest, .now + .seconds(1)), clock: .continuous)) != nil
      else { return }
    }
  }

  /// Asks the phone for what is wanted of it and was not asked before.
  private func command() {
    let (connection, messages) = phone.withLock { phone in (phone.connection, phone.messages()) }
    for message in messages { try? connection?.publish(message.payload, to: message.topic) }
  }

  /// What is said before going: a phone that goes on reporting each second is empty before the evening.
  private func farewell() -> MQTTMessage? {
    phone.withLock { phone in
      guard let device = phone.device, phone.asked != nil else { return nil }
      phone.asked = nil
      return MQTTMessage(topic: device + "/cmd", payload: OwnTracksCommand.rest.payload)
    }
  }

  private func take(_ message: MQTTMessage, _ report: @Sendable (PositionReport) -> Void) {
    switch message.payload.count > policy.longestMessage ? .unreadable : OwnTracksMessage(message.payload) {
    case .other: break
    case .encrypted: remark(.encrypted, report)
    case .unreadable: remark(.unreadable, report)
    case .location(let found): take(found, message, report)
    }
  }

  private func take(
    _ found: OwnTracksMessage.Report, _ message: MQTTMessage, _ report: @Sendable (PositionReport) -> Void
  ) {
    let now = Date()
    if message.isRetained { return takeRetained(found, message, age: now.timeIntervalSince(found.time), report) }
    let device = phone.withLock { phone in
      // Nobody knows whose phone it is. What was kept for us does not choose: it may be of one that lies at home.
      if phone.device == nil { phone.device = message.topic }
      return phone.device
    }
    guard device == message.topic else {
      return remark(.severalDevices(followed: device ?? topic, other: message.topic), report)
    }
    let fix = phone.withLock { $0.fix(found, received: now) }
    command()
    if let fix { report(.fix(fix)) }
  }

  /// A position that the broker kept is as old as it says: nothing tells when it came.
  private func takeRetained(
    _ found: OwnTracksMessage.Report, _ message: MQTTMessage, age: Double,
    _ report: @Sendable (PositionReport) -> Void
  ) {
    guard age <= policy.oldestRetained else { return remark(.oldRetained(minutes: Int(age / 60)), report) }
    guard age >= -policy.aheadRetained else { return remark(.impossible(cause: "\(FixFault.time)"), report) }
    let fix = phone.withLock { phone in phone.device == message.topic ? phone.kept(found, age: age) : nil }
    if let fix { report(.fix(fix)) }
  }

  private func remark(_ remark: FeedRemark, _ report: @Sendable (PositionReport) -> Void) {
    if phone.withLock({ $0.told.insert(remark.kind).inserted }) { report(.remark(remark)) }
  }
}

/// What is known of the phone, over all connections.
private struct Phone: Sendable {
  /// The topic of the one that is followed.
  var device: String?
  /// nil while there is none.
  var connection: MQTTConnection?
  /// Seconds between positions as they are wanted, and as the phone was asked for last.
  var wanted: Int?
  var asked: Int?
  /// Whether a position is wanted at once.
  var urgent = false
  var heardAt = ContinuousClock.now
  var told: Set<String> = []
  /// Phones set their clocks by the network: they are right until shown otherwise.
  var clock = ReceiverClock(offset: 0)
  /// The phone's time of the newest position.
  var newest: Date?

  init(device: String?) { self.device = device }

  /// A position as the engine takes it; nil for one that was told before, or is older than one that was.
  mutating func fix(_ found: OwnTracksMessage.Report, received: Date) -> Fix? {
    heardAt = .now
    urgent = false
    // A phone that was set back starts anew once its clock is known again.
    if let newest, found.time <= newest, newest.timeIntervalSince(found.time) < Self.setBack { return nil }
    // A time of another age is nothing to hold later ones against.
    guard let at = clock.instant(of: found.time, received: received) else { return nil }
    newest = found.time
    return Fix(at: at, position: found.position, accuracy: found.accuracy, speed: found.speed)
  }

  /// A position that was kept for us, with the age that it has; nil for one that was told before.
  mutating func kept(_ found: OwnTracksMessage.Report, age: Double) -> Fix? {
    if let newest, found.time <= newest { return nil }
    newest = found.time
    let at = min(found.time, Date())
    return Fix(at: at, position: found.position, accuracy: found.accuracy, speed: found.speed)
  }

  /// No message is delivered so late; a phone's clock may be an hour wrong.
  private static let setBack = 1800.0

  /// What is to be sent to the phone now, as it was not before.
  mutating func messages() -> [MQTTMessage] {
    guard connection != nil, let device else { return [] }
    var commands: [OwnTracksCommand] = []
    if let wanted, wanted != asked {
      asked = wanted
      commands.append(.interval(seconds: wanted))
    }
    if urgent {
      urgent = false
      commands.append(.report)
    }
    return commands.map { MQTTMessage(topic: device + "/cmd", payload: $0.payload) }
  }
}
