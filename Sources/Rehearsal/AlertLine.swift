import Foundation
import Journey

/// One alert of a ride as a line of JSON or of text.
public struct AlertLine: Encodable {
  private let name: String
  private let start: Date
  private let alert: Alert
  private let fix: Int

  /// - Parameters:
  ///   - name: Of the ride.
  ///   - start: From which seconds count.
  ///   - fix: Index of the newest fix; -1 before the first.
  public init(name: String, start: Date, alert: Alert, fix: Int) {
    (self.name, self.start, self.alert, self.fix) = (name, start, alert, fix)
  }

  enum CodingKeys: String, CodingKey {
    case name = "case"
    case t, at, fix, level, event, estimated
  }

  /// Seconds since the start, to the millisecond that recordings have.
  private var seconds: Double { (alert.at.timeIntervalSince(start) * 1000).rounded() / 1000 }

  /// For people.
  public var text: String {
    let level = alert.level.map { " \($0)" } ?? ""
    return "\(name)  \(seconds) s  \(alert.event.rawValue)\(level)\(alert.estimated ? "  estimated" : "")"
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(seconds, forKey: .t)
    try fields.encode(alert.at, forKey: .at)
    try fields.encode(fix, forKey: .fix)
    try fields.encode(alert.level, forKey: .level)
    try fields.encode(alert.event, forKey: .event)
    try fields.encode(alert.estimated, forKey: .estimated)
  }
}
