import Following
import Foundation
import Programs
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

  /// Runs it to its end; cancelled, it is ended with all that it started.
  /// - Parameters:
  ///   - input: what it may read.
  ///   - limit: how long it may take; nil for as long as it likes.
  /// - Returns: what it printed.
  /// - Throws: `ChannelError` where it is missing, fails or takes too long.
  func run(_ arguments: [String], input: String = "", limit: Duration? = nil) async throws -> String {
    guard let limit else { return try await run(arguments, input) }
    return try await run(arguments, input, limit) {
      throw ChannelError.failed(
        program: name, cause: "it was ended, as it took longer than \(limit.components.seconds) s")
    }
  }

  /// Runs it, and ends it where it fails at nothing for a while: what it waits for goes on without it.
  /// - Throws: `ChannelError` where it is missing or fails.
  func watch(_ arguments: [String], for limit: Duration) async throws {
    _ = try await run(arguments, "", limit) { "" }
  }

  private func run(
    _ arguments: [String], _ input: String, _ limit: Duration, atLimit: @escaping @Sendable () throws -> String
  ) async throws -> String {
    try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask { try await run(arguments, input) }
      group.addTask {
        try await Task.sleep(for: limit)
        return try atLimit()
      }
      defer { group.cancelAll() }
      return try await group.next() ?? ""
    }
  }

  private func run(_ arguments: [String], _ input: String) async throws -> String {
    let limit = 16 * 1024
    do {
      let result = try await Subprocess.run(
        Self.executable(name), arguments: Arguments(arguments), platformOptions: Self.options,
        input: PipedInput(input), output: .string(limit: limit), error: .string(limit: limit))
      guard result.terminationStatus.isSuccess else {
        let said = result.standardError.split(separator: "\n").first.map(String.init)
        let causes = [Self.words(for: result.terminationStatus), said]
        throw ChannelError.failed(program: name, cause: causes.compactMap(\.self).joined(separator: ", "))
      }
      return result.standardOutput
    } catch let error as SubprocessError {
      throw failure(error)
    }
  }

  /// The same in a channel's words.
  func failure(_ error: SubprocessError) -> ChannelError {
    error.code == .executableNotFound
      ? .missing(program: name, package: package) : .failed(program: name, cause: "\(error)")
  }

  /// A name is looked for in the search path, anything with a slash is a path.
  static func executable(_ name: String) -> Executable {
    name.contains("/") ? .path(.init(name)) : .name(name)
  }

  /// In a process group of its own: Ctrl-C is for the runner, which then ends its programs itself.
  static var options: PlatformOptions {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200)),
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100)),
    ]
    return options
  }

  private static func words(for status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "exit code \(code)"
    case .signaled(let signal): "signal \(signal)"
    }
  }
}
