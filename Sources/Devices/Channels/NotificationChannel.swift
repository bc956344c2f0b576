import Following
import Foundation
import Journey

/// Desktop notifications by `notify-send`: one for a reminder, which each alert updates in place, with buttons for what a
/// rider may do about it.
///
/// ```swift
/// let channel = NotificationChannel(labels: .init(ofRide: [.done: "I'm off"])) { reminder, action in ... }
/// ```
public struct NotificationChannel: AlertChannel {
  /// Called with the reminder and the button that was pressed.
  public typealias ActionHandler = @Sendable (_ reminder: UUID, _ action: RiderAction) -> Void

  public let name = "notification"
  private let program: String
  private let shown: ShownNotifications

  /// - Parameters:
  ///   - labels: what stands on the buttons, in the rider's language; without any there are none.
  ///   - onAction: called for each press, from any task.
  public init(
    program: String = "notify-send", labels: ActionLabels = ActionLabels(),
    onAction: @escaping ActionHandler = { _, _ in }
  ) {
    self.program = program
    shown = ShownNotifications(program: program, labels: labels, onAction: onAction)
  }

  /// Returns as soon as the notification is on the screen.
  /// - Throws: `ChannelError` where nothing is shown, or where the service shows no buttons (told once).
  public func deliver(_ message: AlertMessage) async throws {
    try await shown.show(message)
  }

  public func withdraw(_ reminder: UUID) async {
    await shown.withdraw(reminder)
  }

  public func end(atOnce: Bool) async {
    await shown.letGo()
  }

  /// Shows what lies along the way, without a button or a sound and not for long.
  /// - Throws: `ChannelError` where nothing is shown.
  public func tell(_ note: NoteMessage) async throws {
    let text = [note.note.text, note.note.link].compactMap(\.self).joined(separator: "\n")
    _ = try await Program(program, package: "libnotify-bin").run(
      [
        "--app-name=Alight", "--urgency=low", "--expire-time=20000", "--hint=int:transient:1",
        "--hint=int:suppress-sound:1", "--hint=string:x-dunst-stack-tag:alight-along-the-way", "--",
        PlainText.of(note.note.title), Self.body(text),
      ], limit: .seconds(5))
  }

  /// Where there is no motor the second level is the notification again, urgent.
  static func urgency(of message: AlertMessage) -> String {
    switch message.alert.event {
    case .positionLost, .offRoute, .delayed: "low"
    case .missed, .wrongWay, .wrongLine, .wrongVehicle, .positionDoubted, .setOut, .cancelled, .skipped: "critical"
    case .followUp, .caught: "normal"
    case .alert: message.means.contains(.vibration) || message.means.contains(.alarm) ? "critical" : "normal"
    }
  }

  /// What notify-send is told about a message, but for its buttons.
  static func arguments(for message: AlertMessage, replacing id: UInt32?) -> [String] {
    var arguments = [
      "--app-name=Alight", "--urgency=\(urgency(of: message))", "--category=transport.alert", "--print-id",
    ]
    // By this dunst finds the notification of a runner that crashed, and replaces it.
    let kind = message.alert.isCall ? "" : "-note"
    arguments.append("--hint=string:x-dunst-stack-tag:alight-\(message.key.reminder)\(kind)")
    if let id { arguments.append("--replace-id=\(id)") }
    // A name that begins with a dash is no option.
    return arguments + ["--", PlainText.of(message.title), body(message.text)]
  }

  /// A text as a notification's body has it, which is markup (Desktop Notifications Specification), and in which notify-send takes a
  /// backslash for the beginning of another character.
  static func body(_ text: String) -> String {
    PlainText.of(text).reduce(into: "") { body, character in
      switch character {
      case "&": body += "&amp;"
      case "<": body += "&lt;"
      case ">": body += "&gt;"
      case "\\": body += "\\\\"
      default: body.append(character)
      }
    }
  }
}
