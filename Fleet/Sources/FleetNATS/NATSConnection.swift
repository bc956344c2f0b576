import CNats
import Fleet
import Foundation
import Synchronization

/// What servers ask of those who connect, in files: nobody sees a password in a list of processes.
public struct NATSAccess: Sendable, Hashable {
  /// A user's token and key, as `nsc` writes them; nil for none.
  public var credentials: URL?
  /// A file with a user's name in its first line and their password in the second; nil for none.
  public var password: URL?
  /// Who vouches for the servers, in PEM; nil for those whom the system trusts.
  public var authorities: URL?
  /// The certificate and the key of whoever connects, in PEM; nil for none.
  public var certificate: (file: URL, key: URL)? { certificateFile.flatMap { file in keyFile.map { (file, $0) } } }
  public var certificateFile: URL?
  public var keyFile: URL?

  public init() {}
}

/// A connection to a cluster of NATS servers.
final class NATSConnection: @unchecked Sendable {
  /// What becomes of it when its server is gone.
  enum Lasting {
    /// It finds the next one by itself.
    case reconnecting
    /// It ends, and whoever has it makes another one (see `RenewableLine`).
    ///
    /// Each of its subscriptions is a queue group that it has for itself. Servers tell each other of those in order. Of plain
    /// subscriptions they do not (seen with 2.9): where one connection subscribes to what another one has just left, on the same server, the
    /// others may hear of it the wrong way round, and pass nothing on until that is subscribed to anew. A connection that found another
    /// server by itself would be in a group with what it was on the first one, which may be there still and hear nothing.
    case renewed
  }

  // The library's handles may be used by any thread; what changes here is behind a lock.
  private let pointer: OpaquePointer
  let name: String
  /// Of its subscriptions; nil where they are plain ones.
  private let group: String?

  /// - Parameters:
  ///   - servers: `nats://host:port`, one or more of a cluster.
  ///   - access: What the servers ask for.
  ///   - lasting: What becomes of it when its server is gone.
  ///   - hearsMuch: Whether so much may come that what is heard comes late: an answer that does says nothing of the line then.
  /// - Throws: `BusFailure` where none of them answers.
  init(_ servers: [String], _ access: NATSAccess, _ lasting: Lasting = .reconnecting, hearsMuch: Bool = false) throws {
    group = lasting == .renewed ? "only-\(UUID().uuidString.lowercased())" : nil
    name = "NATS at \(servers.joined(separator: ", "))"
    var options: OpaquePointer?
    defer { natsOptions_Destroy(options) }
    try Self.check(natsOptions_Create(&options), name)
    let copies = servers.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    var pointers = copies.map { UnsafePointer($0) as UnsafePointer<CChar>? }
    try Self.check(natsOptions_SetServers(options, &pointers, Int32(pointers.count)), name)
    switch lasting {
    case .renewed: try Self.check(natsOptions_SetAllowReconnect(options, false), name)
    case .reconnecting:
      // For ever, and soon: phones wait for nothing.
      try Self.check(natsOptions_SetMaxReconnect(options, -1), name)
      try Self.check(natsOptions_SetReconnectWait(options, 250), name)
    }
    // A line that is cut without a word is noticed within some seconds.
    try Self.check(natsOptions_SetPingInterval(options, 1000), name)
    try Self.check(natsOptions_SetMaxPingsOut(options, hearsMuch ? 60 : 2), name)
    try Self.check(natsOptions_SetWriteDeadline(options, 2000), name)
    // A thread for each of 256 subscriptions would be a crowd. Where they are few each has its own, and waits for no other.
    try Self.check(natsOptions_UseGlobalMessageDelivery(options, hearsMuch), name)
    try Self.apply(access, to: options, name)
    var connection: OpaquePointer?
    try Self.check(natsConnection_Connect(&connection, options), name)
    guard let connection else { throw BusFailure(bus: name, cause: "it has answered nothing") }
    pointer = connection
  }

  private static func apply(_ access: NATSAccess, to options: OpaquePointer?, _ name: String) throws {
    if let credentials = access.credentials {
      try check(natsOptions_SetUserCredentialsFromFiles(options, credentials.path, nil), name)
    }
    if let password = access.password {
      let lines = (try? String(contentsOf: password, encoding: .utf8))?.split(separator: "\n") ?? []
      guard lines.count == 2 else {
        throw BusFailure(bus: name, cause: "\(password.path) has not two lines, the user's name and the password")
      }
      try check(natsOptions_SetUserInfo(options, String(lines[0]), String(lines[1])), name)
    }
    if let authorities = access.authorities {
      try check(natsOptions_SetSecure(options, true), name)
      try check(natsOptions_LoadCATrustedCertificates(options, authorities.path), name)
    }
    if let (file, key) = access.certificate {
      try check(natsOptions_SetSecure(options, true), name)
      try check(natsOptions_LoadCertificatesChain(options, file.path, key.path), name)
    }
  }

