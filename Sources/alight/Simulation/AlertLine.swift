import Foundation
import Journey

/// One alert as `simulate --json` prints it.
struct AlertLine: Encodable {
  var name: String
  var start: Date
  var alert: Alert
  var fix: Int

  enum CodingKeys: String, CodingKey {
    case name = "case"
    case t, at, fix, level, event, estimated
  }

  /// Seconds since the start, to the millisecond that recordings have.
  private var seconds: Double { (alert.at.timeIntervalSince(start) * 1000).rounded() / 1000 }

  var text: String {
    let level = alert.level.map { " \($0)" } ?? ""
    return "\(name)  \(seconds) s  \(alert.event.rawValue)\(level)\(alert.estimated ? "  estimated" : "")"
  }

  func encode(to encoder: any Encoder) throws {
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
