import Foundation
import Journey

/// What a phone is answered.
public struct PhoneAnswer: Sendable, Hashable {
  /// For how many seconds it may stay silent after its newest fix.
  public var seconds: Double
  /// Of when the newest fix is that was taken in; nil where the phone did not ask.
  public var heard: Date?

  public init(seconds: Double, heard: Date? = nil) { (self.seconds, self.heard) = (seconds, heard) }

  /// As `alight.quiet/1`.
  public var record: Data {
    let heard = heard.map { #","heard":"\#($0.formatted(Self.style))""# } ?? ""
    return Data(#"{"schema":"alight.quiet/1","seconds":\#(Int(seconds))\#(heard)}"#.utf8)
  }

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
