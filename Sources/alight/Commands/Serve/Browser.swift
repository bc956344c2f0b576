#if Page
import Foundation

/// The browser of whoever sits at this machine.
enum Browser {
  /// Opens a link in it, and waits until it has been told.
  /// - Throws: `CommandFailure` (69) that names the link.
  static func open(_ link: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", link]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailure(
        .unavailable,
        "no browser could be opened (xdg-open ended with \(process.terminationStatus)): open \(link) yourself")
    }
  }
}
#endif
