#if Page
import Crypto
import Foundation

/// What is pushed, encrypted so that the push service cannot read it: Message Encryption for Web Push (RFC 8291), by the content
/// encoding `aes128gcm` (RFC 8188).
public struct PushMessage: Sendable {
  /// The whole body of the request.
  public let body: Data

  /// More than push services must take (RFC 8030, 7.2), with what the encryption adds.
  public static let longest = 4096 - 103

  public enum Flaw: Error {
    /// It is longer than push services must take.
    case tooLong
    /// The browser's key is no point of the curve, or its secret has another length than 16 bytes.
    case badKeys
  }

  /// - Throws: `Flaw.badKeys`
  static func check(publicKey: Data, secret: Data) throws -> P256.KeyAgreement.PublicKey {
    guard secret.count == 16, let theirs = try? P256.KeyAgreement.PublicKey(x963Representation: publicKey) else {
      throw Flaw.badKeys
    }
    return theirs
  }

  /// - Parameters:
  ///   - publicKey: The browser's, as an uncompressed point of P-256 (65 bytes).
  ///   - secret: The browser's, of 16 bytes.
  ///   - own: The key of this message alone, and `salt` of 16 bytes as well: both are random but in tests.
  init(
    _ text: Data, publicKey: Data, secret: Data, own: P256.KeyAgreement.PrivateKey = .init(),
    salt: Data = Data((0..<16).map { _ in UInt8.random(in: 0...255) })
  ) throws {
    guard text.count <= Self.longest else { throw Flaw.tooLong }
    let theirs = try Self.check(publicKey: publicKey, secret: secret)
    let ownPoint = own.publicKey.x963Representation
    let shared = try own.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { SymmetricKey(data: $0) }
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: shared, salt: secret, info: Data("WebPush: info\0".utf8) + publicKey + ownPoint,
      outputByteCount: 32)
    func derived(_ info: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Data("\(info)\0".utf8), outputByteCount: count)
    }
    let nonce = try derived("Content-Encoding: nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    // The one record is the last one, which the two says.
    let sealed = try AES.GCM.seal(text + [2], using: derived("Content-Encoding: aes128gcm", 16), nonce: nonce)
    let recordSize = Data([0, 0, 16, 0])
    body = salt + recordSize + [UInt8(ownPoint.count)] + ownPoint + sealed.ciphertext + sealed.tag
  }
}
#endif
