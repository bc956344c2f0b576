#if Page
import ArgumentParser
import Foundation
import Handoff
import Journey
import Web

extension ServeCommand {
  /// `alight serve open`: what the desktop starts.
  struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Open the page in this machine's browser, and let that browser in.",
      discussion: """
        The page is one that runs, or else that of the service alight-page.socket, which is started where it is installed.

        Examples:
          alight serve open
          alight serve open new
          alight serve open geo:48.2906,14.2916
          alight serve open commute.alight.json
          alight serve open map --print
        """)

    @Argument(
      help: ArgumentHelp(
        """
        What of it: \(PageTarget.names), a place as degrees or a geo: address, or a file that "alight reminders export" wrote, which is \
        taken over first.
        """, valueName: "what"))
    var what: String?

    @Flag(help: "Print the link, and open no browser.") var print = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      do {
        let link = try await link(output)
        if print { return output.data(link) }
        try open(link, output)
      } catch {
        // Started by a click nobody sees what is said at a terminal.
        if isatty(STDERR_FILENO) == 0, !print { Self.notify("\(error)") }
        throw error
      }
    }

    private func link(_ output: Output) async throws -> String {
      let target = try PageTarget(what)
      if case .file(let path) = target {
        try RemindersCommand.Import.take(path, into: data.openStore(), output, say: output.talk)
      }
      return try PageSearch(database: data.databaseURL).invitation().link(to: target.path)
    }

    private func open(_ link: String, _ output: Output) throws {
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

    private static func notify(_ text: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["notify-send", "--app-name=Alight", "--", "Alight", text]
      if (try? process.run()) != nil { process.waitUntilExit() }
    }
  }
}

/// A page of ours that is asked for by a word, a place or a file.
enum PageTarget: Equatable {
  case page(String)
  case place(Position)
  /// The path of a file of reminders.
  case file(String)

  /// What each is called on the command line.
  private static let pages = [
    ("reminders", "/"), ("new", "/new"), ("ride", "/ride"), ("map", "/map"), ("stops", "/stops"), ("trips", "/trips"),
    ("settings", "/settings"),
  ]
  static let names = pages.map { $0.0 }.joined(separator: ", ")

  /// - Parameter text: Nil for the first page.
  /// - Throws: `CommandFailure` (64) for none of them.
  init(_ text: String?) throws {
    guard let text else {
      self = .page("/")
      return
    }
    if let page = Self.pages.first(where: { $0.0 == text }) {
      self = .page(page.1)
    } else if let place = try? WrittenPosition(text) {
      self = .place(place.position)
    } else if let path = Self.path(text) {
      self = .file(path)
    } else {
      let isPlace = text.lowercased().hasPrefix("geo:")
      throw CommandFailure(
        .usage,
        isPlace
          ? "\(text) names no place by its degrees: search for it in a map, and share its position from there"
          : "\(text) is neither \(Self.names), nor a place, nor a file: see \"alight serve open --help\"")
    }
  }

  /// Desktops hand files over as they are called, or as addresses.
  private static func path(_ text: String) -> String? {
    let path = text.hasPrefix("file://") ? URL(string: text)?.path : text
    return path.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }

  /// Of the page, with its query.
  var path: String {
    switch self {
    case .page(let path): path
    case .place(let place): "/map?place=\(place.latitude),\(place.longitude)"
    case .file: "/"
    }
  }
}

/// Finds the page that is served, and begins it where that is a matter of the service manager.
struct PageSearch {
  let database: URL
  var address = PageAddress.standard
  /// The unit that listens for browsers.
  var unit = "alight-page.socket"

  /// - Throws: `CommandFailure` (69) where none is served.
  func invitation() throws -> PageInvitation {
    let file = PageInvitation.file(of: database)
    let places = (PageInvitation(in: file).flatMap(Self.address).map { [$0] } ?? []) + [address]
    let isServed = places.contains { PageKnock(address: $0).isAnswered() }
    guard isServed || (starts() && PageKnock(address: address).isAnswered()) else {
      throw CommandFailure(
        .unavailable,
        "no page is served: start one with \"alight serve\", or for good with \"systemctl --user enable --now \(unit)\""
      )
    }
    guard let found = Self.awaited(file) else {
      throw CommandFailure(
        .unavailable, "what answers at \(address) is not the page of \(database.path): see \"alight serve --help\"")
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

  private static func address(of invitation: PageInvitation) -> PageAddress? {
    guard let parts = URLComponents(string: invitation.address), let host = parts.host, let port = parts.port else {
      return nil
    }
    return PageAddress(host: host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")), port: port)
  }
}
#endif
