import Foundation
import Synchronization
import Testing

/// A NATS server of the tests, on a port of loopback that it finds itself, with the mapping of phones to partitions.
final class NATSServer: Sendable {
  static let program: URL? = ["/usr/bin/nats-server", "/usr/sbin/nats-server"].map { URL(filePath: $0) }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  let folder: URL
  private let state: Mutex<(process: Process?, port: Int)>

  private let configuration: String

  /// - Parameter configuration: Beside where it listens, with `FOLDER` for its own folder; the mapping alone where it is not given.
  init(
    _ configuration: String = #"mappings = { "phone.*": "fix.{{partition(256,1)}}.{{wildcard(1)}}" }"#,
    prepare: (URL) throws -> Void = { _ in }
  ) throws {
    self.configuration = configuration
    folder = FileManager.default.temporaryDirectory.appending(path: "nats-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    state = Mutex((nil, -1))
    try prepare(folder)
    try start()
  }

  var address: String { "nats://127.0.0.1:\(state.withLock(\.port))" }

  /// Starts it where it was before, or on a port of its choice, and waits until it listens.
  func start() throws {
    let port = state.withLock(\.port)
    try write(configuration, port: port)
    let file = folder.appending(path: "nats.conf")
    let process = Process()
    let program: URL = try #require(Self.program)
    process.executableURL = program
    process.arguments = ["-c", file.path, "-l", folder.appending(path: "log").path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let ports = folder.appending(path: "nats-server_\(process.processIdentifier).ports")
    struct Ports: Decodable { var nats: [String] }
    while process.isRunning {
      if let data = try? Data(contentsOf: ports), let found = try? JSONDecoder().decode(Ports.self, from: data),
        let used = found.nats.first?.split(separator: ":").last.flatMap({ Int($0) })
      {
        return state.withLock { $0 = (process, used) }
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
    try #require(process.isRunning, "nats-server has ended at once: \(folder.path)/log")
  }

  /// At once, as if its machine had failed.
  func kill() {
    state.withLock { state in
      guard let process = state.process else { return }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      state.process = nil
    }
  }

  /// Reads what is configured anew.
  /// - Parameter configuration: As in `init`.
  func reload(_ configuration: String) throws {
    try state.withLock { state in
      let process = try #require(state.process)
      try write(configuration, port: state.port)
      Foundation.kill(process.processIdentifier, SIGHUP)
    }
  }

  private func write(_ configuration: String, port: Int) throws {
    let configuration = """
      listen: 127.0.0.1:\(port)
      ports_file_dir: "\(folder.path)"
      \(configuration.replacing("FOLDER", with: folder.path))
      """
    try Data(configuration.utf8).write(to: folder.appending(path: "nats.conf"))
  }

  /// Stands still, as a machine does that swaps, or goes on.
  func pause(_ isPaused: Bool) {
    state.withLock { state in
      guard let process = state.process else { return }
      Foundation.kill(process.processIdentifier, isPaused ? SIGSTOP : SIGCONT)
    }
  }

  func cleanUp() {
    pause(false)
    kill()
    try? FileManager.default.removeItem(at: folder)
  }
}
