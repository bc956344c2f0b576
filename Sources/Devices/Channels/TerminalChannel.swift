import Following

/// Tells alerts as lines on the terminal.
public struct TerminalChannel: AlertChannel {
  public let name = "terminal"
  private let write: @Sendable (AlertMessage) throws -> Void

  private let writeNote: @Sendable (NoteMessage) throws -> Void

  /// - Parameters:
  ///   - write: prints one message.
  ///   - writeNote: prints what lies along the way.
  public init(
    write: @escaping @Sendable (AlertMessage) throws -> Void,
    writeNote: @escaping @Sendable (NoteMessage) throws -> Void = { _ in }
  ) {
    (self.write, self.writeNote) = (write, writeNote)
  }

  public func deliver(_ message: AlertMessage) async throws {
    try write(message)
  }

  public func tell(_ note: NoteMessage) async throws { try writeNote(note) }
}
