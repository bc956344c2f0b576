#if Page
import Foundation

/// The code by which the next browser is let in: it serves once, and is burnt by five wrong guesses.
actor AccessCodes {
  enum Outcome: Sendable, Equatable {
    case right
    /// With so many guesses left for this code.
    case wrong(left: Int)
  }

  static let mostTries = 5
  /// Without letters and digits that are taken for each other; eight of them are 10^12 codes.
  private static let letters = Array("ABCDEFGHJKMNPQRSTVWXYZ23456789")

  private(set) var code: String
  private var tries = 0
  private let tell: @Sendable (String) -> Void

  /// - Parameter tell: Shows a code to whoever runs the server, each time there is a new one.
  init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
    code = Self.made()
  }

  /// Shows the first code.
  func begin() { tell(code) }

  /// Takes a guess; dashes, blanks and small letters do not matter.
  func take(_ guess: String) -> Outcome {
    let said = guess.uppercased().filter { $0.isLetter || $0.isNumber }
    if said == code.filter({ $0 != "-" }) {
      renew()
      return .right
    }
    tries += 1
    guard tries < Self.mostTries else {
      renew()
      return .wrong(left: 0)
    }
    return .wrong(left: Self.mostTries - tries)
  }

  /// Lets nobody in any more by a code that was shown to others: by the present one, if it is that.
  func spend(_ shown: String) {
    if !shown.isEmpty, shown == code { renew() }
  }

  private func renew() {
    (code, tries) = (Self.made(), 0)
    tell(code)
  }

  private static func made() -> String {
    // The system's generator, which is fit for secrets.
    var random = SystemRandomNumberGenerator()
    let signs = (0..<8).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
    return String(signs[..<4]) + "-" + String(signs[4...])
  }

  /// A secret for a browser: 256 random bits in hexadecimal digits.
  static func secret() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let part = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
      return String(repeating: "0", count: 16 - part.count) + part
    }.joined()
  }
}
#endif
