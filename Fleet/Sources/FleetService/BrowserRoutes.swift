import Fleet
import FleetSQL
import Foundation
import Hummingbird
import WebPush

/// How browsers ask to be pushed to.
///
/// A page asks for the key with `GET /push`, subscribes by it, and sends what `PushSubscription.toJSON()` gives with its rider beside it:
/// ```json
/// {"rider": "anna", "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/…", "keys": {"p256dh": "…", "auth": "…"}}
/// ```
/// `DELETE /push` with the same, of which `rider` and `endpoint` are enough, ends that.
public struct BrowserRoutes: Sendable {
  /// No subscription is longer.
  private static let largest = 8192

  private let store: SQLFleetStore
  private let key: PushKey
  private let services: PushServices

  public init(store: SQLFleetStore, key: PushKey, services: PushServices) {
    (self.store, self.key, self.services) = (store, key, services)
  }

  func add(to router: Router<BasicRequestContext>, keys: PhoneKeys) {
    router.get("push") { [key] _, _ in Response.written(.ok, ["key": key.text]) }
    router.post("push") { request, _ in try await subscribe(request, keys) }
    router.delete("push") { request, _ in try await unsubscribe(request, keys) }
  }

  private func subscribe(_ request: Request, _ keys: PhoneKeys) async throws -> Response {
    let (rider, body) = try await read(request, keys)
    guard let receiver = try? JSONDecoder().decode(PushReceiver.self, from: body) else {
      throw FrontRefusal(
        .badRequest, "it is no subscription of a browser: send what PushSubscription.toJSON() gives")
    }
    guard services.allow(receiver.endpoint) else {
      throw FrontRefusal(
        .forbidden,
        "alerts are not handed to that push service: whoever runs the workers can allow it by --push-service")
    }
    return try await noting { try await store.subscribe(receiver, of: rider, at: Date()) }
  }

  private func unsubscribe(_ request: Request, _ keys: PhoneKeys) async throws -> Response {
    struct Named: Decodable { var endpoint: URL }
    let (rider, body) = try await read(request, keys)
    guard let endpoint = (try? JSONDecoder().decode(Named.self, from: body))?.endpoint else {
      throw FrontRefusal(.badRequest, "it names no endpoint")
    }
    return try await noting { try await store.unsubscribe(endpoint, of: rider) }
  }

  private func noting(_ work: () async throws -> Void) async throws -> Response {
    do {
      try await work()
      return Response(status: .noContent)
    } catch let failure as SQLFailure {
      throw FrontRefusal(
        .serviceUnavailable, failure.isPassing ? "the database does not answer now: ask again" : "it cannot be kept")
    }
  }

  /// The body, and the rider that it names, for whom whoever asks may speak.
  private func read(_ request: Request, _ keys: PhoneKeys) async throws -> (RiderID, Data) {
    struct Named: Decodable { var rider: RiderID }
    let speaker = try keys.speaker(of: request)
    guard let body = try? await request.body.collect(upTo: Self.largest) else {
      throw FrontRefusal(.contentTooLarge, "it is too long for a subscription")
    }
    let data = Data(body.readableBytesView)
    guard let rider = (try? JSONDecoder().decode(Named.self, from: data))?.rider else {
      throw FrontRefusal(.badRequest, "it names no rider")
    }
    guard speaker.maySpeak(for: rider) else {
      throw FrontRefusal(.forbidden, "the token is not that of \(rider)")
    }
    return (rider, data)
  }
}
