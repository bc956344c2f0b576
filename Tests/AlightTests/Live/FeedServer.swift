import Foundation

/// A server of live feeds that a test starts, as it is in `feed_server.py`.
final class FeedServer {
  private let process = Process()
  private let log = FileManager.default.temporaryDirectory.appending(path: "alight-feeds-\(UUID().uuidString)")
  let port: Int

  init() throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", Program.root.appending(path: "Tests/AlightTests/Live/feed_server.py").path, log.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var line = Data()
    while line.last != 10, let byte = try pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty { line += byte }
    port = Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: log)
  }

  /// Ends it: nobody answers there any more.
  func stop() {
    end()
    process.waitUntilExit()
  }

  /// At once: a thread of a test may block the signals that ask, and whoever it starts inherits that.
  private func end() { kill(process.processIdentifier, SIGKILL) }

  func address(_ path: String, _ query: [String: String] = [:]) -> String {
    let fields = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    return "http://127.0.0.1:\(port)/\(path)" + (fields.isEmpty ? "" : "?\(fields)")
  }

  /// The requests that came so far: path, X-Key and If-None-Match of each.
  func requests() throws -> [[String]] {
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }
}
