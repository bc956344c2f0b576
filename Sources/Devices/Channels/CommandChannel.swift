import Following
import Foundation
import Journey

/// Gives each alert to a program of the rider's own, as one line of JSON at its standard input (see `AlertRecord`).
public struct CommandChannel: AlertChannel {
  public let name = "command"
  private let program: String
  private let limit: Duration

  /// - Parameters:
  ///   - program: its path, or its name in the search path.
  ///   - limit: how long it may take: an alert is of no use to whoever is at it for longer.
  public init(program: String, limit: Duration = .seconds(10)) {
    self.program = program
    self.limit = limit
  }

  /// Returns when the program has ended well.
  /// - Throws: `ChannelError` with its exit code and the first line of its standard error.
  public func deliver(_ message: AlertMessage) async throws {
    let line = String(decoding: try RecordCoding.encoder().encode(AlertRecord(message)), as: UTF8.self) + "\n"
    do {
      _ = try await Program(program, package: program).run([], input: line, limit: limit)
    } catch ChannelError.missing {
      throw ChannelError.noProgram(program)
    }
  }
}
