import Foundation
import Storage

/// Whether the rider uses a screen reader: asked for, never guessed.
///
/// Then nothing is redrawn and nothing moves: lists are numbered, and each line is written once.
enum Accessibility {
  /// - Parameter flag: `--accessible`.
  static func isOn(flag: Bool = false, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    flag || environment["ACCESSIBLE"].map { !["", "0", "false"].contains($0.lowercased()) } ?? false
  }

  /// Puts the rider's preference where `ACCESSIBLE` is looked for, so that every command, and every program that one starts, goes
  /// by it. Options still win over it; where nothing is preferred the variable stays as it is.
  /// - Parameter arguments: Those of the program, which may name another database.
  static func adoptPreference(_ arguments: [String]) {
    let database = DataFolders().database(CommandLineValue.of("--database", in: arguments))
    guard FileManager.default.fileExists(atPath: database.path),
      // A database that cannot be read is told by whoever needs it.
      let preferred = try? ReminderStore(path: database.path).preferences().accessible
    else { return }
    setenv("ACCESSIBLE", preferred ? "1" : "0", 1)
  }

  /// Whether what was written to a terminal may be written anew in its place.
  static func mayRedraw(flag: Bool = false, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool
  {
    isatty(STDERR_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
      && !isOn(flag: flag, environment: environment)
  }
}
