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
    let heard = heard.map { #","heard":"\#($0.toTheMillisecond)""# } ?? ""
    return Data(#"{"schema":"alight.quiet/1","seconds":\#(Int(seconds))\#(heard)}"#.utf8)
  }
}

extension Date {
  /// As ISO 8601 in UTC, rounded: what cuts off the rest makes another instant of each second one.
  public var toTheMillisecond: String {
    let thousandths = Int((timeIntervalSince1970 * 1000).rounded())
    let (seconds, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
    return "\(whole).\(String(1000 + rest).dropFirst())Z"
  }
}
