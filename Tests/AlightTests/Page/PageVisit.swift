#if Page
import Foundation
import Testing

/// A server of the page, and a scenario of `browse.py` on it.
enum PageVisit {
  /// The server, with where it is and the code that lets a browser in.
  struct Served {
    let program: LiveProgram
    let address: String
    let code: String
  }

  /// - Parameter options: Further ones of `alight serve`.
  static func serve(_ program: Program, port: Int = 0, _ options: [String] = []) throws -> Served {
    let live = try LiveProgram(
      program, ["serve", "--listen", "127.0.0.1:\(port)", "--position", "none", "--quiet"] + options)
    live.wait { live.talk.contains("code=") }
    let link = try #require(
      live.talk.firstMatch(of: /(https?:\/\/[\w.]+:\d+)\/enter\?code=([A-Z0-9-]+)/), "\(live.talk)")
    return Served(program: live, address: String(link.1), code: String(link.2))
  }

  static func browser(
    _ program: Program, _ scenario: String, _ served: Served, _ arguments: [String] = []
  ) throws -> Process {
    let python = Program.root.appending(path: ".build/browser/bin/python3")
    try #require(
      FileManager.default.isExecutableFile(atPath: python.path), "Playwright is not there: make setup-test brings it")
    let script = Program.root.appending(path: "Tests/AlightTests/Page/browse.py").path
    return program.process([script, scenario, served.address, served.code] + arguments, executable: python)
  }

  /// A scenario on a server of its own, to its end.
  static func run(_ scenario: String, _ program: Program, _ arguments: [String] = []) throws -> Program.Outcome {
    let served = try serve(program)
    defer {
      served.program.interrupt()
      _ = served.program.end()
    }
    return try program.run(browser(program, scenario, served, arguments), input: Data())
  }
}
#endif