  deinit {
    natsConnection_Close(pointer)
    natsConnection_Destroy(pointer)
  }

  func publish(_ data: Data, on subject: String) throws {
    // What waits in the library until servers are there again is old by then: whoever publishes it tries again.
    guard isConnected else { throw BusFailure(bus: name, cause: "no server answers") }
    let status = data.withUnsafeBytes { bytes in
      natsConnection_Publish(pointer, subject, bytes.baseAddress, Int32(bytes.count))
    }
    try Self.check(status, name)
  }

  /// Waits until the server has all that was published.
  /// - Parameter isLateFine: Whether an answer may come late, since much comes before it.
  func flush(isLateFine: Bool = false) throws {
    guard isConnected else { throw BusFailure(bus: name, cause: "no server answers") }
    let status = natsConnection_FlushTimeout(pointer, 500)
    if isLateFine, status == NATS_TIMEOUT { return }
    try Self.check(status, name)
  }

  var isConnected: Bool { natsConnection_Status(pointer) == NATS_CONN_STATUS_CONNECTED }

  /// Whether it has ended: for good, whatever servers do.
  var isClosed: Bool { natsConnection_Status(pointer) == NATS_CONN_STATUS_CLOSED }

  /// How many messages have come.
  var received: UInt64 {
    var statistics: OpaquePointer?
    defer { natsStatistics_Destroy(statistics) }
    var messages: UInt64 = 0
    guard natsStatistics_Create(&statistics) == NATS_OK, natsConnection_GetStats(pointer, statistics) == NATS_OK,
      natsStatistics_GetCounts(statistics, &messages, nil, nil, nil, nil) == NATS_OK
    else { return 0 }
    return messages
  }

  /// - Parameter take: Gets the subject and the body of each message, on a thread of the library's.
  func subscribe(_ subject: String, take: @escaping @Sendable (String, Data) -> Void) throws -> NATSSubscription {
    let receiver = NATSReceiver(take)
    var subscription: OpaquePointer?
    let closure = Unmanaged.passUnretained(receiver).toOpaque()
    let status =
      if let group {
        natsConnection_QueueSubscribe(&subscription, pointer, subject, group, receiveNATSMessage, closure)
      } else {
        natsConnection_Subscribe(&subscription, pointer, subject, receiveNATSMessage, closure)
      }
    try Self.check(status, name)
    guard let subscription else { throw BusFailure(bus: name, cause: "it takes no subscription to \(subject)") }
    // What is not looked at in time is old: the library drops it.
    natsSubscription_SetPendingLimits(subscription, 65_536, 16 << 20)
    return NATSSubscription(subscription, receiver, of: self)
  }

  private static func check(_ status: natsStatus, _ name: String) throws {
    guard status == NATS_OK else {
      throw BusFailure(bus: name, cause: natsStatus_GetText(status).map { String(cString: $0) } ?? "error \(status)")
    }
  }
}

/// Holds what a subscription calls.
private final class NATSReceiver: Sendable {
  let take: @Sendable (String, Data) -> Void
  init(_ take: @escaping @Sendable (String, Data) -> Void) { self.take = take }
}

/// A global function: a closure that is written where the main actor is would stop the process on the library's thread.
private func receiveNATSMessage(
  _: OpaquePointer?, _: OpaquePointer?, _ message: OpaquePointer?, _ closure: UnsafeMutableRawPointer?
) {
  defer { natsMsg_Destroy(message) }
  guard let closure, let subject = natsMsg_GetSubject(message) else { return }
  let length = Int(natsMsg_GetDataLength(message))
  let data = natsMsg_GetData(message).map { Data(bytes: $0, count: length) } ?? Data()
  Unmanaged<NATSReceiver>.fromOpaque(closure).takeUnretainedValue().take(String(cString: subject), data)
}

/// A subscription until nobody holds it.
final class NATSSubscription: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let receiver: NATSReceiver
  private let connection: NATSConnection

  fileprivate init(_ pointer: OpaquePointer, _ receiver: NATSReceiver, of connection: NATSConnection) {
    (self.pointer, self.receiver, self.connection) = (pointer, receiver, connection)
    // A message may be under way when this goes: the library says when it was the last one, and holds what it calls until then.
    natsSubscription_SetOnCompleteCB(pointer, completeNATSSubscription, Unmanaged.passRetained(receiver).toOpaque())
  }

  deinit { natsSubscription_Destroy(pointer) }
}

private func completeNATSSubscription(_ closure: UnsafeMutableRawPointer?) {
  if let closure { Unmanaged<NATSReceiver>.fromOpaque(closure).release() }
}
