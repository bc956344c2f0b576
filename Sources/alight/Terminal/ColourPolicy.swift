import ArgumentParser
import Foundation

/// When colour is used, as `--color` says it.
enum ColourPolicy: String, ExpressibleByArgument, CaseIterable {
  case always, never, auto

  /// Whether to use colour, where the rider did not decide by what the environment says and who reads.
  ///
  /// `NO_COLOR` is the stronger of two variables that contradict each other.
  func isOn(isTerminal: Bool, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
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
  var isOnForTalk: Bool { isOn(isTerminal: isatty(STDERR_FILENO) == 1) }

  /// Whether the data on standard output is in colour.
  var isOnForData: Bool { isOn(isTerminal: isatty(STDOUT_FILENO) == 1) }
}

/// Colour and weight of text. What they say must be said by the text as well.
struct Paint: Equatable {
  let isOn: Bool

  func strong(_ text: String) -> String { styled(text, "1") }
  func faint(_ text: String) -> String { styled(text, "2") }
  /// What is chosen, or what answers the question.
  func accented(_ text: String) -> String { styled(text, "1;36") }

  private func styled(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
