import Crypto
import Foundation
import Storage

/// The rider's own key, by which push services tell this server from others: Voluntary Application Server Identification (RFC 8292).
struct PushKey: Sendable {
  /// Push services want to know whom to write to where something goes wrong. No address of the rider is given away for it.
  private static let contact = "mailto:rider@alight.invalid"
  /// Far less than the day that the RFC allows, so that a token that leaks is of little use.
  private static let lifetime = 3600.0

  private let key: P256.Signing.PrivateKey

  /// The key of a database, made where there is none.
  init(_ store: ReminderStore) throws {
    key = try P256.Signing.PrivateKey(
      rawRepresentation: store.pushKey { P256.Signing.PrivateKey().rawRepresentation })
  }

  init(_ key: P256.Signing.PrivateKey) { self.key = key }

  /// As browsers want it: base64url of the uncompressed point.
  var text: String { key.publicKey.x963Representation.base64URL }

  /// The field `Authorization` for an address at a push service.
  func authorization(for endpoint: URL, at now: Date) throws -> String {
    let origin = "\(endpoint.scheme ?? "https")://\(endpoint.host ?? "")" + (endpoint.port.map { ":\($0)" } ?? "")
    let claims = Claims(aud: origin, exp: Int(now.timeIntervalSince1970 + Self.lifetime), sub: Self.contact)
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
