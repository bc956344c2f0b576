#if Page
import Foundation
import Hummingbird
import Storage
import WebPush

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

  private func subscribe(_ request: Request, _ context: PageContext) async throws -> Response {
    // One that is JSON and no subscription is told so.
    guard let receiver = try await request.json(PerhapsReceiver.self, context).receiver else {
      throw PageError(.badRequest, "subscription", "This is no subscription of a browser.")
    }
    guard setting.pushServices.allow(receiver.endpoint) else {
      throw PageError(.forbidden, "push-service", "Alerts are not handed to that push service.")
    }
    try setting.store.subscribe(
      PushSubscription(
        browser: context.letIn.id, endpoint: receiver.endpoint.absoluteString, publicKey: receiver.publicKey,
        secret: receiver.secret))
    return .nothing
  }

  private struct PerhapsReceiver: Decodable {
    let receiver: PushReceiver?

    init(from decoder: any Decoder) { receiver = try? PushReceiver(from: decoder) }
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
#endif
