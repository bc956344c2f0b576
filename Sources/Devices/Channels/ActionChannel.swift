import Following
import Foundation
import Journey

/// Does what a reminder of a place asks for beside telling: opens an address, or runs a program of the rider's own.
public struct ActionChannel: AlertChannel {
  public let name = "action"
  private let limit: Duration

  /// - Parameter limit: How long a program may take: what goes on for longer is to be started by it in the background.
  public init(limit: Duration = .seconds(30)) { self.limit = limit }

  /// - Throws: `ChannelError` where the program is missing, fails or takes too long.
  public func deliver(_ message: AlertMessage) async throws {
    guard let visit = message.visit else { return }
    if let url = visit.url { _ = try await Program("xdg-open", package: "xdg-utils").run([url], limit: limit) }
    guard let command = visit.command, let program = command.first else { return }
    do {
      _ = try await Program(program, package: program).run(Array(command.dropFirst()), limit: limit)
    } catch ChannelError.missing {
      throw ChannelError.noProgram(program)
    }
  }
}
