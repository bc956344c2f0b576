#if MQTT
import CMosquitto
import Foundation
import Synchronization

/// One connection to an MQTT broker, up to its end. All functions of libmosquitto are called in this file and nowhere else.
///
/// ```swift
/// let connection = MQTTConnection(MQTTBroker(host: "phone.local"))
/// try await connection.run(subscribing: ["owntracks/+/+"]) { message in ... }
/// ```
/// The library waits in its own way, hence a thread of its own; whoever waits for it is free to go.
public final class MQTTConnection: Sendable {
  private let broker: MQTTBroker
  private let policy: Policy
  private let shared = Mutex(Shared())

  private struct Shared {
    var client: Client?
    var isOver = false
    var isConnected = false
  }

  public init(_ broker: MQTTBroker, policy: Policy = Policy()) {
    self.broker = broker
    self.policy = policy
  }

  /// Connects, subscribes, and hands on messages until the connection ends or the task is cancelled.
  /// - Parameters:
  ///   - connected: Called when the broker has let us in.
  ///   - acknowledged: Called when the broker has taken a message of ours, on the connection's thread.
  ///   - leaving: Gives what is to be sent before we go by ourselves.
  ///   - take: Called with each message, on a thread of its own.
  /// - Throws: `MQTTError` for the end; `CancellationError`.
  public func run(
    subscribing topics: [String] = [], connected: @escaping @Sendable () -> Void = {},
    acknowledged: @escaping @Sendable () -> Void = {},
    leaving: @escaping @Sendable () -> MQTTMessage? = { nil },
    _ take: @escaping @Sendable (MQTTMessage) -> Void
  ) async throws {
    let listener = Listener(
      topics: topics, connected: connected, acknowledged: acknowledged, leaving: leaving, take: take)
    let ended = Ended()
    let thread = Thread { [self] in ended.tell(work(listener)) }
    thread.name = "alight.mqtt"
    let impatience = Task { [self] in
      try await Task.sleep(for: policy.connecting)
      // Left alone, the library would wait for as long as the system lets it.
      if !shared.withLock({ $0.isConnected }) {
        ended.tell(.noAnswer(seconds: Int(policy.connecting.components.seconds)))
      }
    }
    defer {
      impatience.cancel()
      shared.withLock { $0.isOver = true }
    }
    let cause = await withTaskCancellationHandler {
      thread.start()
      return await ended.cause
    } onCancel: {
      // Where there is a connection, its thread says goodbye first.
      let isConnected = shared.withLock { shared in
        shared.isOver = true
        return shared.isConnected
      }
      if !isConnected { ended.tell(nil) }
    }
    try Task.checkCancellation()
    throw cause ?? MQTTError.notConnected
  }

  /// Connects, sends one message, and leaves when the broker has acknowledged it.
  /// - Throws: `MQTTError`; `CancellationError`.
  public func send(_ message: MQTTMessage) async throws {
    let isSent = Sent()
    do {
      try await run(
        connected: { [self] in try? publish(message.payload, to: message.topic, isRetained: message.isRetained) },
        acknowledged: { [self] in
          isSent.flag.withLock { $0 = true }
          shared.withLock { $0.isOver = true }
        }
      ) { _ in }
    } catch MQTTError.notConnected where isSent.flag.withLock({ $0 }) {
      return
    }
  }

  /// Sends a message, which the broker acknowledges later.
  /// - Throws: `MQTTError` where there is no connection.
  public func publish(_ payload: Data, to topic: String, isRetained: Bool = false) throws(MQTTError) {
    let code = shared.withLock { shared -> Int32 in
      guard let client = shared.client, shared.isConnected else { return MOSQ_ERR_NO_CONN.rawValue }
      return payload.withUnsafeBytes { bytes in
        mosquitto_publish(client.handle, nil, topic, Int32(bytes.count), bytes.baseAddress, 1, isRetained)
      }
    }
    guard code == MOSQ_ERR_SUCCESS.rawValue else {
      throw code == MOSQ_ERR_NO_CONN.rawValue ? .notConnected : words(code)
    }
  }

  /// The thread's work, up to the end of the connection.
  private func work(_ listener: Listener) -> MQTTError? {
    _ = libraryIsReady
    guard let client = Client(broker, listener) else { return .connection(cause: "there is no memory left") }
    listener.client = client
    listener.admitted = { [self] in shared.withLock { $0.isConnected = true } }
    defer {
      shared.withLock { shared in
        shared.client = nil
        shared.isConnected = false
      }
      mosquitto_destroy(client.handle)
    }
    var code = mosquitto_connect(client.handle, broker.host, Int32(broker.port), Int32(policy.keepAliveSeconds))
    guard code == MOSQ_ERR_SUCCESS.rawValue else { return words(code) }
    shared.withLock { $0.client = client }
    while code == MOSQ_ERR_SUCCESS.rawValue, !shared.withLock({ $0.isOver }) {
      code = mosquitto_loop(client.handle, Int32(policy.pollMilliseconds), 1)
      if let failure = listener.failure { return failure }
    }
    if shared.withLock({ $0.isOver }) {
      // Said before leaving, or the broker would take us for lost.
      if let last = listener.leaving() {
        last.payload.withUnsafeBytes { bytes in
          _ = mosquitto_publish(
            client.handle, nil, last.topic, Int32(bytes.count), bytes.baseAddress, 0, last.isRetained)
        }
      }
      mosquitto_disconnect(client.handle)
      mosquitto_loop(client.handle, 0, 1)
      return nil
    }
    return words(code)
  }

