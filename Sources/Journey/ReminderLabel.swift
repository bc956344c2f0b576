import Foundation

/// What may be a name of the rider's own for a reminder.
public enum ReminderLabel {
  /// A list has one line for a reminder.
  public static let longest = 60

  /// What keeps a text from being a name.
  public enum Flaw: String, Sendable {
    case empty, long
    /// It holds a character that steers a terminal.
    case steering
  }

  public static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Nil for a text that may be a name.
  public static func flaw(of text: String) -> Flaw? {
    let name = trimmed(text)
    if name.isEmpty { return .empty }
    if name.count > longest { return .long }
    return PlainText.isPlain(name) ? nil : .steering
  }
}
