import Foundation
import Journey
import Storage

/// The records of a file that is to be imported: JSON or a calendar, told by what is in it.
struct RecordFile {
  /// Far more than all reminders of a life.
  static let largest = 64 * 1024 * 1024

  let records: [IncomingRecord]
  /// Calendar entries that are none of ours.
  let foreign: Int

  /// - Parameter name: the file, for messages.
  /// - Throws: `CommandFailure` (65) that names the file and, where there are several, the record.
  init(_ data: Data, name: String) throws {
    func refuse(_ problem: String) -> CommandFailure { CommandFailure(.badData, "\(name) \(problem)") }
    guard data.count <= Self.largest else {
      throw refuse("is larger than 64 MB, which no export is: name another file")
    }
    guard let whole = String(validating: data, as: UTF8.self) else {
      throw refuse("is no text in UTF-8: import what \"alight reminders export\" wrote")
    }
    let text = whole.hasPrefix("\u{FEFF}") ? String(whole.unicodeScalars.dropFirst()) : whole
    let start = text.drop { $0.isWhitespace }.prefix(15)
    if start.isEmpty { throw refuse("is empty: nothing was imported") }
    let texts: [String]
    if start.uppercased() == "BEGIN:VCALENDAR" {
      (texts, foreign) = try Self.calendar(text, refuse)
    } else if start.hasPrefix("{") || start.hasPrefix("[") {
      (texts, foreign) = (try Self.json(text, refuse), 0)
    } else if start.hasPrefix("<") {
      throw refuse("is XML, perhaps GPX, which holds places but no reminder: import JSON or a calendar")
    } else {
      throw refuse("is neither JSON nor a calendar (.ics): import what \"alight reminders export\" wrote")
    }
    records = try texts.enumerated().map { index, text in
      do {
        return IncomingRecord(reminder: try Reminder(record: Data(text.utf8)), text: text)
      } catch {
        let place = texts.count > 1 ? ", record \(index + 1)," : ""
        throw CommandFailure(.badData, "\(name)\(place) cannot be used: \(error); nothing was imported")
      }
    }
  }

  private static func json(_ text: String, _ refuse: (String) -> CommandFailure) throws -> [String] {
    do {
      let texts = try JSONObjects(text).texts
      guard !texts.isEmpty else { throw refuse("holds no record: nothing was imported") }
      return texts
    } catch let flaw as JSONObjects.Flaw {
      switch flaw {
      case .truncated: throw refuse("ends in the middle of a record: copy the file again")
      case .stray(let line): throw refuse("holds something else than records, at line \(line): nothing was imported")
      }
    }
  }

  private static func calendar(_ text: String, _ refuse: (String) -> CommandFailure) throws -> ([String], Int) {
    do {
      let entries = try CalendarReader(text).entries
      let own = entries.compactMap(\.record)
      guard !own.isEmpty else {
        let example = entries.compactMap(\.title).first.map { " (\"\(PlainText.of($0).prefix(40))\")" } ?? ""
        throw refuse(
          entries.isEmpty
            ? "holds no event: nothing was imported"
            : "was not made by Alight: its events\(example) tell neither a line nor where to get on and off; "
              + "set the reminder with \"alight new\"")
      }
      return (own, entries.count - own.count)
    } catch let flaw as CalendarReader.Flaw {
      switch flaw {
      case .truncated: throw refuse("ends in the middle of an event: copy the file again")
      case .badLine(let number): throw refuse("is damaged: line \(number) is no line of a calendar")
      }
    }
  }
}
