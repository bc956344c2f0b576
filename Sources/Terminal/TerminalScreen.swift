/// Where a terminal is written to; a program has one writer for all that it says.
package protocol TerminalScreen {
  /// Writes text as it is, without an end of line.
  func prompt(_ text: String)
  /// Writes one line for people.
  func talk(_ line: String)
}
