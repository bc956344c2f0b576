import Following
import Foundation
import Journey

/// Gives alerts to another channel as they are where no sound is wanted: the alarm becomes vibration, and nothing is spoken.
public struct QuietChannel: AlertChannel {
  private let channel: any AlertChannel

  public init(_ channel: any AlertChannel) {
    self.channel = channel
  }

  public var name: String { channel.name }

  public func deliver(_ message: AlertMessage) async throws { try await channel.deliver(message.quiet) }
  public func withdraw(_ reminder: UUID) async { await channel.withdraw(reminder) }
  public func tell(_ note: NoteMessage) async throws { try await channel.tell(note) }
  public func end(atOnce: Bool) async { await channel.end(atOnce: atOnce) }
}

extension AlertMessage {
  /// The same without sound and speech. Vibration makes the notification urgent where there is no motor.
  var quiet: AlertMessage {
    var message = self
    message.means.remove(.speech)
    if message.means.remove(.alarm) != nil { message.means.insert(.vibration) }
    return message
  }
}
