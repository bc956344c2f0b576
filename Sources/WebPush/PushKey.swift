#if Page
import Crypto
import Foundation

/// The key by which push services tell one server from others: Voluntary Application Server Identification (RFC 8292).
public struct PushKey: Sendable {
  /// Of a rider no address is given away.
  public static let nobody = "mailto:rider@alight.invalid"
  /// Far less than the day that the RFC allows, so that a token that leaks is of little use.
  public static let hour: TimeInterval = 3600
  /// So that a clock that is wrong by hours, before or after, makes tokens that are taken all the same.
  public static let halfDay: TimeInterval = 12 * 3600

  private let key: P256.Signing.PrivateKey
  private let contact: String
  private let lifetime: TimeInterval

  /// - Parameters:
  ///   - secret: The number of the private key, of 32 bytes.
  ///   - contact: Whom push services write to where something goes wrong, as `mailto:` or `https:`.
  ///   - lifetime: For how long what is signed by it is valid, in seconds; less than a day.
  /// - Throws: `CryptoKitError` for a secret that is no key.
  public init(secret: Data, contact: String = Self.nobody, lifetime: TimeInterval = Self.hour) throws {
    self.init(try P256.Signing.PrivateKey(rawRepresentation: secret), contact: contact, lifetime: lifetime)
  }

  init(_ key: P256.Signing.PrivateKey, contact: String = Self.nobody, lifetime: TimeInterval = Self.hour) {
    (self.key, self.contact, self.lifetime) = (key, contact, lifetime)
  }

  /// A secret of a key that nobody else has.
  public static func newSecret() -> Data { P256.Signing.PrivateKey().rawRepresentation }

  /// As browsers want it: base64url of the uncompressed point.
  public var text: String { key.publicKey.x963Representation.base64URL }

  /// The field `Authorization` for an address at a push service.
  func authorization(for endpoint: URL, at now: Date) throws -> String {
    let origin = "\(endpoint.scheme ?? "https")://\(endpoint.host ?? "")" + (endpoint.port.map { ":\($0)" } ?? "")
    let claims = Claims(aud: origin, exp: Int(now.timeIntervalSince1970 + lifetime), sub: contact)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let signed = Data(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64URL + "." + (try encoder.encode(claims)).base64URL
    let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
    return "vapid t=\(signed).\(signature.base64URL), k=\(text)"
  }

  private struct Claims: Encodable {
    var aud: String
    var exp: Int
    var sub: String
  }
}

extension Data {
  /// Without padding (RFC 4648, 5).
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  init?(base64URL text: String) {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
    self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}
#endif
