import Foundation

/// When colour is used, as `--color` says it.
package enum ColourPolicy: String, Sendable, CaseIterable {
  case always, never, auto

  /// Whether to use colour, where the rider did not decide by what the environment says and who reads.
  ///
  /// `NO_COLOR` is the stronger of two variables that contradict each other.
  package func isOn(isTerminal: Bool, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
      return isTerminal && environment["TERM"] != "dumb"
    }
  }

  /// Whether the talk on standard error is in colour.
  package var isOnForTalk: Bool { isOn(isTerminal: isatty(STDERR_FILENO) == 1) }

  /// Whether the data on standard output is in colour.
  package var isOnForData: Bool { isOn(isTerminal: isatty(STDOUT_FILENO) == 1) }
}
