import Foundation
import Handoff
import Journey

extension RecordFile {
  /// Reads what the rider has named.
  /// - Parameter name: The file, as the rider calls it.
  /// - Throws: `CommandFailure` that says what is wrong with it.
  init(_ content: Data, of name: String) throws {
    do throws(RecordFileFlaw) { try self.init(content) } catch { throw error.failure(name) }
  }
}

extension RecordFileFlaw {
  /// What is wrong with a file that is to be imported, and what to do about it.
  /// - Parameter name: The file, as the rider calls it.
  func failure(_ name: String) -> CommandFailure { CommandFailure(.badData, "\(name)\(sentence)") }

  private var sentence: String {
    let export = "import what \"alight reminders export\" wrote"
    switch self {
    case .tooLarge: return " is larger than 64 MB, which no export is: name another file"
    case .notText: return " is no text in UTF-8: \(export)"
    case .empty: return " is empty: nothing was imported"
    case .markup: return " is XML, perhaps GPX, which holds places but no reminder: import JSON or a calendar"
    case .unknown: return " is neither JSON nor a calendar (.ics): \(export)"
    case .truncated: return " ends in the middle of a record: copy the file again"
    case .stray(let line): return " holds something else than records, at line \(line): nothing was imported"
    case .badLine(let number): return " is damaged: line \(number) is no line of a calendar"
    case .noRecord: return " holds no record: nothing was imported"
    case .noEvent: return " holds no event: nothing was imported"
    case .foreignEvents(let title):
      let example = title.map { " (\"\(PlainText.of($0).prefix(40))\")" } ?? ""
      return " was not made by Alight: its events\(example) tell neither a line nor where to get on and off; "
        + "set the reminder with \"alight new\""
    case .badRecord(let number, let cause):
      let place = number.map { ", record \($0)," } ?? ""
      return "\(place) cannot be used: \(cause); nothing was imported"
    }
  }
}
