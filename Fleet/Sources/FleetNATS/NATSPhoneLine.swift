import Fleet
import Foundation

/// What phones, or whoever speaks for them, see of a fleet on NATS: they send by their names, and hear what is told to their riders.
public final class NATSPhoneLine: Sendable {
  private let connection: NATSConnection
  private let subscriptions: [NATSSubscription]

  /// - Parameters:
  ///   - rider: Whose alerts are heard; nil for those of all riders that the servers let through.
  ///   - take: Gets what comes, on a thread of the library's.
  /// - Throws: `BusFailure`
  public init(
    _ servers: [String], access: NATSAccess = NATSAccess(), of rider: RiderID? = nil,
    take: @escaping @Sendable (RiderID, NATSPhoneWord) -> Void
  ) throws {
    let connection = try NATSConnection(servers, access)
    self.connection = connection
    let whose = rider?.text ?? "*"
    func listen(_ subject: String, _ word: @escaping @Sendable (String) -> NATSPhoneWord) throws -> NATSSubscription {
      try connection.subscribe("\(subject).\(whose)") { subject, data in
        guard let rider = subject.split(separator: ".").last.flatMap({ RiderID($0) }) else { return }
        take(rider, word(String(decoding: data, as: UTF8.self)))
      }
    }
    subscriptions = [
      try listen("ring") { NATSPhoneWord.ring($0) }, try listen("quiet") { NATSPhoneWord.quiet($0) },
    ]
    try connection.flush()
  }

  /// Sends what a phone says to the subject that the servers map to its rider's partition.
  /// - Throws: `BusFailure`
  public func send(_ record: Data, of rider: RiderID) throws { try connection.publish(record, on: "phone.\(rider)") }

  /// Waits until the server has all that was sent.
  public func flush() throws { try connection.flush() }
}

/// What a phone hears.
public enum NATSPhoneWord: Sendable, Hashable {
  /// An alert, as `alight.alert/1`.
  case ring(String)
  /// For how long it may stay silent, as `alight.quiet/1`.
  case quiet(String)
}