  private func words(_ code: Int32) -> MQTTError {
    switch mosq_err_t(rawValue: code) {
    case MOSQ_ERR_ERRNO: .connection(cause: String(cString: strerror(errno)))
    case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: .badName(host: broker.host)
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN: .connection(cause: "the connection ended")
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
      .connection(cause: "its certificate cannot be trusted, or it does not speak TLS")
    default: .connection(cause: String(cString: mosquitto_strerror(code)).lowercased().trimmingCharacters(in: ["."]))
    }
  }
}

/// Set up once for all connections, and never down, as the library's own documentation allows.
private let libraryIsReady: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

/// The library's handle of a connection: it locks by itself once it is told that threads share it.
private struct Client: @unchecked Sendable {
  let handle: OpaquePointer

  /// - Parameter listener: Outlives the handle: the thread that destroys the one holds the other.
  init?(_ broker: MQTTBroker, _ listener: Listener) {
    guard let handle = mosquitto_new(nil, true, Unmanaged.passUnretained(listener).toOpaque()) else { return nil }
    self.handle = handle
    mosquitto_threaded_set(handle, true)
    mosquitto_connect_callback_set(handle, brokerAnswered)
    mosquitto_message_callback_set(handle, messageCame)
    mosquitto_publish_callback_set(handle, messageAcknowledged)
    mosquitto_subscribe_callback_set(handle, subscriptionAnswered)
    if let user = broker.user { mosquitto_username_pw_set(handle, user, broker.password) }
    if broker.usesTLS {
      mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
      mosquitto_tls_set(handle, nil, "/etc/ssl/certs", nil, nil, nil)
    }
  }
}

/// What the callbacks of a connection write to, all on the connection's own thread.
private final class Listener: @unchecked Sendable {
  let topics: [String]
  let connected: @Sendable () -> Void
  let acknowledged: @Sendable () -> Void
  let leaving: @Sendable () -> MQTTMessage?
  let take: @Sendable (MQTTMessage) -> Void
  var client: Client?
  var admitted: () -> Void = {}
  var failure: MQTTError?

  init(
    topics: [String], connected: @escaping @Sendable () -> Void, acknowledged: @escaping @Sendable () -> Void,
    leaving: @escaping @Sendable () -> MQTTMessage?, take: @escaping @Sendable (MQTTMessage) -> Void
  ) {
    self.topics = topics
    self.connected = connected
    self.acknowledged = acknowledged
    self.leaving = leaving
    self.take = take
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> Listener? {
    context.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
  }

  func answered(_ code: Int32) {
    switch code {
    case 0:
      for topic in topics { mosquitto_subscribe(client?.handle, nil, topic, 1) }
      admitted()
      connected()
    // Of MQTT 3.1.1: bad user name or password, and not authorised, which mosquitto says for both.
    case 4, 5: failure = .wrongPassword
    default: failure = .refused(cause: String(cString: mosquitto_connack_string(code)))
    }
  }
}

private nonisolated func brokerAnswered(_: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ code: Int32) {
  Listener.at(context)?.answered(code)
}

private nonisolated func messageCame(
  _: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ message: UnsafePointer<mosquitto_message>?
) {
  guard let listener = Listener.at(context), let message = message?.pointee, let topic = message.topic else { return }
  let payload = message.payload.map { Data(bytes: $0, count: Int(message.payloadlen)) } ?? Data()
  listener.take(MQTTMessage(topic: String(cString: topic), payload: payload, isRetained: message.retain))
}

private nonisolated func messageAcknowledged(_: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _: Int32) {
  Listener.at(context)?.acknowledged()
}

private nonisolated func subscriptionAnswered(
  _: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _: Int32, _ count: Int32, _ granted: UnsafePointer<Int32>?
) {
  guard let listener = Listener.at(context), let granted, count > 0, granted[0] >= 0x80 else { return }
  listener.failure = .notAllowed(topic: listener.topics.joined(separator: ", "))
}

/// Whether the one message of a connection was taken.
private final class Sent: Sendable {
  let flag = Mutex(false)
}

/// The end of a connection, told once, waited for once.
private final class Ended: Sendable {
  private let state = Mutex(State())

  private struct State {
    var cause: MQTTError??
    var waiting: CheckedContinuation<MQTTError?, Never>?
  }

  func tell(_ cause: MQTTError?) {
    let waiting = state.withLock { state -> CheckedContinuation<MQTTError?, Never>? in
      guard state.cause == nil else { return nil }
      state.cause = .some(cause)
      defer { state.waiting = nil }
      return state.waiting
    }
    // Not under the lock: whoever is cancelled meanwhile holds the lock of its task, and waits for this one.
    waiting?.resume(returning: cause)
  }

  var cause: MQTTError? {
    get async {
      await withCheckedContinuation { continuation in
        let cause = state.withLock { state in
          if state.cause == nil { state.waiting = continuation }
          return state.cause
        }
        if let cause { continuation.resume(returning: cause) }
      }
    }
  }
}
#endif
