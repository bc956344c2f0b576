import Foundation

/// The size of the terminal that the talk goes to.
package struct TerminalSize {
  package var columns = 80
  package var rows = 24

  /// As it is now; that of an ordinary terminal where it does not say.
  package static var current: TerminalSize { ofTerminal ?? TerminalSize() }

  /// Nil where the talk goes to no terminal, or to one that does not say.
  package static var ofTerminal: TerminalSize? { of(STDERR_FILENO) }

  /// The size of the terminal that the data goes to.
  package static var ofOutput: TerminalSize? { of(STDOUT_FILENO) }

  private static func of(_ descriptor: Int32) -> TerminalSize? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return TerminalSize(columns: Int(size.ws_col), rows: max(2, Int(size.ws_row)))
  }
}
