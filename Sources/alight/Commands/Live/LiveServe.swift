#if Page
import ArgumentParser
import Foundation
import Terminal
import Web

/// `alight live serve`
struct LiveServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answer programs what live feeds say of rides: read once for a whole fleet.",
    discussion: """
      The feeds are those of "alight live list", and looked at as often as they ask for. A program posts rides, as reminders have them, \
      to /reports and gets what is said of each; the workers of alight-fleet do so (serve-worker --live). Delays are no secret; with \
      --key-file nobody else can ask.

      Examples:
        alight live serve
        alight live serve --listen 10.0.0.5:8097 --key-file live.key
      """)

  @Option(help: ArgumentHelp("Where to listen (default: \(Self.standard)).", valueName: "host:port"))
  var listen: String?
  @Option(
    help: ArgumentHelp("A file with the key that whoever asks has to send.", valueName: "file"), completion: .file())
  var keyFile: String?
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  private static let standard = PageAddress(host: "127.0.0.1", port: 8097)

  func validate() throws { _ = try address() }

  private func address() throws -> PageAddress {
    guard let listen else { return Self.standard }
    guard let address = PageAddress(listen) else {
      throw ValidationError("--listen \(listen): give a host and a port, like \(Self.standard)")
    }
    return address
  }

  private func key() throws -> String? {
    guard let keyFile else { return nil }
    guard let text = try? String(contentsOfFile: keyFile, encoding: .utf8),
      case let key = text.trimmingCharacters(in: .whitespacesAndNewlines), !key.isEmpty,
      !key.contains(where: \.isNewline)
    else { throw CommandFailure(.noInput, "\(keyFile) has no key in it: write one line of your own choice there") }
    return key
  }

  func run() async throws {
    let output = Output()
    guard let live = try FollowedLive.make(data, output) else {
      throw CommandFailure(
        .noInput, "there is no live feed: add one with \"alight live add FEED LOCATION\"")
    }
    let address = try address()
    let server = LiveReportsServer(live, at: address, key: try key()) { [clock] in clock.instant }
    try await Interruption.cancelling {
      do {
        try await server.run { output.talk("Live feeds are answered at http://\($0)/reports.") }
      } catch  where !(error is CancellationError) {
        throw CommandFailure(
          .unavailable, "nobody can listen at \(address) (\(error)): give another port with --listen")
      }
    }
  }
}
#endif
