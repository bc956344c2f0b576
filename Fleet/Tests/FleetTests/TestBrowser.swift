import Crypto
import Foundation
import WebPush

/// What a browser does that has asked to be pushed to: it alone reads what is pushed (RFC 8291).
struct TestBrowser: Sendable {
  private let key = P256.KeyAgreement.PrivateKey()
  private let secret = Data((0..<16).map { UInt8($0) })

  enum Flaw: Error { case unreadable }

  func receiver(at endpoint: String) throws -> PushReceiver {
    guard let receiver = PushReceiver(endpoint: endpoint, publicKey: key.publicKey.x963Representation, secret: secret)
    else { throw Flaw.unreadable }
    return receiver
  }

  /// What was said in a body of the content encoding `aes128gcm` (RFC 8188).
  func read(_ body: Data) throws -> Data {
    let body = Data(body)
    guard body.count > 21 + 65 + 17, body[20] == 65 else { throw Flaw.unreadable }
    let (salt, sender, sealed) = (body[0..<16], body[21..<86], body[86...])
    let theirs = try P256.KeyAgreement.PublicKey(x963Representation: sender)
    let shared = try key.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { SymmetricKey(data: $0) }
    let info = Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender
    let input = HKDF<SHA256>.deriveKey(inputKeyMaterial: shared, salt: secret, info: info, outputByteCount: 32)
    func derived(_ name: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: input, salt: salt, info: Data("Content-Encoding: \(name)\0".utf8), outputByteCount: count)
    }
    let nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
    // The last byte says that it is the last record.
    return try AES.GCM.open(box, using: derived("aes128gcm", 16)).dropLast()
  }
}
