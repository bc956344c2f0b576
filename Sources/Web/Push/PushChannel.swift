#if Page
import Devices
import Following
import Foundation
import Journey
import Storage
import WebPush

/// Alerts on browsers whose page is closed, by Web Push (RFC 8030). Each browser has asked for it.
public struct PushChannel: AlertChannel {
  public let name = "push"
  private let store: ReminderStore
  private let services: PushServices
  /// What stands on the buttons.
  private let labels: ActionLabels
  private let now: @Sendable () -> Date

  /// How long a browser may take to say that it has shown an alert, and how often it is looked for.
  private static let patience = 20
  private static let step = Duration.milliseconds(250)
  /// Seconds before each further try at a push service.
  private static let pauses: [Double] = [1, 3]

  public init(
    _ store: ReminderStore, labels: ActionLabels, services: PushServices = PushServices(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.store, self.labels, self.services, self.now) = (store, labels, services, now)
  }

  /// Returns when a browser has said that it has shown the alert.
  /// - Throws: `ChannelError` where no push service took it, or no browser has shown it.
  public func deliver(_ message: AlertMessage) async throws {
    let subscriptions = try store.pushSubscriptions()
    guard !subscriptions.isEmpty else { return }
    let receipt = UUID()
    let payload = try JSONEncoder().encode(PushedAlert(message, receipt: receipt, labels: labels))
    let key = try PushKey(store)
    let failures = await withTaskGroup(of: (any Error)?.self) { group in
      for subscription in subscriptions {
        group.addTask { await failure(to: subscription, payload, message, key) }
      }
      return await group.reduce(into: [any Error]()) { if let failure = $1 { $0.append(failure) } }
    }
    if failures.count == subscriptions.count, let first = failures.first { throw first }
    for _ in 0..<(Self.patience * 4) {
      if try store.hasReceipt(receipt) { return }
      try await Task.sleep(for: Self.step)
    }
    throw ChannelError.failed(program: "push", cause: "no browser has said within \(Self.patience) s that it was shown")
  }

  /// Hands an alert to the push service of one browser.
  /// - Returns: why it was not taken.
  private func failure(
    to subscription: PushSubscription, _ payload: Data, _ message: AlertMessage, _ key: PushKey
  ) async -> (any Error)? {
    do {
      try await send(to: subscription, payload, message, key)
      return nil
    } catch {
      return error
    }
  }

  private func send(
    to subscription: PushSubscription, _ payload: Data, _ message: AlertMessage, _ key: PushKey
  ) async throws {
    guard
      let receiver = PushReceiver(
        endpoint: subscription.endpoint, publicKey: subscription.publicKey, secret: subscription.secret),
      services.allow(receiver.endpoint)
    else { throw ChannelError.failed(program: "push", cause: "its service is none of those that are allowed") }
    let request = try PushRequest(
      payload, to: receiver, by: key,
      topic: PushRequest.topic(of: message.key.reminder, isCall: message.alert.isCall),
      lifetime: PushRequest.lifetime(secondsLeft: message.alert.moment?.secondsLeft), at: now())
    let post = HTTPPost(subscription.endpoint, fields: request.fields, body: request.body)
    for pause in Self.pauses + [0] {
      let answer = try? await post.send()
      switch PushRequest.Outcome(status: answer?.status) {
      case .taken: return
      case .gone:
        try store.unsubscribe(subscription.browser)
        throw ChannelError.failed(program: "push", cause: "the browser does not take it any more")
      case .refused(let status):
        throw ChannelError.failed(program: "the push service", cause: "it answered \(status)")
      case .later: if pause > 0 { try await Task.sleep(for: .seconds(min(10, answer?.retryAfter ?? pause))) }
      }
    }
    throw ChannelError.failed(program: "the push service", cause: "it took nothing at the third try")
  }
}

/// What a service worker gets: as much of `alight.alert/1` as it shows.
private struct PushedAlert: Encodable {
  let schema = AlertRecord.schema
  let receipt: String
  let reminder: String
  let level: Int?
  let event: String
  let title: String
  let text: String

  let actions: [Button]

  struct Button: Encodable {
    var action: String
    var title: String
  }

  init(_ message: AlertMessage, receipt: UUID, labels: ActionLabels) {
    let labels = labels.of(message)
    let offered: [RiderAction] = message.alert.isCall ? [.done, .snooze, .stop] : []
    actions = offered.compactMap { action in
      labels[action].map { Button(action: action.rawValue, title: $0) }
    }
    self.receipt = receipt.uuidString.lowercased()
    reminder = message.key.reminder.uuidString.lowercased()
    (level, event, title) = (message.alert.level, message.alert.event.rawValue, message.title)
    text = String(message.text.prefix(1000))
  }
}
#endif
