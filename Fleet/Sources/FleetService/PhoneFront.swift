import Crypto
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
  /// What serves, from when it is asked to until it is told to stop.
  private let serving = Mutex<ServiceGroup?>(nil)

  /// - Parameter keys: Who may speak for which rider; nil for nobody: `POST /fixes` is off then.
  public init(_ service: WorkerService, keys: PhoneKeys?) { (self.service, self.keys) = (service, keys) }

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
    let failures = await service.worker.load.failures
    return Self.answer(
      failures.isEmpty ? .ok : .serviceUnavailable, Health(isWell: failures.isEmpty, failures: failures))
  }

  private struct Health: Encodable {
    var isWell: Bool
    var failures: [String]
  }

  private func take(_ request: Request) async throws -> Response {
    guard let keys else {
      return Self.refuse(.notFound, "this worker takes no positions by HTTP: start it with --phone-key FILE")
    }
    guard let token = request.headers[.authorization].flatMap({ $0.hasPrefix("Bearer ") ? $0.dropFirst(7) : nil })
    else {
      return Self.refuse(
        .unauthorized, "who speaks is not said: send \"Authorization: Bearer TOKEN\" of alight-fleet token")
    }
    guard let speaker = keys.speaker(String(token)) else { return Self.refuse(.forbidden, "this token is not valid") }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.largest)
    } catch { return Self.refuse(.contentTooLarge, "more than 4 MB at once: send it in several batches") }
    var (taken, refused) = (0, [Refusal]())
    for (place, line) in Data(body.readableBytesView).split(separator: 0x0A).enumerated() {
      if let cause = await send(line, speaker) {
        if refused.count < 100 { refused.append(Refusal(line: place + 1, cause: cause)) }
      } else {
        taken += 1
      }
    }
    return Self.answer(.ok, Taken(taken: taken, refused: refused))
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

  private static func answer(_ status: HTTPResponse.Status, _ value: some Encodable) -> Response {
    let data = (try? RecordCoding.encoder().encode(value)) ?? Data()
    return Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
  }

  private static func refuse(_ status: HTTPResponse.Status, _ cause: String) -> Response {
    answer(status, ["error": cause])
  }
}

/// Tokens by which phones, and fronts of many phones, say who they are: nothing is kept of them but one secret.
///
/// A token is the rider's name and the HMAC-SHA-256 of it under the secret: `RIDER.HEX`, and `*.HEX` for whoever speaks for all.
public struct PhoneKeys: Sendable {
  private let secret: SymmetricKey

  public enum Speaker: Sendable, Hashable {
    case rider(RiderID)
    case everybody

    func maySpeak(for rider: RiderID) -> Bool {
      switch self {
      case .rider(let own): own == rider
      case .everybody: true
      }
    }
  }

  /// - Parameter secret: 32 bytes or more, which nobody else has.
  /// - Returns: Nil for fewer.
  public init?(secret: Data) {
    guard secret.count >= 32 else { return nil }
    self.secret = SymmetricKey(data: secret)
  }

  public func token(_ speaker: Speaker) -> String {
    let name = Self.name(speaker)
    let code = HMAC<SHA256>.authenticationCode(for: Data(name.utf8), using: secret)
    return name + "." + Self.hexadecimal(code)
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whose a token is; nil for one that is nobody's.
  public func speaker(_ token: String) -> Speaker? {
    guard let dot = token.firstIndex(of: ".") else { return nil }
    let name = token[..<dot]
    let code = Array(token[token.index(after: dot)...])
    let bytes = stride(from: 0, to: code.count - 1, by: 2).compactMap { UInt8(String(code[$0...($0 + 1)]), radix: 16) }
    guard code.count == 64, bytes.count == 32,
      HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Data(name.utf8), using: secret)
    else { return nil }
    return name == "*" ? .everybody : RiderID(name).map { .rider($0) }
  }

  private static func name(_ speaker: Speaker) -> String {
    switch speaker {
    case .rider(let rider): rider.text
    case .everybody: "*"
    }
  }
}
