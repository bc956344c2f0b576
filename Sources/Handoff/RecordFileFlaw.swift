import Journey

/// Why a file holds no records that can be taken over. Of such a file nothing is.
public enum RecordFileFlaw: Error, Sendable, Hashable {
  /// It is larger than `RecordFile.largest`.
  case tooLarge
  /// It is no text in UTF-8.
  case notText
  case empty
  /// It is XML: perhaps GPX, which holds places but no reminder.
  case markup
  /// It is neither JSON nor a calendar.
  case unknown
  /// It ends inside a record or an event.
  case truncated
  /// At a line stands something else than records.
  case stray(line: Int)
  /// A line of a calendar is none.
  case badLine(Int)
  case noRecord
  case noEvent
  /// Its events were not made by Alight, and tell neither a line nor where to get on and off.
  case foreignEvents(title: String?)
  /// A record cannot be used.
  /// - Parameter number: Which one of several, from 1; nil for the only one.
  case badRecord(number: Int?, cause: String)
}
