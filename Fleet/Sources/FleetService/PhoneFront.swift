import Fleet
import Foundation
import Hummingbird
import Journey
import Logging
import ServiceLifecycle
import Synchronization

/// HTTP for phones that speak no MQTT, for Prometheus and for whoever asks whether the worker is well.
///
/// `POST /fixes` takes one message a line, each as a phone sends it with its rider beside it:
/// ```json
/// {"rider": "r17", "schema": "alight.fix/1", "at": "2026-12-01T08:40:00Z", "lat": 48.31, "lon": 14.29}
/// ```
public final class PhoneFront: Sendable {
  /// A batch of a front of phones; more come in several.
  static let largest = 4 << 20

  private let service: WorkerService
  private let keys: PhoneKeys?
  private let browsers: BrowserRoutes?
  /// What serves, from when it is asked to until it is told to stop.
  private let serving = Mutex<ServiceGroup?>(nil)

  /// - Parameters:
  ///   - keys: Who may speak for which rider; nil for nobody: `POST /fixes` is off then.
  ///   - browsers: Where browsers ask to be pushed to; nil where nothing is pushed.
  public init(_ service: WorkerService, keys: PhoneKeys?, browsers: BrowserRoutes? = nil) {
    (self.service, self.keys, self.browsers) = (service, keys, browsers)
  }

  /// Serves until it is stopped.
  /// - Throws: Where nobody can listen there.
  public func run(host: String, port: Int) async throws {
    let router = Router()
    router.get("health") { [self] _, _ in await health() }
    router.get("metrics") { [service] _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: await service.metricsText())))
    }
    router.post("fixes") { [self] request, _ in try await take(request) }
    if let keys, let browsers { browsers.add(to: router, keys: keys) }
    var quiet = Logger(label: "http")
    quiet.logLevel = .warning
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname(host, port: port)), logger: quiet)
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: quiet))
    serving.withLock { $0 = group }
    try await group.run()
  }

  /// Answers what is under way, and ends.
  public func stop() async { await serving.withLock(\.self)?.triggerGracefulShutdown() }

  /// 200 where all works, 503 with what does not.
  private func health() async -> Response {
    let failures = await service.failures()
    return .written(
      failures.isEmpty ? .ok : .serviceUnavailable, Health(isWell: failures.isEmpty, failures: failures))
  }

  private struct Health: Encodable {
    var isWell: Bool
    var failures: [String]
  }

  private func take(_ request: Request) async throws -> Response {
    guard let keys else {
      throw FrontRefusal(.notFound, "this worker takes no positions by HTTP: start it with --phone-key FILE")
    }
    let speaker = try keys.speaker(of: request)
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.largest)
    } catch { throw FrontRefusal(.contentTooLarge, "more than 4 MB at once: send it in several batches") }
    var (taken, refused) = (0, [Refusal]())
    for (place, line) in Data(body.readableBytesView).split(separator: 0x0A).enumerated() {
      if let cause = await send(line, speaker) {
        if refused.count < 100 { refused.append(Refusal(line: place + 1, cause: cause)) }
      } else {
        taken += 1
      }
    }
    return .written(.ok, Taken(taken: taken, refused: refused))
  }

  private struct Taken: Encodable {
    var taken: Int
    var refused: [Refusal]
  }

  private struct Refusal: Encodable {
    var line: Int
    var cause: String
  }

  /// Hands a line on to the worker of its rider.
  /// - Returns: Why it is not; nil where it is.
  private func send(_ line: Data, _ speaker: PhoneKeys.Speaker) async -> String? {
    struct Named: Decodable { var rider: RiderID }
    guard let rider = (try? JSONDecoder().decode(Named.self, from: line))?.rider else { return "it names no rider" }
    guard speaker.maySpeak(for: rider) else { return "the token is not that of \(rider)" }
    guard PhoneMessage(line) != nil else { return "it is no alight.fix/1, alight.heard/1 or alight.action/1" }
    do {
      try await service.bus.send(line, of: rider)
      return nil
    } catch { return "the bus does not take it now: send it again" }
  }
}
