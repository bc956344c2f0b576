import Foundation

/// Whether the rider uses a screen reader: asked for, never guessed.
///
/// Then nothing is redrawn and nothing moves: lists are numbered, and each line is written once.
enum Accessibility {
  /// - Parameter flag: `--accessible`.
  static func isOn(flag: Bool = false, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    flag || environment["ACCESSIBLE"].map { !["", "0", "false"].contains($0.lowercased()) } ?? false
  }

  /// Whether what was written to a terminal may be written anew in its place.
  static func mayRedraw(flag: Bool = false, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool
  {
    isatty(STDERR_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
      && !isOn(flag: flag, environment: environment)
  }
}
