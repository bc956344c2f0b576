import Foundation

/// The events and to-dos of a calendar file, as far as reading a reminder back needs them.
struct CalendarReader {
  /// An event or a to-do.
  struct Entry {
    /// The JSON of its record; nil for one that Alight did not make.
    var record: String?
    var title: String?
  }

  enum Flaw: Error {
    /// The file ends inside a component.
    case truncated
    case badLine(number: Int)
  }

  let entries: [Entry]

  init(_ text: String) throws(Flaw) {
    var entries: [Entry] = []
    var open: [String] = []
    for (number, line) in Self.unfolded(text) {
      guard let line = CalendarLine(unfolded: line) else { throw .badLine(number: number) }
      let component = line.value.uppercased()
      switch line.name {
      case "BEGIN":
        guard !open.isEmpty || component == "VCALENDAR" else { throw .badLine(number: number) }
        open.append(component)
        if Self.isEntry(open) { entries.append(Entry()) }
      case "END":
        guard open.popLast() == component else { throw .badLine(number: number) }
      case CalendarExport.recordProperty where Self.isEntry(open):
        guard let record = Data(base64Encoded: line.value).flatMap({ String(validating: $0, as: UTF8.self) }) else {
          throw .badLine(number: number)
        }
        entries[entries.count - 1].record = record
      case "SUMMARY" where Self.isEntry(open): entries[entries.count - 1].title = line.text
      default: if open.isEmpty { throw .badLine(number: number) }
      }
    }
    guard open.isEmpty else { throw .truncated }
    self.entries = entries
  }

  private static func isEntry(_ open: [String]) -> Bool { open.count == 2 && ["VEVENT", "VTODO"].contains(open[1]) }

  /// The lines with their folds undone, each with the number of its first one. A fold may stand inside a character.
  private static func unfolded(_ text: String) -> [(number: Int, line: String)] {
    var lines: [(number: Int, bytes: [UInt8])] = []
    for (index, part) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let bare = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
      if let first = bare.first, first == 0x20 || first == 0x09, !lines.isEmpty {
        lines[lines.count - 1].bytes += bare.dropFirst()
      } else if !bare.isEmpty {
        lines.append((index + 1, Array(bare)))
      }
    }
    return lines.map { ($0.number, String(decoding: $0.bytes, as: UTF8.self)) }
  }
}
