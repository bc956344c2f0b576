#if Page
import ArgumentParser
import Foundation
import Handoff

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
        What of it: \(PageTarget.names), a place as degrees or a geo: address, or a file that "alight reminders export" wrote: the page \
        shows what is in it, and asks whether it is to be taken over.
        """, valueName: "what"))
    var what: String?

    @Flag(help: "Print the link, and open no browser.") var print = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      do {
        let link = try link()
        if print { return output.data(link) }
        try Browser.open(link)
      } catch {
        // Started by a click nobody sees what is said at a terminal.
        if isatty(STDERR_FILENO) == 0, !print { Self.notify("\(error)") }
        throw error
      }
    }

    private func link() throws -> String {
      let target = try PageTarget(what)
      let offered = try offered(target)
      let invitation = try PageSearch(database: data.databaseURL).invitation()
      if let offered {
        let place = PageInvitation.offer(of: data.databaseURL)
        do {
          try PrivateFile.write(offered, to: place)
        } catch {
          throw CommandFailure(
            .storage,
            "the page cannot be told of the file: \(place.path): \((error as NSError).localizedDescription)")
        }
      }
      return invitation.link(to: target.path)
    }

    /// The content of a file that can be taken over; nil where none was named.
    private func offered(_ target: PageTarget) throws -> Data? {
      guard case .file(let path) = target else { return nil }
      let content = try WholeFile.read(path, limit: RecordFile.largest)
      _ = try RecordFile(content, of: path)
      return content
    }

    private static func notify(_ text: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["notify-send", "--app-name=Alight", "--", "Alight", text]
      if (try? process.run()) != nil { process.waitUntilExit() }
    }
  }
}
#endif
