import Foundation
import Live
import Programs
import Subprocess

/// Gets live feeds by `curl`, which brings TLS, proxies and the system's certificates, or from files.
///
/// Keys go by standard input: arguments are there for everybody on the machine to read. A redirection is followed where it leads to
/// `http` or `https`, and the rider's own fields go with it to the same server alone.
public struct LiveFeedFetcher: LiveFetcher {
  private let limit: Duration
  private let mostBytes: Int
  private static let mostRedirections = 3

  /// - Parameters:
  ///   - limit: How long one look may take, to the last byte.
  ///   - mostBytes: Of a feed as it is once it is unpacked.
  public init(limit: Duration = .seconds(30), mostBytes: Int = LivePolicy().mostBytes) {
    (self.limit, self.mostBytes) = (limit, mostBytes)
  }

  public func fetch(_ feed: LiveFeed, since stamp: LiveStamp?) async throws(LiveFetchError) -> LiveFetched {
    guard feed.isAddress else { return try file(feed.location, since: stamp) }
    var (address, headers) = (feed.location, feed.headers)
    for _ in 0...Self.mostRedirections {
      let answer = try await get(address, headers, stamp)
      switch answer.status {
      case 200: return .fresh(answer.body, LiveStamp(tag: answer.tag, modified: answer.modified))
      case 304 where stamp != nil: return .unchanged
      case 301, 302, 303, 307, 308:
        guard let next = answer.location, LiveFeed(timetable: "", location: next).isAddress else { throw .redirected }
        if !Self.isSameServer(next, address) { headers = [] }
        address = next
      default: throw .status(answer.status, retryAfter: answer.retryAfter)
      }
    }
    throw .redirected
  }

  /// Whether a key that is meant for one may go to the other: the same host and port, and never without encryption where there was.
  private static func isSameServer(_ next: String, _ address: String) -> Bool {
    guard let next = URL(string: next), let address = URL(string: address), next.host == address.host else {
      return false
    }
    return next.scheme?.lowercased() == address.scheme?.lowercased() && next.port == address.port
  }

  private func file(_ path: String, since stamp: LiveStamp?) throws(LiveFetchError) -> LiveFetched {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let modified = attributes[.modificationDate] as? Date, let size = (attributes[.size] as? NSNumber)?.intValue
    else { throw .noFile }
    let state = LiveStamp(tag: "\(size)", modified: "\(modified.timeIntervalSince1970)")
    if state == stamp { return .unchanged }
    guard size <= mostBytes else { throw .tooLarge(megabytes: mostBytes / 1_000_000) }
    guard let data = FileManager.default.contents(atPath: path) else { throw .noFile }
    return .fresh(data, state)
  }

  private struct Answer {
    var status: Int
    var body: Data
    var tag, modified, location: String?
    var retryAfter: TimeInterval?
  }

  private static let fields = [
    "http_code", "header{etag}", "header{last-modified}", "header{retry-after}", "redirect_url",
  ]

  private func configuration(_ address: String, _ headers: [LiveFeed.Header], _ stamp: LiveStamp?) -> String {
    let form = Self.fields.map { $0.contains("{") ? "%\($0)" : "%{\($0)}" }.joined(separator: "\\n")
    var lines = [
      "url = \(CurlText.quoted(address))", "proto = \"=http,https\"", "max-time = \(limit.components.seconds)",
      "max-filesize = \(mostBytes)", "silent", "show-error", "globoff", "compressed",
      "write-out = \"%{stderr}\(form)\"",
    ]
    lines += headers.map { CurlText.header($0.name, $0.value) }
    if let tag = stamp?.tag { lines.append(CurlText.header("If-None-Match", tag)) }
    if let modified = stamp?.modified { lines.append(CurlText.header("If-Modified-Since", modified)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func get(
    _ address: String, _ headers: [LiveFeed.Header], _ stamp: LiveStamp?
  ) async throws(LiveFetchError) -> Answer {
    do {
      let result = try await Subprocess.run(
        Program.executable("curl"), arguments: ["--config", "-"], platformOptions: Program.options,
        input: PipedInput(configuration(address, headers, stamp)), output: .bytes(limit: mostBytes),
        error: .string(limit: 16 * 1024))
      let said = result.standardError.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard result.terminationStatus.isSuccess else { throw failure(result.terminationStatus, said) }
      let words = said.suffix(Self.fields.count)
      guard words.count == Self.fields.count, let status = words.first.flatMap(Int.init) else {
        throw LiveFetchError.failed(cause: "curl printed no status")
      }
      let values = words.map { $0.isEmpty ? nil : $0 }
      return Answer(
        status: status, body: Data(result.standardOutput), tag: values[1], modified: values[2], location: values[4],
        retryAfter: values[3].flatMap { TimeInterval($0) })
    } catch let error as LiveFetchError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch let error as SubprocessError {
      throw Self.failure(error, mostBytes)
    } catch {
      throw .failed(cause: "\(error)")
    }
  }

  private static func failure(_ error: SubprocessError, _ most: Int) -> LiveFetchError {
    switch error.code {
    case .executableNotFound: .failed(cause: "curl is missing: install it with \"sudo apt install curl\"")
    case .outputLimitExceeded: .tooLarge(megabytes: most / 1_000_000)
    default: .failed(cause: "\(error)")
    }
  }

  private func failure(_ status: TerminationStatus, _ said: [String]) -> LiveFetchError {
    guard case .exited(let code) = status else { return .cancelled }
    switch code {
    case 6: return .failed(cause: "the host is not known, or there is no network")
    case 7: return .failed(cause: "nobody answers there")
    case 28: return .failed(cause: "it did not answer within \(limit.components.seconds) s")
    case 35, 60: return .failed(cause: "the connection is not secure: \(said.first ?? "its certificate is not valid")")
    case 63: return .tooLarge(megabytes: mostBytes / 1_000_000)
    default: return .failed(cause: said.first { $0.hasPrefix("curl:") } ?? "curl ended with \(code)")
    }
  }
}
