import Following

/// The program that shows the notifications of this session.
public enum NotificationServer {
  /// What can put a call on the session's bus; the first that is there is taken.
  private static let callers: [(program: String, arguments: [String], package: String)] = [
    ("busctl", ["--user", "call", name, path, name, method], "systemd"),
    ("dbus-send", ["--session", "--print-reply=literal", "--dest=\(name)", path, "\(name).\(method)"], "dbus-bin"),
    (
      "gdbus", ["call", "--session", "--dest", name, "--object-path", path, "--method", "\(name).\(method)"],
      "libglib2.0-bin"
    ),
  ]
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let method = "GetServerInformation"

  /// Asks it for its name (Desktop Notifications Specification), which starts it where the session starts it on demand.
  /// - Returns: What it answered; nil where no program is there that could ask.
  /// - Throws: `ChannelError` where there is no session bus or nobody on it shows notifications.
  public static func information() async throws -> String? {
    for caller in callers {
      do {
        let answer = try await Program(caller.program, package: caller.package).run(
          caller.arguments, limit: .seconds(30))
        return answer.split { $0.isWhitespace }.joined(separator: " ")
      } catch ChannelError.missing {
        continue
      }
    }
    return nil
  }
}
