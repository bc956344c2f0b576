import Crypto
import Fleet
import Foundation

/// Tokens by which phones, and fronts of many phones, say who they are: nothing is kept of them but one secret.
///
/// A token is the rider's name and the HMAC-SHA-256 of it under the secret: `RIDER.HEX`, and `*.HEX` for whoever speaks for all.
public struct PhoneKeys: Sendable {
  private let secret: SymmetricKey

  public enum Speaker: Sendable, Hashable {
    case rider(RiderID)
    case everybody

    func maySpeak(for rider: RiderID) -> Bool {
      switch self {
      case .rider(let own): own == rider
      case .everybody: true
      }
    }
  }

  /// - Parameter secret: 32 bytes or more, which nobody else has.
  /// - Returns: Nil for fewer.
  public init?(secret: Data) {
    guard secret.count >= 32 else { return nil }
    self.secret = SymmetricKey(data: secret)
  }

  public func token(_ speaker: Speaker) -> String {
    let name = Self.name(speaker)
    let code = HMAC<SHA256>.authenticationCode(for: Data(name.utf8), using: secret)
    return name + "." + Self.hexadecimal(code)
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whose a token is; nil for one that is nobody's.
  public func speaker(_ token: String) -> Speaker? {
    guard let dot = token.firstIndex(of: ".") else { return nil }
    let name = token[..<dot]
    let code = Array(token[token.index(after: dot)...])
    let bytes = stride(from: 0, to: code.count - 1, by: 2).compactMap { UInt8(String(code[$0...($0 + 1)]), radix: 16) }
    guard code.count == 64, bytes.count == 32,
      HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Data(name.utf8), using: secret)
    else { return nil }
    return name == "*" ? .everybody : RiderID(name).map { .rider($0) }
  }

  private static func name(_ speaker: Speaker) -> String {
    switch speaker {
    case .rider(let rider): rider.text
    case .everybody: "*"
    }
  }
}
