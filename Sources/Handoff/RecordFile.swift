import Foundation
import Journey
import Storage

/// The records of a file that is to be imported: JSON or a calendar, told by what is in it.
public struct RecordFile {
  /// Bytes: far more than all reminders of a life.
  public static let largest = 64 * 1024 * 1024

  public let records: [IncomingRecord]
  /// Calendar entries that are none of ours.
  public let foreign: Int

  public init(_ data: Data) throws(RecordFileFlaw) {
    guard data.count <= Self.largest else { throw .tooLarge }
    guard let whole = String(validating: data, as: UTF8.self) else { throw .notText }
    let text = whole.hasPrefix("\u{FEFF}") ? String(whole.unicodeScalars.dropFirst()) : whole
    let start = text.drop { $0.isWhitespace }.prefix(15)
    if start.isEmpty { throw .empty }
    let texts: [String]
    if start.uppercased() == "BEGIN:VCALENDAR" {
      (texts, foreign) = try Self.calendar(text)
    } else if start.hasPrefix("{") || start.hasPrefix("[") {
      (texts, foreign) = (try Self.json(text), 0)
    } else {
      throw start.hasPrefix("<") ? .markup : .unknown
    }
    records = try Self.records(texts)
  }

  private static func records(_ texts: [String]) throws(RecordFileFlaw) -> [IncomingRecord] {
    var records: [IncomingRecord] = []
    for (index, text) in texts.enumerated() {
      do {
        let reminder = try Reminder(record: Data(text.utf8))
        // A file from elsewhere starts nothing on this machine.
        if let command = reminder.visit?.command {
          throw RecordError.field(
            path: "visit.command",
            problem: "would run \(command.first ?? "a program"): set it anew with alight new --run")
        }
        records.append(IncomingRecord(reminder: reminder, text: text))
      } catch {
        throw .badRecord(number: texts.count > 1 ? index + 1 : nil, cause: "\(error)")
      }
    }
    return records
  }

  private static func json(_ text: String) throws(RecordFileFlaw) -> [String] {
    let texts: [String]
    do {
      texts = try JSONObjects(text).texts
    } catch {
      switch error {
      case .truncated: throw .truncated
      case .stray(let line): throw .stray(line: line)
      }
    }
    guard !texts.isEmpty else { throw .noRecord }
    return texts
  }

  private static func calendar(_ text: String) throws(RecordFileFlaw) -> ([String], Int) {
    let entries: [CalendarReader.Entry]
    do {
      entries = try CalendarReader(text).entries
    } catch {
      switch error {
      case .truncated: throw .truncated
      case .badLine(let number): throw .badLine(number)
      }
    }
    let own = entries.compactMap(\.record)
    if own.isEmpty { throw entries.isEmpty ? .noEvent : .foreignEvents(title: entries.compactMap(\.title).first) }
    return (own, entries.count - own.count)
  }
}
