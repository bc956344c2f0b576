import Foundation
import Hummingbird
import Storage

/// How a browser asks to be pushed to, and says that it was.
struct PushRoutes: Sendable {
  let setting: PageSetting

  func add(to router: Router<PageContext>) {
    router.get("/api/push", use: show)
    router.post("/api/push", use: subscribe)
    router.delete("/api/push", use: unsubscribe)
    router.post("/api/push/receipts", use: note)
  }

  private struct Standing: Encodable {
    var key: String
    var isOn: Bool
  }

  private func show(_ request: Request, _ context: PageContext) async throws -> Response {
    let browser = try context.letIn.id
    let isOn = try setting.store.pushSubscriptions().contains { $0.browser == browser }
    return try .json(Standing(key: try PushKey(setting.store).text, isOn: isOn))
  }

  /// As `PushSubscription.toJSON()` of browsers writes it.
  private struct Sent: Decodable {
    struct Keys: Decodable {
      var p256dh: String
      var auth: String
    }

    var endpoint: String
    var keys: Keys
  }

  private func subscribe(_ request: Request, _ context: PageContext) async throws -> Response {
    let sent = try await request.json(Sent.self, context)
    guard sent.endpoint.utf8.count <= 2000, let endpoint = URL(string: sent.endpoint),
      let publicKey = Data(base64URL: sent.keys.p256dh), let secret = Data(base64URL: sent.keys.auth),
      (try? PushMessage(Data(), publicKey: publicKey, secret: secret)) != nil
    else { throw PageError(.badRequest, "subscription", "This is no subscription of a browser.") }
    guard setting.pushServices.allow(endpoint) else {
      throw PageError(.forbidden, "push-service", "Alerts are not handed to that push service.")
    }
    try setting.store.subscribe(
      PushSubscription(
        browser: context.letIn.id, endpoint: sent.endpoint, publicKey: publicKey, secret: secret))
    return .nothing
  }

  private func unsubscribe(_ request: Request, _ context: PageContext) async throws -> Response {
    try setting.store.unsubscribe(context.letIn.id)
    return .nothing
  }

  private func note(_ request: Request, _ context: PageContext) async throws -> Response {
    struct Sent: Decodable { var receipt: UUID }
    try setting.store.noteReceipt(try await request.json(Sent.self, context).receipt, of: context.letIn.id)
    return .nothing
  }
}
