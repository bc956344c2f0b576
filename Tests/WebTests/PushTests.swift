#if Page
import Crypto
import Foundation
import Testing

@testable import WebPush

@Suite("What is pushed")
struct PushTests {
  @Test("is encrypted as the example of RFC 8291, appendix A")
  func example() throws {
    let own = try P256.KeyAgreement.PrivateKey(
      rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    let message = try PushMessage(
      Data("When I grow up, I want to be a watermelon".utf8),
      publicKey: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      secret: bytes("BTBZMqHH6r4Tts7J_aSIgg"), own: own, salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    #expect(
      message.body.base64URL
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        + "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
  }

  @Test("is refused where it is too long, or for keys that are none")
  func flaws() throws {
    let key = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
    let secret = Data(repeating: 7, count: 16)
    #expect(try PushMessage(Data(count: PushMessage.longest), publicKey: key, secret: secret).body.count == 4096)
    #expect(throws: PushMessage.Flaw.tooLong) {
      try PushMessage(Data(count: PushMessage.longest + 1), publicKey: key, secret: secret)
    }
    #expect(throws: PushMessage.Flaw.badKeys) {
      try PushMessage(Data(), publicKey: Data(repeating: 4, count: 65), secret: secret)
    }
    #expect(throws: PushMessage.Flaw.badKeys) { try PushMessage(Data(), publicKey: key, secret: Data(count: 15)) }
  }

  @Test("names its sender to that push service alone, for an hour")
  func sender() throws {
    let key = P256.Signing.PrivateKey()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let endpoint = try #require(URL(string: "https://push.example.org:8443/send/abc?x=1"))
    let field = try PushKey(key).authorization(for: endpoint, at: now)
    let parts = try #require(field.wholeMatch(of: /vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)/))
    #expect(Data(base64URL: String(parts.3)) == key.publicKey.x963Representation)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(String(parts.2)))
    #expect(key.publicKey.isValidSignature(signature, for: Data(String(parts.1).utf8)))
    let claims = try bytes(String(parts.1.split(separator: ".")[1]))
    let read = try #require(try JSONSerialization.jsonObject(with: claims) as? [String: Any])
    #expect(read["aud"] as? String == "https://push.example.org:8443")
    #expect(read["exp"] as? Int == 1_800_003_600)
  }

  @Test(
    "goes to the services of browsers and to those that the rider names",
    arguments: [
      ("https://fcm.googleapis.com/fcm/send/x", true), ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
      ("https://web.push.apple.com/x", true), ("https://db5p.notify.windows.com/w/?token=x", true),
      ("https://push.example.org/x", true), ("http://push.example.org/x", false),
      ("https://push.example.org:444/x", false), ("https://push.example.org.evil.test/x", false),
      ("https://evilfcm.googleapis.com/x", false), ("https://user@fcm.googleapis.com/x", false),
      ("http://fcm.googleapis.com/x", false), ("https://127.0.0.1/x", false), ("file:///etc/passwd", false),
    ])
  func services(address: String, isAllowed: Bool) throws {
    let services = PushServices(own: ["https://push.example.org"])
    #expect(services.allow(try #require(URL(string: address))) == isAllowed)
  }

  private func bytes(_ text: String) throws -> Data { try #require(Data(base64URL: text)) }
}
#endif
