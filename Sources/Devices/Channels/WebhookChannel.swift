import Following
import Foundation
import Journey

/// Posts each alert to an address of the rider's own: a push server such as ntfy or Gotify, Home Assistant, or anything that takes
/// `alight.alert/1`.
public struct WebhookChannel: AlertChannel {
  public let name = "webhook"
  private let hook: Webhook
  /// Seconds before each further try: a server that starts anew is back within them, and an alert is of no use much later.
  private static let pauses: [Double] = [1, 3]

  public init(_ hook: Webhook) { self.hook = hook }

  /// Returns when the server has taken it, at the third try at the latest.
  /// - Throws: `ChannelError` with what the server or the network said. The address is not told: it may hold a password.
  public func deliver(_ message: AlertMessage) async throws {
    let post = HTTPPost(hook.address, fields: hook.fields(message), body: try hook.body(message))
    for pause in Self.pauses {
      if try await isTaken(post) { return }
      try await Task.sleep(for: .seconds(pause))
    }
    try Self.check(try await post.send(), hook)
  }

  /// Sends it once.
  /// - Returns: whether it was taken; where it was not, it may be soon.
  /// - Throws: Why it is of no use to try again.
  private func isTaken(_ post: HTTPPost) async throws -> Bool {
    do {
      let answer = try await post.send()
      // What the server does not want it will not want in a second.
      if answer.status >= 500 || answer.status == 429 { return false }
      try Self.check(answer, hook)
      return true
    } catch ChannelError.failed(program: "curl", _) {
      return false
    }
  }

  private static func check(_ answer: HTTPPost.Answer, _ hook: Webhook) throws {
    guard (200..<300).contains(answer.status) else {
      throw ChannelError.failed(program: "the server at \(hook.host)", cause: "it answered \(answer.status)")
    }
  }
}
