#if Page
import Foundation

/// A browser that has asked to be pushed to: what `PushSubscription.toJSON()` of the Push API writes.
public struct PushReceiver: Sendable, Hashable, Codable {
  /// The address at the browser's push service.
  public let endpoint: URL
  /// The browser's public key, an uncompressed point of P-256.
  public let publicKey: Data
  /// The secret that it shares with whoever pushes, of 16 bytes.
  public let secret: Data

  /// More is no address of a push service.
  static let longest = 2000

  /// Nil for what is no subscription of a browser.
  public init?(endpoint: String, publicKey: Data, secret: Data) {
    guard endpoint.utf8.count <= Self.longest, let address = URL(string: endpoint), address.host != nil,
      (try? PushMessage.check(publicKey: publicKey, secret: secret)) != nil
    else { return nil }
    (self.endpoint, self.publicKey, self.secret) = (address, publicKey, secret)
  }

  private struct Written: Codable {
    struct Keys: Codable {
      var p256dh: String
      var auth: String
    }

    var endpoint: String
    var keys: Keys
  }

  public init(from decoder: any Decoder) throws {
    let written = try Written(from: decoder)
    guard let publicKey = Data(base64URL: written.keys.p256dh), let secret = Data(base64URL: written.keys.auth),
      let receiver = PushReceiver(endpoint: written.endpoint, publicKey: publicKey, secret: secret)
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "it is no subscription of a browser"))
    }
    self = receiver
  }

  public func encode(to encoder: any Encoder) throws {
    let keys = Written.Keys(p256dh: publicKey.base64URL, auth: secret.base64URL)
    try Written(endpoint: endpoint.absoluteString, keys: keys).encode(to: encoder)
  }
}
#endif
