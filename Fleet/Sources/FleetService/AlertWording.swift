import Conversation
import Fleet
import Following
import Foundation
import Journey

/// What phones get of an alert: `alight.alert/1` with its sentence, and its trace beside it.
public struct AlertWording: Sendable {
  private let prompts: Prompts

  /// - Throws: `PromptsError` for a file that is no language.
  public init(language file: URL) throws { prompts = try Prompts.load(from: file) }

  public func record(_ alert: FleetAlert, _ reminder: Reminder, isRepeat: Bool) -> Data? {
    let message = AlertMessage(
      alert.alert, of: reminder, text: prompts.sentence(alert.alert, for: reminder, isRepeat: isRepeat),
      isRepeat: isRepeat)
    return try? RecordCoding.encoder().encode(Traced(record: AlertRecord(message), trace: alert.trace))
  }

  private struct Traced: Encodable {
    let record: AlertRecord
    let trace: AlertTrace

    enum CodingKeys: String, CodingKey { case trace }

    func encode(to encoder: any Encoder) throws {
      try record.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(trace, forKey: .trace)
    }
  }
}
