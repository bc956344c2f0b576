#if Page
import Foundation

/// What is posted to a push service for one browser (RFC 8030), encrypted and signed.
public struct PushRequest: Sendable {
  public let endpoint: URL
  public let fields: [(name: String, value: String)]
  public let body: Data

  /// - Parameters:
  ///   - payload: At most `PushMessage.longest` bytes.
  ///   - topic: What a later one of takes the place of an earlier one that the browser has not fetched; at most 32 letters of base64url.
  ///   - lifetime: Seconds for which the push service keeps it.
  /// - Throws: `PushMessage.Flaw` for a payload that is too long.
  public init(
    _ payload: Data, to receiver: PushReceiver, by key: PushKey, topic: String, lifetime: Int, at now: Date
  ) throws {
    endpoint = receiver.endpoint
    body = try PushMessage(payload, publicKey: receiver.publicKey, secret: receiver.secret).body
    fields = [
      ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"), ("Urgency", "high"),
      ("TTL", String(lifetime)), ("Topic", topic), ("Authorization", try key.authorization(for: endpoint, at: now)),
    ]
  }

  /// What becomes of it.
  public enum Outcome: Sendable, Hashable {
    case taken
    /// The browser has given the subscription up.
    case gone
    /// The push service will not take it, however often it is offered.
    case refused(status: Int)
    /// It may be taken later.
    case later

    /// - Parameter status: What the push service answered; nil where it did not.
    public init(status: Int?) {
      switch status {
      case .some(200..<300): self = .taken
      case 404, 410: self = .gone
      case .some(let status) where status < 500 && status != 429: self = .refused(status: status)
      default: self = .later
      }
    }
  }

  /// Seconds for which an alert is of use: up to the stop, as far as that is known.
  public static func lifetime(secondsLeft: Double?) -> Int { Int(min(3600, max(60, secondsLeft ?? 600))) }

  /// The topic of what is told of a reminder: a later call takes the place of an earlier one, and what is told beside the calls that of none.
  public static func topic(of reminder: UUID, isCall: Bool) -> String {
    // At most 32 letters (RFC 8030, 5.4).
    let name = reminder.uuidString.lowercased().replacing("-", with: "")
    return isCall ? name : "n" + name.dropFirst()
  }
}
#endif
