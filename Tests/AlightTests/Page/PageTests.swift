import Foundation
import GRDB
import TestServers
import Testing

/// The page as people use it: Chromium by Playwright, one scenario of `browse.py` each, against a server of its own.
@Suite("The page", .serialized, .tags(.alone))
final class PageTests {
  private let program: Program
  private let folder: URL

  init() throws {
    program = try Program()
    folder = program.folder
  }

  deinit { program.cleanUp() }

  private func serve(port: Int = 0) throws -> PageVisit.Served { try PageVisit.serve(program, port: port) }

  private func browser(_ scenario: String, _ served: PageVisit.Served, _ arguments: [String] = []) throws -> Process {
    try PageVisit.browser(program, scenario, served, arguments)
  }

  @Test(
    "sets a reminder as a newcomer would, by keyboard alone too, and is accessible",
    arguments: [
      "clicking", "typing-badly", "one-sentence", "without-script", "in-german", "by-keyboard", "two-tabs", "denied",
      "accessible",
    ])
  func newcomer(scenario: String) throws {
    let served = try serve()
    let told = try program.run(browser(scenario, served), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    served.program.interrupt()
    #expect(served.program.end().status == 130)
  }

  @Test("hears the answers that a browser's microphone brings", .enabled(if: Program.hasSpeechModel))
  func speaking() throws {
    let served = try serve()
    // A browser begins to listen when it likes: silence around each answer.
    let files = try ["from", "to", "mode", "interval"].map { name in
      let file = folder.appending(path: "\(name).wav").path
      let source = Program.root.appending(path: "Audio/answers/\(name).wav").path
      let sox = program.process([source, file, "pad", "0.6", "0.6"], executable: URL(filePath: "/usr/bin/sox"))
      let made = try program.run(sox, input: Data())
      #expect(made.status == 0, "\(made.talk)")
      return file
    }
    let told = try program.run(browser("speaking", served, files), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    served.program.interrupt()
    _ = served.program.end()
  }

  /// All at once, as each takes as long as its ride.
  @Test(
    """
    follows a ride by the browser's position, shows three alerts and rings; it rings alone, once, when the server is killed before the \
    last call; closed it is pushed to, and a webhook gets the alerts
    """)
  func rides() throws {
    let whole = try BrowsedRide("ride")
    let lost = try BrowsedRide("lost-line")
    let port = String(try Broker.freePort())
    let closed = try BrowsedRide(
      "pushed",
      options: ["--push-service", "http://127.0.0.1:\(port)", "--webhook", "http://127.0.0.1:\(port)/hook"], [port])
    defer { [whole, lost, closed].forEach { $0.cleanUp() } }
    lost.wait(for: "KILL")
    lost.server.program.kill()
    lost.wait(for: "BACK")
    if lost.isRunning { try lost.serveAgain() }
    #expect(lost.end() == 0, "\(lost.talk)")
    // What the page has rung stands in the ledger, delivered and once.
    let rows = try DatabaseQueue(path: lost.program.database.path).read { database in
      try String.fetchAll(database, sql: "SELECT status || ' ' || repeats FROM ledger WHERE level = 3")
    }
    #expect(rows == ["delivered 0"])
    #expect(whole.end() == 0, "\(whole.talk)\n\(whole.server.program.talk)")
    #expect(closed.end() == 0, "\(closed.talk)\n\(closed.server.program.talk)")
    // Each was shown, which the browser has said.
    #expect(!closed.server.program.talk.contains("no browser has said"), "\(closed.server.program.talk)")
  }
}
