#if !MQTT
import Foundation

/// Stands where the program was built without MQTT: there is no connection.
public final class MQTTConnection: Sendable {
  private static let notBuilt = MQTTError.connection(
    cause: "this Alight was built without MQTT (the package trait MQTT)")

  public init(_ broker: MQTTBroker, policy: Policy = Policy()) {}

  /// - Throws: `MQTTError`
  public func run(
    subscribing topics: [String] = [], connected: @escaping @Sendable () -> Void = {},
    acknowledged: @escaping @Sendable () -> Void = {}, leaving: @escaping @Sendable () -> MQTTMessage? = { nil },
    _ take: @escaping @Sendable (MQTTMessage) -> Void
  ) async throws {
    throw Self.notBuilt
  }

  /// - Throws: `MQTTError`
  public func send(_ message: MQTTMessage) async throws { throw Self.notBuilt }

  /// - Throws: `MQTTError`
  public func publish(_ payload: Data, to topic: String, isRetained: Bool = false) throws(MQTTError) {
    throw Self.notBuilt
  }
}
#endif
