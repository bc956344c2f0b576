#if Page
import Foundation
import Web

/// Finds the page that is served, and begins it where that is a matter of the service manager.
struct PageSearch {
  let database: URL
  var address = PageAddress.standard
  /// The unit that listens for browsers.
  var unit = PageUnits.socket

  /// - Throws: `CommandFailure` (69) where none is served.
  func invitation() throws -> PageInvitation {
    let file = PageInvitation.file(of: database)
    let left = PageInvitation(in: file)
    if left?.isBehindProxy == true {
      throw CommandFailure(
        .unavailable,
        "the page of \(database.path) is behind a proxy, by whose address browsers come to it: open that one")
    }
    let isServed = left?.isAnswered() ?? false || PageKnock(address: address).isAnswered()
    if !isServed {
      guard starts() else {
        throw CommandFailure(
          .unavailable, "no page is served: start one with \"alight serve\", or for good with \"\(PageUnits.enabling)\""
        )
      }
      guard PageKnock(address: address).isAnswered() else {
        throw CommandFailure(
          .unavailable,
          "the page is asked for and does not begin: \"journalctl --user -u \(PageUnits.server)\" tells why")
      }
    }
    guard let found = Self.awaited(file) else {
      throw CommandFailure(
        .unavailable,
        "what answers at \(address) is not the page of \(database.path), but of another database, another user or another program: "
          + "serve yours at another port, \"alight serve --listen 127.0.0.1:8438\"")
    }
    return found
  }

  /// A server answers from the moment that it listens, and leaves its invitation in the next one.
  private static func awaited(_ file: URL) -> PageInvitation? {
    for _ in 0..<100 {
      if let found = PageInvitation(in: file) { return found }
      usleep(50_000)
    }
    return nil
  }

  /// Lets the service manager listen. Where it cannot, there is no page.
  private func starts() -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["systemctl", "--user", "--quiet", "start", unit]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

extension PageInvitation {
  /// Whether the server still takes connections. Over TLS that is all there is to ask for: it says nothing to who does not greet it so.
  fileprivate func isAnswered() -> Bool {
    guard let parts = URLComponents(string: address), let host = parts.host, let port = parts.port else { return false }
    let place = PageAddress(host: host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")), port: port)
    return PageKnock(address: place, isOverTLS: parts.scheme == "https").isAnswered()
  }
}
#endif
