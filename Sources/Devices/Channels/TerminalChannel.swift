import Following

/// Tells alerts as lines on the terminal.
public struct TerminalChannel: AlertChannel {
  public let name = "terminal"
  private let write: @Sendable (AlertMessage) throws -> Void

  /// - Parameter write: prints one message.
  public init(write: @escaping @Sendable (AlertMessage) throws -> Void) {
    self.write = write
  }

  public func deliver(_ message: AlertMessage) async throws {
    try write(message)
  }
}
