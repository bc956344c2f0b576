import Foundation
import Synchronization
import Testing

/// A PostgreSQL server of the tests, on a socket in a folder of its own.
final class PostgresServer: Sendable {
  /// Where Debian puts the programs that are not on the path; nil where the server is not installed.
  static let programs: URL? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    return versions.compactMap { Int($0) }.max().map { URL(filePath: "/usr/lib/postgresql/\($0)/bin") }
      .flatMap { FileManager.default.isExecutableFile(atPath: $0.appending(path: "initdb").path) ? $0 : nil }
  }()

  let folder: URL
  private let running = Mutex<Process?>(nil)
  /// As libpq takes it.
  var address: String { address(as: Self.user) }

  /// The same for another role.
  func address(as role: String) -> String { "host=\(folder.path) port=5432 dbname=postgres user=\(role)" }

  /// The server refuses to be run by root.
  private static let isRoot = getuid() == 0
  private static let user = isRoot ? "postgres" : NSUserName()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if Self.isRoot { try Self.end(Self.launch("/usr/bin/chown", ["postgres", folder.path])) }
    try Self.end(
      launch("initdb", ["--pgdata", data.path, "--auth=trust", "--no-sync", "--username", Self.user]))
    try start()
  }

  /// Starts it and waits until it answers.
  func start() throws {
    let process = try launch(
      "postgres",
      [
        "-D", data.path, "-c", "listen_addresses=", "-c", "unix_socket_directories=\(folder.path)", "-c", "fsync=off",
      ])
    running.withLock { $0 = process }
    while process.isRunning {
      let asked = try launch("pg_isready", ["--quiet", "--host", folder.path])
      asked.waitUntilExit()
      if asked.terminationStatus == 0 { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    try #require(process.isRunning, "the server has ended at once")
  }

  /// At once, as if its machine had failed.
  func stop() throws {
    let file = try String(contentsOf: data.appending(path: "postmaster.pid"), encoding: .utf8)
    kill(try #require(file.split(separator: "\n").first.flatMap { pid_t($0) }), SIGQUIT)
    running.withLock { $0 }?.waitUntilExit()
  }

  func cleanUp() {
    try? stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private var data: URL { folder.appending(path: "data") }

  /// A program of the server, as its user.
  private func launch(_ program: String, _ arguments: [String]) throws -> Process {
    let path = try #require(Self.programs).appending(path: program).path
    return Self.isRoot
      ? try Self.launch("/usr/sbin/runuser", ["-u", "postgres", "--", path] + arguments)
      : try Self.launch(path, arguments)
  }

  private static func launch(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // Where the server's user may look.
    process.currentDirectoryURL = URL(filePath: "/")
    try process.run()
    return process
  }

  private static func end(_ process: Process) throws {
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(process.arguments?.joined(separator: " ") ?? "") has failed")
  }
}
