import Alerts
import Following
import Foundation
import Journey
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What live feeds say, as `alight live serve` answers it: it reads them once for all workers.
///
/// ```json
/// POST /reports {"rides": [{"trip_id": "12", "line": "4", "serviceDay": "2026-12-01", "stops": […], …}]}
/// {"reports": [{"madeAt": 786000000, "isCancelled": false, "calls": [{"arrival": 180, "isSkipped": false}, …]}]}
/// ```
/// While it does not answer, what it said last holds for as long as that is young enough to be used.
public final class LiveService: LiveReports {
  public let every: TimeInterval = 30
  /// Rides in one question.
  private static let most = 200
  private static let patience: TimeInterval = 10

  private let address: URL
  private let key: String?
  private let session: URLSession
  private let tell: @Sendable (String?) -> Void
  private let state = Mutex(State())

  private struct State {
    var known: [Ride: LiveReport] = [:]
    var failure: String?
  }

  /// - Parameters:
  ///   - address: Of the service, as `http://127.0.0.1:8097`.
  ///   - key: Which it asks for; nil for none.
  ///   - tell: Gets why it cannot be asked, and nil once it can again.
  public init(_ address: URL, key: String?, tell: @escaping @Sendable (String?) -> Void) {
    (self.address, self.key, self.tell) = (address.appending(path: "reports"), key, tell)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Self.patience
    session = URLSession(configuration: configuration)
  }

  public func reports(on rides: [ReportedRide], at now: Date) async -> [LiveReport?] {
    var (answers, failure) = ([Ride: LiveReport](), String?.none)
    let before = state.withLock(\.known)
    for start in stride(from: 0, to: rides.count, by: Self.most) {
      let asked = rides[start..<min(rides.count, start + Self.most)].map(\.ride)
      do {
        for (ride, report) in zip(asked, try await ask(asked)) { answers[ride] = report }
      } catch {
        failure = "\(error)"
        for ride in asked { answers[ride] = before[ride] }
      }
    }
    let isNews = state.withLock { [answers, failure] state in
      defer { (state.known, state.failure) = (answers, failure) }
      return state.failure != failure
    }
    if isNews { tell(failure) }
    return rides.map { answers[$0.ride] }
  }

  private struct Question: Encodable { var rides: [Ride] }
  private struct Answer: Decodable { var reports: [LiveReport?] }

  private func ask(_ rides: [Ride]) async throws -> [LiveReport?] {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.httpBody = try RecordCoding.encoder().encode(Question(rides: rides))
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    let data: Data
    let answer: URLResponse
    do {
      (data, answer) = try await session.data(for: request)
    } catch { throw LiveServiceError(cause: "it does not answer (\(error.localizedDescription))") }
    guard let status = (answer as? HTTPURLResponse)?.statusCode, status == 200 else {
      throw LiveServiceError(cause: "it answers \((answer as? HTTPURLResponse)?.statusCode ?? 0)")
    }
    guard let reports = try? RecordCoding.decoder().decode(Answer.self, from: data).reports,
      reports.count == rides.count
    else { throw LiveServiceError(cause: "its answer is not that of alight live serve") }
    return reports
  }
}

/// Why live feeds cannot be asked.
private struct LiveServiceError: Error, CustomStringConvertible {
  var cause: String
  var description: String { cause }
}
