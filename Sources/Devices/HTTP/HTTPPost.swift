import Following
import Foundation

/// Something sent to another machine by `curl`, which brings TLS, proxies and the system's certificates.
///
/// What is secret goes by standard input and a file of this user alone: arguments are there for everybody on the machine to read.
public struct HTTPPost: Sendable {
  public struct Answer: Sendable, Hashable {
    public var status: Int
    /// Seconds after which it may be tried again, where the answer says so.
    public var retryAfter: Double?
  }

  private let address: String
  private let fields: [(name: String, value: String)]
  private let body: Data
  private let limit: Duration

  /// - Parameters:
  ///   - address: `http` or `https`; no redirection is followed.
  ///   - limit: How long it may take, to the last byte of the answer.
  public init(_ address: String, fields: [(name: String, value: String)], body: Data, limit: Duration = .seconds(5)) {
    (self.address, self.fields, self.body, self.limit) = (address, fields, body, limit)
  }

  /// - Throws: `ChannelError` where there is no curl, no answer, or the network fails.
  public func send() async throws -> Answer {
    let file = try Self.privateFile(body)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let printed = try await Program("curl", package: "curl").run(
      ["--config", "-"], input: configuration(file), limit: limit + .seconds(2))
    let parts = printed.split(separator: " ", omittingEmptySubsequences: false)
    guard let status = parts.first.flatMap({ Int($0) }) else {
      throw ChannelError.failed(program: "curl", cause: "it printed no status")
    }
    return Answer(status: status, retryAfter: parts.dropFirst().first.flatMap { Double($0) })
  }

  private func configuration(_ file: String) -> String {
    var lines = [
      "url = \(CurlText.quoted(address))", "request = POST", "data-binary = \(CurlText.quoted("@" + file))",
      "proto = \"=http,https\"", "max-time = \(limit.components.seconds)", "silent", "show-error", "globoff",
      "output = /dev/null", "write-out = \"%{http_code} %header{retry-after}\"",
      // Without it curl waits a second for a "100 Continue" that few servers send.
      "header = \"Expect:\"",
    ]
    lines += fields.map { CurlText.header($0.name, $0.value) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func privateFile(_ data: Data) throws -> String {
    var template = Array((FileManager.default.temporaryDirectory.path + "/alight.XXXXXX").utf8CString)
    // Of this user alone, by what mkstemp promises.
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw ChannelError.failed(
        program: "curl", cause: "no temporary file can be made: \(String(cString: strerror(errno)))")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    do {
      try handle.write(contentsOf: data)
      try handle.close()
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw ChannelError.failed(
        program: "curl", cause: "a temporary file cannot be written: \(error.localizedDescription)")
    }
    return path
  }
}
