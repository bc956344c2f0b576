import Foundation
import Journey

/// What lies along the way, as programs get it: `alight.note/1`.
public struct NoteRecord: Sendable, Encodable {
  /// The name and version of the record, written into each one.
  public static let schema = "alight.note/1"

  private let schema = NoteRecord.schema
  private let reminder: String
  private let at: Date
  private let title: String
  private let text: String?
  private let link: String?
  private let category: String?
  private let lat: Double
  private let lon: Double
  private let metres: Double

  public init(_ message: NoteMessage) {
    let note = message.note
    (reminder, at) = (message.reminder.uuidString.lowercased(), message.at)
    (title, text, link, category) = (note.title, note.text, note.link, note.category)
    (lat, lon, metres) = (note.position.latitude, note.position.longitude, message.metres.rounded())
  }
}
