import Foundation
import Subprocess

/// A program of the system that a channel uses.
struct Program: Sendable {
  private let name: String
  private let package: String

  /// - Parameter package: the Debian package that brings it, for the message.
  init(_ name: String, package: String) {
    self.name = name
    self.package = package
  }

  /// Runs it to its end.
  /// - Returns: what it printed.
  /// - Throws: `ChannelError` where it is missing or fails.
  func run(_ arguments: [String]) async throws -> String {
    let executable: Executable = name.contains("/") ? .path(.init(name)) : .name(name)
    let limit = 16 * 1024
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(arguments), output: .string(limit: limit), error: .string(limit: limit))
      guard result.terminationStatus.isSuccess else {
        let said = result.standardError.split(separator: "\n").first.map(String.init)
        throw ChannelError.failed(program: name, cause: said ?? "\(result.terminationStatus)")
      }
      return result.standardOutput
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw ChannelError.missing(program: name, package: package)
    } catch let error as SubprocessError {
      throw ChannelError.failed(program: name, cause: "\(error)")
    }
  }
}
