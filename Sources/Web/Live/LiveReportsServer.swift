#if Page
import Alerts
import Following
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Logging

/// What live feeds say of rides, over HTTP: they are read once for all the workers of a fleet.
///
/// ```json
/// POST /reports {"rides": [{"trip_id": "12", "line": "4", "serviceDay": "2026-12-01", "stops": […], …}]}
/// {"reports": [{"madeAt": 786000000, "isCancelled": false, "calls": [{"arrival": 180, "isSkipped": false}, …]}, null]}
/// ```
public struct LiveReportsServer: Sendable {
  /// Rides in one question, and its bytes.
  static let mostRides = 1000
  static let largest = 16 << 20

  private let live: any LiveReports
  private let address: PageAddress
  private let key: String?
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - key: What whoever asks must send as `Authorization: Bearer KEY`; nil for nothing.
  ///   - now: The machine's clock.
  public init(
    _ live: any LiveReports, at address: PageAddress, key: String?, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.live, self.address, self.key, self.now) = (live, address, key, now)
  }

  /// Serves until it is cancelled.
  /// - Parameter running: Called with the address once connections are taken.
  /// - Throws: What keeps it from listening.
  public func run(running: @escaping @Sendable (PageAddress) async -> Void) async throws {
    var logger = Logger(label: "alight.live")
    logger.logLevel = .critical
    let address = address
    let router = Router()
    router.post("reports") { request, _ in try await answer(request) }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
      onServerRunning: { channel in
        await running(PageAddress(host: address.host, port: channel.localAddress?.port ?? address.port))
      }, logger: logger)
    try await application.run()
  }

  private struct Question: Decodable { var rides: [Ride] }
  private struct Answer: Encodable { var reports: [LiveReport?] }

  private func answer(_ request: Request) async throws -> Response {
    if let key, request.headers[.authorization] != "Bearer \(key)" {
      return Self.refuse(.unauthorized, "the key is missing or another one: send \"Authorization: Bearer KEY\"")
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.largest)
    } catch { return Self.refuse(.contentTooLarge, "more than 16 MB at once: ask about fewer rides") }
    let rides: [Ride]
    do {
      rides = try RecordCoding.decoder().decode(Question.self, from: Data(body.readableBytesView)).rides
    } catch { return Self.refuse(.badRequest, "that is no {\"rides\": […]} with rides as reminders have them") }
    guard rides.count <= Self.mostRides else {
      return Self.refuse(.contentTooLarge, "\(rides.count) rides at once: ask about \(Self.mostRides) at most")
    }
    let reports = await live.reports(on: rides.map { ReportedRide($0) }, at: now())
    return try Self.answer(.ok, Answer(reports: reports))
  }

  private static func answer(_ status: HTTPResponse.Status, _ value: some Encodable) throws -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(data: try RecordCoding.encoder().encode(value))))
  }

  private static func refuse(_ status: HTTPResponse.Status, _ cause: String) -> Response {
    (try? answer(status, ["error": cause])) ?? Response(status: status)
  }
}
#endif
