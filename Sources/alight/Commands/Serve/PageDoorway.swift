import Conversation
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
  private let isBehindProxy: Bool
  private let output: Output
  private let state = Mutex(State())

  init(opens: Bool, isBehindProxy: Bool, _ prompts: Prompts, _ output: Output) {
    (self.opens, self.isBehindProxy, self.output) = (opens, isBehindProxy, output)
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
    output.talk("the page is at http://\(address)/; it ends with Ctrl-C")
    if let code { say(code, address) }
  }

  private func say(_ code: String, _ address: PageAddress) {
    let link = "http://\(address)/enter?code=\(code)"
    output.talk("code for the next browser: \(code)  (\(link))")
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
}
