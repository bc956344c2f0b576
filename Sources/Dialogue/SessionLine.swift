import Foundation
import Journey
import Storage

/// A conversation in a list.
public struct SessionLine: Encodable {
  public let id: UUID
  public let startedAt: Date
  public let endedAt: Date?
  /// saved, kept, cancelled, interrupted, unanswered or unclear; nil where it was cut off.
  public let ending: String?
  public let language: String
  public let program: String
  public let prompts: String
  private let zone: String

  public init(_ session: StoredSession) {
    id = session.id
    startedAt = session.startedAt
    endedAt = session.endedAt
    ending = session.ending
    language = session.language
    program = session.program
    prompts = session.prompts
    zone = session.zone
  }

  public var text: String {
    let time = ISO8601DateFormatter.local(zone).string(from: startedAt)
    return "\(id.short)  \(time)  \(language)  \(ending ?? "cut off")"
  }
}
