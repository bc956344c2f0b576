import Alerts
import Following
import Foundation
import Journey

/// What a runner answers: one JSON object a line, with one of the fields after `schema`.
public struct ControlAnswer: Sendable, Hashable, Codable {
  public var schema = ControlRequest.schema
  public var status: RunnerStatus?
  /// What was done.
  public var taken: TakenAction?
  public var log: [Decision]?
  public var error: ControlFailure?

  static func encode(_ answer: ControlAnswer) -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(answer)) ?? Data(#"{"schema":"alight.control/1"}"#.utf8)) + [0x0A]
  }

  static func decode(_ line: Data) throws -> ControlAnswer {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(ControlAnswer.self, from: line)
  }
}
