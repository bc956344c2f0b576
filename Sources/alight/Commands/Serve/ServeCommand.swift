#if Page
import ArgumentParser
import Conversation
import Devices
import Dialogue
import Following
import Foundation
import Journey
import RunnerStorage
import Storage
import Web
import WebPush

/// `alight serve`: Alight as a page.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve Alight as a page for browsers, on this machine or on the phone that rides along.",
    discussion: """
      The page has the four questions, the reminders, a map, stops and connections, and the ride under way, and rings by itself \
      on the phone when the line to this machine is gone. A browser is let in by the code that is printed. Rides are followed as by \
      "alight run", unless that runs already: then the page talks to it.

      Only this machine is listened to, unless there is TLS: a certificate of yours (--cert, --key), or a proxy before it that adds it \
      (Caddy, nginx, Tailscale). A phone gives positions and the microphone to pages over TLS alone.

      Examples:
        alight serve
        alight serve --open
        alight serve open new
        alight serve --listen 127.0.0.1:9000 --position none
        alight serve --listen 192.168.1.20:8437 --cert home.pem --key home.key
        alight serve --listen 0.0.0.0:8437 --behind-proxy
        alight serve browsers
        alight serve revoke 1a2b
      """, subcommands: [Open.self, Browsers.self, Revoke.self])

  @Option(
    help: ArgumentHelp("Where to listen (default: \(PageAddress.standard)).", valueName: "host:port"))
  var listen: String?

  @Option(
    help: ArgumentHelp(
      "Take connections at this socket in place of --listen, which is then where browsers reach it through whoever passes them on.",
      valueName: "file"), completion: .file())
  var socket: String?

  @Flag(help: "Open the page in this machine's browser.") var open = false
  @Option(
    help: ArgumentHelp("Serve over TLS with this certificate, a file of PEM.", valueName: "file"), completion: .file())
  var cert: String?
  @Option(help: ArgumentHelp("The private key of --cert, a file of PEM.", valueName: "file"), completion: .file())
  var key: String?
  @Flag(help: "A proxy that adds TLS stands before it, so that other machines may reach it.") var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "Hand pushed alerts to this push service as well, beside those of Firefox, Chrome, Safari and Edge.",
      valueName: "origin"))
  var pushService: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where positions come from beside the page: \(PositionChoice.forms) (default: the setting position-source, or else gpsd).",
      valueName: "source"))
  var position: [String] = []

  @OptionGroup var channelOptions: ChannelOptions
  @OptionGroup var language: LanguageOption
  @OptionGroup var data: DataOptions

  func validate() throws {
    let address = try address()
    if (cert == nil) != (key == nil) { throw ValidationError("--cert and --key go together: give both files") }
    if cert != nil, behindProxy {
      throw ValidationError("--cert and --behind-proxy exclude each other: one of them adds TLS")
    }
    if !address.isLoopback, !behindProxy, cert == nil {
      throw ValidationError(
        "--listen \(address): others on the network could read what browsers send; give --cert and --key, or put a proxy with TLS "
          + "before it and say --behind-proxy")
    }
    _ = try choices()
  }

  private func address() throws -> PageAddress {
    guard let listen else { return .standard }
    guard let address = PageAddress(listen) else {
      throw ValidationError("--listen \(listen): give a host and a port, like 127.0.0.1:8437")
    }
    return address
  }

  /// - Throws: `CommandFailure` that names the file.
  private func certificate() throws -> PageCertificate? {
    guard let cert, let key else { return nil }
    do {
      return try PageCertificate(certificate: URL(filePath: cert), key: URL(filePath: key))
    } catch let error as PageCertificateError {
      throw CommandFailure(.badData, "\(error)")
    }
  }

  private func choices() throws -> [PositionChoice] {
    try PositionFeeds.choices(position)
  }

  func run() async throws {
    let output = Output()
    if let socket, PageKnock.isTaken(socket: socket) {
      throw CommandFailure(
        .unavailable, "another page is served at the socket \(socket): end it, or name another file with --socket")
    }
    let store = try data.openStore()
    var setting = try PageAssembly(data, language, store, address: address(), isBehindProxy: behindProxy, output)
    setting.page.certificate = try certificate()
    setting.page.pushServices = PushServices(own: pushService)
    setting.pushOrigins = pushService
    setting.page.socket = socket.map { URL(filePath: $0) }
    if socket != nil, ServiceManager.isAbove { setting.page.loginStart = PageUnits.loginStart }
    let doorway = PageDoorway(opens: open, setting.page, database: data.databaseURL, output)
    defer { doorway.close() }
    let server = try PageServer(setting.page, desk: StoredPreferenceDesk(data: data, store: store)) {
      doorway.tell(code: $0)
    }
    let address = setting.page.address
    let runner = try PageRunner(
      setting, server, channelOptions, data, feeds: PositionFeeds.make(choices(), store, setting.live), output)
    try await Interruption.cancelling {
      try await runner.around { follower in
        do {
          try await server.run(follower) {
            doorway.serves(at: $0)
            runner.ready()
          }
        } catch  where !(error is CancellationError) {
          throw CommandFailure(
            .unavailable,
            socket.map { "the page cannot be served at the socket \($0) (\(error)): name another file with --socket" }
              ?? "the page cannot be served at \(address) (\(error)): give another port with --listen, or, if your page is there already, "
              + "\"alight serve open\"")
        }
      }
    }
  }
}

extension ServeCommand {
  /// `alight serve browsers`
  struct Browsers: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the browsers that were let in, the one seen last first.")

    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() throws {
      let output = Output()
      let browsers = try data.openStore().browsers()
      if json { return try browsers.forEach { try output.json($0) } }
      guard !browsers.isEmpty else {
        return output.talk("no browser has been let in: start \"alight serve\" and enter its code in a browser")
      }
      let clock = ClockText(zone: TimeZone.current.identifier)
      for browser in browsers {
        let day = browser.seenAt.formatted(.iso8601.year().month().day())
        output.data("\(browser.id.short)  \(browser.name)  seen \(day) \(clock.text(browser.seenAt))")
      }
    }
  }

  /// `alight serve revoke`
  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take the right to see the page away from a browser, at once.")

    @Argument(help: "The browser's id, or its beginning, as \"alight serve browsers\" shows it.") var id: String
    @OptionGroup var data: DataOptions

    func run() throws {
      let browser = try data.openStore().revoke(id)
      Output().data("\(browser.id.short)  \(browser.name)")
    }
  }
}
#endif
