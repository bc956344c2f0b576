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
  /// its own, which lasts for as long as anything in it does.
  private func open(_ url: String) async throws {
    if isService {
      let unit = ["--user", "--collect", "--quiet", "--property=ExitType=cgroup", "--", "xdg-open", url]
      do {
        _ = try await Program("systemd-run", package: "systemd").run(unit, limit: limit)
        return
      } catch is ChannelError {
        // A manager of before version 250, or of the machine in place of the rider: better within than not at all.
      }
    }
    _ = try await Program("xdg-open", package: "xdg-utils").run([url], limit: limit)
  }
}
