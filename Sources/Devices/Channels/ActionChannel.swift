import Following
import Foundation
import Journey

/// Does what a reminder of a place asks for beside telling: opens an address, or runs a program of the rider's own.
public struct ActionChannel: AlertChannel {
  public let name = "action"
  private let limit: Duration
  private let isService: Bool

  /// - Parameters:
  ///   - limit: How long a program may take: what goes on for longer is to be started by it in the background.
  ///   - isService: Whether the service manager has begun the runner.
  public init(limit: Duration = .seconds(30), isService: Bool = ServiceManager.isAbove) {
    (self.limit, self.isService) = (limit, isService)
  }

  /// - Throws: `ChannelError` where the program is missing, fails or takes too long.
  public func deliver(_ message: AlertMessage) async throws {
    guard let visit = message.visit else { return }
    if let url = visit.url { try await open(url) }
    guard let command = visit.command, let program = command.first else { return }
    do {
      _ = try await Program(program, package: program).run(Array(command.dropFirst()), limit: limit)
    } catch ChannelError.missing {
      throw ChannelError.noProgram(program)
    }
  }

  /// A browser that is opened by a service would end with it, and cannot make its own sandbox within that of the unit: it gets a unit of
  /// its own, and stays when xdg-open ends.
  private func open(_ url: String) async throws {
    if isService {
      // The journal, which others read, gets no address; and a $ of the address names no variable (systemd.service(5)).
      let unit = [
        "--user", "--wait", "--collect", "--quiet", "--description=Alight opens an address",
        "--property=KillMode=process", "--", "xdg-open", url.replacing("$", with: "$$"),
      ]
      do {
        return try await Program("systemd-run", package: "systemd").watch(unit, for: limit)
      } catch is ChannelError {
        // Perhaps there is no manager of the rider's: better within than not at all. What failed of itself says why a second time.
      }
    }
    _ = try await Program("xdg-open", package: "xdg-utils").run([url], limit: limit)
  }
}
