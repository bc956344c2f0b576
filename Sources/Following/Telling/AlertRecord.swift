import Foundation
import Journey

/// One alert as other programs get it: `alight.alert/1`, described in `Prompts/schema/alight.alert-1.schema.json`.
public struct AlertRecord: Sendable, Encodable {
  /// The name and version of the record, written into each one.
  public static let schema = "alight.alert/1"

  private let message: AlertMessage

  public init(_ message: AlertMessage) {
    self.message = message
  }

  enum CodingKeys: String, CodingKey {
    case schema, reminder, serviceDay, leg, level, round, event, at, estimated
    case isRepeat = "repeat"
    case moment, live, vehicle, title, text, means, place
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(Self.schema, forKey: .schema)
    try fields.encode(message.key.reminder, forKey: .reminder)
    try fields.encode(message.key.serviceDay, forKey: .serviceDay)
    if message.alert.leg > 0 { try fields.encode(message.alert.leg, forKey: .leg) }
    try fields.encodeIfPresent(message.alert.level, forKey: .level)
    if message.alert.round > 0 { try fields.encode(message.alert.round, forKey: .round) }
    try fields.encode(message.alert.event, forKey: .event)
    try fields.encode(message.alert.at, forKey: .at)
    try fields.encode(message.alert.estimated, forKey: .estimated)
    try fields.encode(message.isRepeat, forKey: .isRepeat)
    try fields.encodeIfPresent(message.alert.moment, forKey: .moment)
    try fields.encodeIfPresent(message.alert.live, forKey: .live)
    try fields.encodeIfPresent(message.alert.vehicle, forKey: .vehicle)
    if message.isOfPlace { try fields.encode(true, forKey: .place) }
    try fields.encode(message.title, forKey: .title)
    try fields.encode(message.text, forKey: .text)
    try fields.encode(AlertMeans.allCases.filter(message.means.contains), forKey: .means)
  }
}
