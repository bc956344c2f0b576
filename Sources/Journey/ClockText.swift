import Foundation

/// Times of day for the rider, in the zone of the ride.
public struct ClockText: Sendable {
  private let zone: TimeZone

  /// - Parameter zone: An identifier; one that nobody knows is taken for Greenwich.
  public init(zone: String) {
    self.zone = TimeZone(identifier: zone) ?? .gmt
  }

  /// The place that a zone is called after: "Chicago" of `America/Chicago`.
  public static func place(of zone: String) -> String {
    String(zone.split(separator: "/").last ?? "").replacing("_", with: " ")
  }

  /// `08:12:03`
  public func text(_ instant: Date) -> String {
    let calendar = Calendar.gregorian(zone: zone)
    let parts = calendar.dateComponents([.hour, .minute, .second], from: instant)
    return [parts.hour, parts.minute, parts.second].map { part in
      let digits = String(part ?? 0)
      return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: ":")
  }
}
