#if Page
import Foundation
import Synchronization
import Web

/// What whoever runs the server is told: where the page is, and the code for the next browser.
final class PageDoorway: Sendable {
  private struct State {
    var code: String?
    var address: PageAddress?
    var hasOpened = false
  }

  private let opens: Bool
  private let scheme: String
  /// By which browsers reach it, where that is another name than that of the address.
  private let host: String?
  /// Where the invitation lies for other programs.
  private let file: URL
  private let output: Output
  private let state = Mutex(State())

  /// - Parameters:
  ///   - certificate: By which the page is served over TLS; nil for plain HTTP.
  ///   - database: Whose page it is.
  init(opens: Bool, certificate: PageCertificate?, database: URL, _ output: Output) {
    (self.opens, scheme, self.output) = (opens, certificate == nil ? "http" : "https", output)
    host = certificate?.host
    file = PageInvitation.file(of: database)
  }

  /// Nobody is let in any more. What another server has left stays.
  func close() {
    if PageInvitation(in: file)?.server == getpid() { unlink(file.path) }
  }

  func tell(code: String) {
    let address = state.withLock { state in
      state.code = code
      return state.address
    }
    if let address { say(code, address) }
  }

  func serves(at address: PageAddress) {
    let code = state.withLock { state in
      state.address = address
      return state.code
    }
    output.talk("the page is at \(link(address))/; it ends with Ctrl-C")
    if let code { say(code, address) }
  }

  private func say(_ code: String, _ address: PageAddress) {
    let invitation = PageInvitation(address: link(address), code: code)
    do {
      try invitation.write(to: file)
    } catch {
      output.talk(
        "\"alight serve open\" cannot be told the code: \(file.path): \((error as NSError).localizedDescription)")
    }
    let link = "\(invitation.address)/enter?code=\(code)"
    output.talk("code for the next browser: \(code)  (\(link))")
    draw(link)
    guard opens,
      state.withLock({ state in
        defer { state.hasOpened = true }
        return !state.hasOpened
      })
    else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", link]
    do {
      try process.run()
    } catch {
      output.talk("no browser can be opened (\(error.localizedDescription)): open \(link) yourself")
    }
  }

  private func link(_ address: PageAddress) -> String {
    "\(scheme)://\(host.map { "\($0):\(address.port)" } ?? address.description)"
  }

  /// The link for a phone's camera, at a terminal and where there is something to draw it with. A code of this machine alone is of no
  /// use to a phone.
  private func draw(_ link: String) {
    guard isatty(STDERR_FILENO) == 1, scheme == "https", let program = Checkup.path(of: "qrencode") else { return }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["-t", "UTF8", "-m", "2", link]
    process.standardOutput = FileHandle.standardError
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
  }
}
#endif
