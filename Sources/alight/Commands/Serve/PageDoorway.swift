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
  private let isBehindProxy: Bool
  /// Where the invitation lies for other programs.
  private let file: URL
  private let output: Output
  private let state = Mutex(State())

  /// - Parameters:
  ///   - page: Which says how browsers come to it.
  ///   - database: Whose page it is.
  init(opens: Bool, _ page: PageSetting, database: URL, _ output: Output) {
    (self.opens, scheme, self.output) = (opens, page.certificate == nil ? "http" : "https", output)
    (host, isBehindProxy) = (page.certificate?.host, page.isBehindProxy)
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
    let invitation = PageInvitation(address: link(address), code: code, isBehindProxy: isBehindProxy)
    do {
      try invitation.write(to: file)
    } catch {
      output.talk(
        "\"alight serve open\" cannot be told the code: \(file.path): \((error as NSError).localizedDescription)")
    }
    let link = invitation.link(to: nil)
    if isKept {
      output.talk("\"alight serve open\" lets a browser in")
    } else {
      output.talk("code for the next browser: \(code)  (\(link))")
    }
    draw(link)
    // What opens a browser may say for which link it could not, and where its words go, ours go.
    guard opens, !isKept,
      state.withLock({ state in
        defer { state.hasOpened = true }
        return !state.hasOpened
      })
    else { return }
    // A browser that is not there yet may take its time.
    Thread.detachNewThread { [output] in
      do { try Browser.open(link) } catch { output.talk("\(error)") }
    }
  }

  /// Whether what is said here goes to the journal, which others of this machine read as well (systemd.exec(5), JOURNAL_STREAM).
  private var isKept: Bool {
    var status = stat()
    guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
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
