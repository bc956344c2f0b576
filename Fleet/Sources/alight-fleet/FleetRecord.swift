import Fleet
import FleetOptions
import Foundation
import Journey

/// A line of an import or an export.
enum FleetRecord {
  private struct Named: Codable {
    var rider: RiderID
    var language: LanguageTag?
    var reminder: Reminder
  }

  static func read(_ line: Data, of rider: RiderID?, in language: LanguageTag?) throws -> StoredReminder {
    struct Envelope: Decodable {
      var rider: RiderID?
      var language: LanguageTag?
      var reminder: Reminder?
    }
    let envelope: Envelope?
    do {
      envelope = try RecordCoding.decoder().decode(Envelope.self, from: line)
    } catch {
      // What is damaged within it has a name; what is no JSON at all is no envelope either.
      if case .field(let path, let problem) = RecordError(error) {
        throw RecordError.field(path: path, problem: problem)
      }
      envelope = nil
    }
    if let named = envelope?.rider, let reminder = envelope?.reminder {
      try reminder.check()
      return StoredReminder(rider: named, reminder: reminder, language: envelope?.language ?? language)
    }
    guard let rider else { throw FleetFailure(.data, "it names no rider: say whose reminders these are with --rider") }
    return StoredReminder(rider: rider, reminder: try Reminder(record: line), language: language)
  }

  static func write(_ stored: StoredReminder, withRider: Bool) throws -> Data {
    try withRider
      ? RecordCoding.encoder().encode(
        Named(rider: stored.rider, language: stored.language, reminder: stored.reminder))
      : RecordCoding.encoder().encode(stored.reminder)
  }
}
