import Foundation
import Journey
import Subprocess

/// Desktop notifications by `notify-send`: one for a reminder, which each alert updates in place.
public struct NotificationChannel: AlertChannel {
  public let name = "notification"
  private let program: String
  private let shown = ShownNotifications()

  public init(program: String = "notify-send") {
    self.program = program
  }

  public func deliver(_ message: AlertMessage) async throws {
    var arguments = [
      "--app-name=Alight", "--urgency=\(Self.urgency(of: message))", "--category=transport.alert", "--print-id",
    ]
    if let id = await shown.id(of: message.key.reminder) { arguments.append("--replace-id=\(id)") }
    // A name that begins with a dash is no option.
    arguments += ["--", message.title, message.text]
    let printed = try await Program(program, package: "libnotify-bin").run(arguments)
    if let id = UInt32(printed.trimmingCharacters(in: .whitespacesAndNewlines)) {
      await shown.remember(id, of: message.key.reminder)
    }
  }

  /// Where there is no motor the second level is the notification again, urgent.
  static func urgency(of message: AlertMessage) -> String {
    switch message.alert.event {
    case .positionLost, .offRoute: "low"
    case .missed: "critical"
    case .alert: message.means.contains(.vibration) || message.means.contains(.alarm) ? "critical" : "normal"
    }
  }
}

/// The ids that the notification service gave.
private actor ShownNotifications {
  private var ids: [UUID: UInt32] = [:]

  func id(of reminder: UUID) -> UInt32? { ids[reminder] }
  func remember(_ id: UInt32, of reminder: UUID) { ids[reminder] = id }
}
